/** A text on one line with French spaces where plain ones stood, cut at a word with « … » beyond `max` characters. */
export function frenchLine(text: string, max: number): string {
  const line = text
    .replace(/[ \t\n\r]+/g, ' ')
    .replace(/[ \u00a0]([;!?])(?=\s|$|[»”)])/g, '\u202f$1')
    .replace(/ (:)(?=\s|$)/g, '\u00a0$1')
    .replace(/(?<=\d) (?=[%€])/g, '\u00a0')
    .replace(/« /g, '«\u00a0')
    .replace(/ »/g, '\u00a0»')
    .replace(/ ([.,])(?=\s|$)/g, '$1')
    .trim();
  if (line.length <= max) return line;
  const cut = line.slice(0, max - 1);
  const atWord = cut.replace(/(?<!\s)\s+\S*$/, '');
  return `${(atWord || cut).toWellFormed().replace(/(?<![\s,;:.])[\s,;:.]+$/, '')}…`;
}
