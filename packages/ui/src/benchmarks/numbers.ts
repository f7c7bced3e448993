export type DecimalSign = ',' | '.';

export const IN_EUROS =
  'Guilde compte en euros\u00a0: convertis une autre devise au taux moyen du trimestre.';
const FOREIGN = /(?:US|CA|AU?)?[$£¥]|(?<!\p{L})(?:USD|GBP|CHF|CAD)(?!\p{L})/gu;

/** « Amount spent (USD) » */
export const namesForeign = (title: string) => title.search(FOREIGN) >= 0;

/** « $12 », « 12 USD », or the sign alone, as in a column of currencies; a text that has one is none. */
export function isForeign(written: string): boolean {
  if (!namesForeign(written)) return false;
  const rest = written.replace(FOREIGN, '').trim();
  return rest === '' || numberIn(rest) !== null;
}

/**
 * Reads « 1 234,56 € », « 1,234.56 », « 12 % » or « (12) ». A single sign before three digits separates thousands,
 * unless `decimal` says otherwise. It is null for what is no number.
 */
export function numberIn(written: string, decimal: DecimalSign | null = null): number | null {
  const bare = written.replace(/[\s'’€%]|EUR/gu, '').replace(/^\((.+)\)$/, '-$1');
  if (!/^[+-]?\d[\d.,]*$/.test(bare)) return null;
  const sign = decimalSignOf(bare, decimal);
  const plain = sign
    ? bare.replaceAll(sign === ',' ? '.' : ',', '').replace(sign, '.')
    : bare.replace(/[.,]/g, '');
  const number = Number(plain);
  return Number.isFinite(number) ? number : null;
}

/** Says with which sign a column writes decimals, by its first cell that leaves no doubt. */
export function decimalSignIn(cells: readonly string[]): DecimalSign | null {
  for (const cell of cells) {
    const bare = cell.replace(/[^\d.,]/g, '');
    const sign = isDoubtful(bare) ? null : decimalSignOf(bare, null);
    if (sign) return sign;
  }
  return null;
}

const isDoubtful = (bare: string) => /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(bare);

function decimalSignOf(bare: string, decimal: DecimalSign | null): DecimalSign | null {
  const last = /[.,](?=\d*$)/.exec(bare)?.[0] as DecimalSign | undefined;
  if (!last) return null;
  if (isDoubtful(bare)) return last === decimal ? last : null;
  // The same sign twice separates thousands.
  return bare.indexOf(last) === bare.lastIndexOf(last) ? last : null;
}
