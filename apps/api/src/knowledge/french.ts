import { beginning, foldText } from '@guilde/contracts/text.ts';

/** The words are folded, and none belongs to two languages. */
const LITTLE_WORDS = {
  fr: 'au aux avec c ce cela ces cette chez d dans des du elle en est et etre il ils j je l la le les leur mais n ne nous on ou par pas plus pour qu que qui s sa ses son sont sur tout une un deja il faut tu te tes ton ta si puis ou meme deux',
  en: 'the and of to in is that it for was with as be this have from by not are or at an which you his their they has but we can will your should when been if',
  es: 'el los las y que del por con una para es al lo como mas pero sus este ya cuando muy sin sobre tambien hay fue son',
  de: 'der die das und ist nicht mit den von zu auf ein eine im fur dem sich auch als an nach wie bei oder wird sind werden haben',
  it: 'il che di e la per non una con sono gli dei della nel alla piu come anche questo ma ha si lo del',
  pt: 'o os as que do da em um uma para com nao por mais dos como mas ao foi pelo sua tambem',
  nl: 'de het een en van ik te dat die in niet zijn op aan met als voor er maar om hem dan',
} as const;

const WORDS = Object.entries(LITTLE_WORDS).map(([language, words]) => ({
  language,
  words: new Set(words.split(' ')),
}));

/** A French text has at least this share of frequent words. */
const SHARE_MIN = 0.15;

export function isFrench(text: string): boolean {
  const words = foldText(text).match(/[a-z]+/g) ?? [];
  if (words.length === 0) return false;
  const counts = WORDS.map(({ language, words: little }) => ({
    language,
    count: words.filter((word) => little.has(word)).length,
  }));
  const french = counts.find(({ language }) => language === 'fr')?.count ?? 0;
  return french / words.length >= SHARE_MIN && counts.every(({ count }) => count <= french);
}

/** Beyond `max` characters the line is cut at a word with « … ». */
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
  const cut = beginning(line, max - 1);
  const atWord = cut.replace(/(?<!\s)\s+\S*$/, '');
  return `${(atWord || cut).replace(/(?<![\s,;:.])[\s,;:.]+$/, '')}…`;
}
