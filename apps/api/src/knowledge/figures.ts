import { foldText } from '@guilde/contracts/text.ts';

const ONES =
  'zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize'.split(' ');
const TENS: Record<string, number> = {
  ...{ vingt: 20, vingts: 20, trente: 30, quarante: 40, cinquante: 50, soixante: 60 },
  ...{ septante: 70, huitante: 80, octante: 80, nonante: 90 },
};
const SCALES: Record<string, number> = {
  ...{ cent: 100, cents: 100, mille: 1000, millier: 1000, milliers: 1000 },
  ...{ million: 1e6, millions: 1e6, milliard: 1e9, milliards: 1e9 },
};
/** These numbers add up: « quatre-vingt-dix-sept », « deux mille trois cents ». */
const ADDED = new Map<string, number>([
  ...ONES.map((word, value) => [word, value] as const),
  ...Object.entries(TENS),
  ...Object.entries(SCALES),
]);
const ALONE = new Map(
  Object.entries({
    ...{ dizaine: 10, dizaines: 10, douzaine: 12, quinzaine: 15, vingtaine: 20, trentaine: 30 },
    ...{ quarantaine: 40, cinquantaine: 50, soixantaine: 60, centaine: 100, centaines: 100 },
    ...{ moitie: 0.5, demi: 0.5, demie: 0.5, tiers: 1 / 3, quart: 0.25, quarts: 0.25 },
    ...{ double: 2, triple: 3, quadruple: 4 },
  }),
);

const MONTHS = 'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre'.split(
  ' ',
);
const DATE_WORDS = new Set([...MONTHS, ...'lundi mardi mercredi jeudi vendredi samedi dimanche'.split(' ')]);

/** The keys are folded units, the values what they stand for. */
const UNITS: Record<string, string> = {
  '%': '% pourcent pct',
  '‰': '‰',
  '€': '€ euro euros eur',
  $: '$ dollar dollars usd',
  '£': '£ gbp',
  '¥': '¥ yen yens',
  chf: 'chf',
  'k€': 'k€ keuros',
  'm€': 'm€',
  s: 's sec seconde secondes',
  min: 'min mn minute minutes',
  h: 'h heure heures',
  j: 'j jour jours journee journees',
  semaine: 'semaine semaines',
  mois: 'mois',
  an: 'an ans annee annees',
  kg: 'kg kilo kilos',
  ...Object.fromEntries('g mg km m cm mm l cl ml ko mo go to px ms'.split(' ').map((unit) => [unit, unit])),
  fois: 'fois x',
  ...Object.fromEntries(MONTHS.map((month) => [month, month])),
};
const UNIT_OF = new Map(
  Object.entries(UNITS).flatMap(([unit, words]) => words.split(' ').map((word) => [word, unit] as const)),
);
const UNIT_AFTER = /^\s?(pour\scents?(?!\p{L})|[%‰€$£¥]|k€|m€|\p{L}{1,10}(?!\p{L}))/iu;
/** Both figures of a range have its unit: « 20 à 30 jours ». */
const RANGE_AFTER = /^\s?(?:à|a|ou|et|-|–|\/)\s?(?:\d{1,6}(?:[.,]\d{1,3})?|\p{L}{2,14})/u;

const FIGURE = /(?<!\d)\d{1,15}(?:[\s.,]\d{3}(?!\d)){0,4}(?:[.,]\d{1,6})?/gu;
const NUMERIC_DATE = /(?<!\d)\d{1,2}[./-](\d{1,2})(?:[./-]\d{2,4})?(?!\d)/gu;
const BEFORE_AMOUNT = /([$£¥])\s?(\d[\d\s.,]{0,14})/gu;

/**
 * Returns every figure, in digits of any script or in words, and once more with its unit or the day's month:
 * « 1 200,50 € » is « 1200.5 » and « 1200.5 € ». Months and days of the week are figures too.
 */
export function figuresOf(written: string): Set<string> {
  const text = withPlainDigits(written);
  const figures = new Set<string>();
  const add = (value: string, rest: string) => {
    figures.add(value);
    const unit = unitOf(rest) ?? rangeUnit(rest);
    if (unit) figures.add(`${value} ${unit}`);
  };
  for (const { 0: found, index } of text.matchAll(FIGURE))
    add(numberIn(found), text.slice(index + found.length));
  for (const { 1: currency, 2: amount } of text.matchAll(BEFORE_AMOUNT))
    figures.add(`${numberIn(amount ?? '')} ${currency}`);
  for (const { value, rest } of numbersInWords(text)) add(String(value), rest);
  for (const word of foldText(text).match(/[a-z]+/g) ?? []) if (DATE_WORDS.has(word)) figures.add(word);
  for (const { 1: month } of text.matchAll(NUMERIC_DATE)) {
    const name = MONTHS[Number(month) - 1];
    if (name) figures.add(name);
  }
  return figures;
}

/** « ４０ », « ٤٠ », « ४० », « ⁴⁰ » and « ㊵ » are 40. */
function withPlainDigits(text: string): string {
  return text
    .replace(LETTERS, (letters) => letters.normalize('NFKC'))
    .replace(/(?![0-9])\p{Nd}/gu, (digit) => String(digitValue(digit)));
}

/** The number of marks is bounded, because normalising takes quadratic time in it. */
const LETTERS = /\P{M}+\p{M}{0,4}/gu;

/** The digits of a script follow one another from its zero. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return value;
}

/** « 1 200,50 », « 1.200,50 » and « 1200.5 » are equal. */
function numberIn(found: string): string {
  const digits = found.replace(/[^\d.,\s]/g, '').trim();
  const whole = digits.replace(/[\s.,](?=\d{3}(?!\d))/g, '');
  return String(Number(whole.replace(',', '.')));
}

function unitOf(rest: string): string | undefined {
  const [, found] = UNIT_AFTER.exec(rest) ?? [];
  if (!found) return undefined;
  return /^pour\s/i.test(found) ? '%' : UNIT_OF.get(foldText(found));
}

function rangeUnit(rest: string): string | undefined {
  const [range] = RANGE_AFTER.exec(rest) ?? [];
  return range === undefined ? undefined : unitOf(rest.slice(range.length));
}

/** `rest` is the text after the number. « un » alone is an article. */
function* numbersInWords(text: string): Generator<{ value: number; rest: string }> {
  const words = [...text.matchAll(/\p{L}+/gu)].map(({ 0: word, index }) => ({
    word: foldText(word),
    start: index,
    end: index + word.length,
  }));
  for (let at = 0; at < words.length; at++) {
    const first = words[at];
    const alone = first && ALONE.get(first.word);
    if (first && alone !== undefined) yield { value: alone, rest: text.slice(first.end) };
    if (!first || !ADDED.has(first.word)) continue;
    const run = [first];
    for (let next = words[at + 1]; next; next = words[at + run.length]) {
      const gap = text.slice(run.at(-1)?.end, next.start);
      if (!/^[\s-]{1,2}$/.test(gap) || !(ADDED.has(next.word) || next.word === 'et')) break;
      run.push(next);
    }
    while (run.at(-1)?.word === 'et') run.pop();
    at += run.length - 1;
    const isArticle = run.length === 1 && first.word === 'un';
    if (!isArticle) yield { value: valueOfRun(run), rest: text.slice(run.at(-1)?.end) };
  }
}

function valueOfRun(run: readonly { word: string }[]): number {
  let total = 0;
  let current = 0;
  for (const { word } of run) {
    const value = ADDED.get(word);
    if (value === undefined) continue;
    if (value >= 1000) {
      total += Math.max(current, 1) * value;
      current = 0;
    } else if (value === 100) current = Math.max(current, 1) * value;
    else if (value === 20 && current % 100 === 4) current += 76;
    else current += value;
  }
  return total + current;
}
