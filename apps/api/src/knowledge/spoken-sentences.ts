import { hasLink, ordersModel } from './grounding.ts';

/** A longer match is the sentence itself. */
const GREETINGS_MAX = 5;

const SENTENCES = new Intl.Segmenter('fr', { granularity: 'sentence' });
const GREETING =
  /^(?:(?:bonjour|bonsoir|salut|hello|coucou|hey)(?:\s(?:à tous|à toutes|tout le monde|(?:Membre \d+|un membre)))?|merci[^,.!?]{0,40}|Membre \d+|oui|non|ok|d’accord|très bien|super|parfait)\s*[,!.…:]+\s*/iu;
const VOCATIVE = /,\s*(?:Membre \d+|un membre)(?=\s*[,.!?…]|$)/giu;
const LABEL =
  /^(?:contexte|problème|situation|ce que j[’']ai essayé|ce que j[’']attends|objectif|question)\s*:\s*/iu;

/** Greetings, vocatives and labels are removed. Sentences with links or orders to a model are dropped. */
export function spokenSentences(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => [...SENTENCES.segment(line.trim())].map(({ segment }) => segment.trim()))
    .map((sentence) => withoutGreeting(sentence).replace(LABEL, '').replaceAll(VOCATIVE, '').trim())
    .filter((sentence) => sentence !== '' && !hasLink(sentence) && !ordersModel(sentence));
}

/** An answer to one's own question stays with it: « Et DMARC ? Sans lui, … ». */
export function withTheirQuestions(sentences: readonly string[]): string[] {
  return sentences.flatMap((sentence, index) => {
    const next = sentences[index + 1];
    if (sentence.endsWith('?') && next && !next.endsWith('?')) return [`${sentence} ${next}`];
    return sentences[index - 1]?.endsWith('?') && !sentence.endsWith('?') ? [] : [sentence];
  });
}

function withoutGreeting(sentence: string): string {
  let rest = sentence;
  for (let greetings = 0; greetings < GREETINGS_MAX && GREETING.test(rest); greetings++)
    rest = rest.replace(GREETING, '');
  return rest;
}
