import { randomInt } from 'node:crypto';
import { runInThisContext } from 'node:vm';
import fc from 'fast-check';
import { RUNS_ALL } from './extent.ts';

/** A request may bring this many characters. */
const LENGTH = 64 * 1024;
/** The seed is new for each run; the printed one repeats its texts when it is set in `GUILDE_SEED`. */
export const SEED = Number(process.env.GUILDE_SEED ?? randomInt(2 ** 31));
console.log(`GUILDE_SEED=${SEED}`);
/** `npm test` tries this many of the pieces below. */
const SAMPLE = 24;

const PIECES = [
  ...[
    'a',
    'A',
    'é',
    'œ',
    'ß',
    'İ',
    '0',
    '9',
    ' ',
    '\t',
    '\n',
    '\r\n',
    '\0',
    '\u0085',
    '\u00a0',
    '\u202f',
    '\u3000',
  ],
  ...[
    '.',
    '-',
    '_',
    '/',
    '\\',
    ':',
    ',',
    ';',
    '!',
    '?',
    '@',
    '#',
    '%',
    '+',
    '=',
    '&',
    '*',
    '`',
    '~',
    '|',
    '"',
    "'",
    '…',
  ],
  ...[
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '<',
    '>',
    '«',
    '»',
    '’',
    '<a ',
    '</a>',
    '<script>',
    '[a](',
    '![a](',
    '**',
    '__',
  ],
  ...[
    '\u0301',
    '\u0316\u0301',
    'e\u0301\u0316',
    '\u05b0\u05bc',
    '\u202e',
    '\u2066',
    '\u200b',
    '\u200d',
    '\ufeff',
    '\ue000M',
  ],
  ...['\ud800', '\udc00', '👍', '👩‍👩‍👧', '𝒂', 'ａ', '①', 'ﷺ', '٣', 'Ⅷ', 'ʰ', 'с', '\ufe0f'],
  ...[
    'a.',
    '.a',
    'a@',
    '@a.',
    'a@a.',
    'a-',
    '-a',
    'a_',
    "a'",
    'a ',
    ' a',
    'a,',
    'a/',
    '/a',
    'a:',
    'a+',
    'aa-',
    'é.',
    'xn--',
  ],
  ...[
    'x-dot-a-at-',
    'a at a dot ',
    'a (at) a (point) ',
    ' chez a point ',
    'a@a @ ',
    'x a v @ g ',
    'a_at_b_dot_',
  ],
  ...[
    'http://',
    'https://a.',
    'www.',
    'https://a.fr/?u=https://',
    'https://a@',
    'a.fr/',
    'data:',
    'javascript:',
    'HTTPS:////',
  ],
  ...[
    '0 6 ',
    '06.',
    '+33 ',
    '12-',
    '1.1.',
    '1 000 ',
    '1,',
    '12345 ',
    '20/01/2020 ',
    'FR7',
    'F R 7 6 ',
    '1Z',
    'n°',
    '# ',
  ],
  ...[
    'commande 4512 et ',
    'commande n° ',
    'tél. 6',
    'siret 1',
    '12 rue a ',
    'mot de passe : ',
    'eyJaaaaa.',
    'A-A-',
    'CMD-',
  ],
  ...[
    'M. A ',
    'Mme de la ',
    'nom : A',
    "d'",
    'Bonjour A',
    'Cordialement,\n',
    'Membre 1, ',
    'membre 1 et ',
    'jean',
    'j.e.a.n',
  ],
  ...[
    'merci ',
    'bonjour, ',
    'oui, ',
    'zéro un ',
    'l’',
    'SG.aaaaaaaaaa.',
    '```',
    '{"a":',
    '["',
    '\\u0000',
    '%F0%9F',
    '../',
    '(1) ',
  ],
];

const repeated = (unit: string, length: number) => unit.repeat(Math.floor(length / unit.length));

const [sample = []] = fc.sample(fc.shuffledSubarray(PIECES, { minLength: SAMPLE, maxLength: SAMPLE }), {
  seed: SEED,
  numRuns: 1,
});

export function plainHostileTexts(length = LENGTH): string[] {
  return (RUNS_ALL ? PIECES : sample).map((piece) => repeated(piece, length));
}

/** The message says how to repeat the failure, and on which text. */
export function withoutEnd(text: string): string {
  return `GUILDE_SEED=${SEED}: without end on ${JSON.stringify(text.slice(0, 20))}…`;
}

export function hostileText(length = LENGTH): fc.Arbitrary<string> {
  const piece = fc.constantFrom(...PIECES);
  const end = fc.constantFrom('', ...PIECES);
  return fc
    .tuple(end, fc.array(piece, { minLength: 1, maxLength: 3 }), end)
    .map(([before, pieces, after]) => before + repeated(pieces.join(''), length) + after);
}

/**
 * This is the thread's processor time for one text, because a machine may stand still for seconds. Quadratic
 * work needs twice as much (5 seconds for 64 thousand characters), and linear work far less.
 */
const LIMIT_MS = 2500;
/** A busy machine slows the processor itself: beyond the limit, half the text must save more than linear work does. */
const GROWTH_MAX = 3;
/** Work without end is stopped after this time on the clock. */
const STOPPED_AFTER_MS = 60_000;

/** The result is true when `work` ends within the limit, also by an error other than a full stack. */
export function ends(text: string, work: (text: string) => unknown): boolean {
  const whole = processorMs(() => work(text));
  if (whole < LIMIT_MS || whole === Number.POSITIVE_INFINITY) return whole < LIMIT_MS;
  return whole < GROWTH_MAX * processorMs(() => work(text.slice(0, text.length / 2)));
}

function processorMs(work: () => unknown): number {
  const context = globalThis as { hostileWork?: () => unknown };
  context.hostileWork = work;
  const before = process.threadCpuUsage();
  try {
    runInThisContext('hostileWork()', { timeout: STOPPED_AFTER_MS });
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' || message === 'Maximum call stack size exceeded')
      return Number.POSITIVE_INFINITY;
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
