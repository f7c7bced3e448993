const SENTENCES = new Intl.Segmenter('fr', { granularity: 'sentence' });

export function sentencesOf(text: string): string[] {
  return [...SENTENCES.segment(text)]
    .map(({ segment }) => segment.trim())
    .filter((sentence) => sentence !== '');
}
