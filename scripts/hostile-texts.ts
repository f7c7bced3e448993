import { runInThisContext } from 'node:vm';
import fc from 'fast-check';

/** Characters of a hostile text: twice what a request may bring. */
const LENGTH = 128 * 1024;
/** Same texts in every run; a failure names it, and fast-check names the path to the smallest text that fails. */
export const SEED = 20_261_122;

/** What patterns and folding look for, to be repeated without end. */
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

/** Each piece again and again, alone. */
export function plainHostileTexts(length = LENGTH): string[] {
  return PIECES.map((piece) => repeated(piece, length));
}

/** A long text: something before, one to three pieces again and again, something after. */
export function hostileText(length = LENGTH): fc.Arbitrary<string> {
  const piece = fc.constantFrom(...PIECES);
  const end = fc.constantFrom('', ...PIECES);
  return fc
    .tuple(end, fc.array(piece, { minLength: 1, maxLength: 3 }), end)
    .map(([before, pieces, after]) => before + repeated(pieces.join(''), length) + after);
}

/**
 * Milliseconds for one text: a hundred times and more what linear work on it needs, so that a busy machine changes
 * nothing, and a fraction of what quadratic work needs on the fastest one (128 thousand characters: 20 seconds and
 * more). Work that does not end is ended.
 */
const LIMIT_MS = 10_000;

/** Whether `work` ends, be it with an error of its own; a full stack is none. */
export function ends(work: () => unknown): boolean {
  const context = globalThis as { hostileWork?: () => unknown };
  context.hostileWork = work;
  try {
    runInThisContext('hostileWork()', { timeout: LIMIT_MS });
    return true;
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    return code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT' && message !== 'Maximum call stack size exceeded';
  }
}
