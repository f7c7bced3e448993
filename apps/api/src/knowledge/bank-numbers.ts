/** The lengths are those of ISO 13616, by country. */
const IBAN_LENGTHS = new Map(
  `AD24 AE23 AT20 BE16 BG22 CH21 CI28 CY28 CZ24 DE22 DK18 DZ26 EE20 ES24 FI18 FR27 GB22 GI23 GR27 HR21 HU28 IE22 IL23 IS26
  IT27 LI21 LT20 LU20 LV21 MA28 MC27 MG27 MT31 MU30 NL18 NO15 PL28 PT25 RO24 SA24 SE24 SI19 SK24 SM27 SN28 TN24 TR26`
    .split(/\s+/)
    .map((country) => [country.slice(0, 2), Number(country.slice(2))]),
);
const IBAN_START = /(?<![\p{L}\d_])[a-z][\s.-]?[a-z][\s.-]{0,2}\d/giu;
const IBAN_DIGITS_MIN = 10;
/** Some countries have letters in their IBAN, but a sentence has more. */
const IBAN_LETTERS_MAX = 5;

/** A candidate has the length of its country, so that a following word cannot hide it. */
export function hideIbans(text: string, mask: string): string {
  let hidden = '';
  let end = 0;
  for (const { 0: start, index } of text.matchAll(IBAN_START)) {
    const length = IBAN_LENGTHS.get(start.replace(/[^a-z]/gi, '').toUpperCase());
    if (length === undefined || index < end) continue;
    const whole = new RegExp(`[a-z0-9](?:[\\s._/-]{0,2}[a-z0-9]){${length - 1}}(?![\\p{L}\\d_])`, 'iuy');
    whole.lastIndex = index;
    const found = whole.exec(text)?.[0];
    if (!found || !isIban(found)) continue;
    hidden += text.slice(end, index) + mask;
    end = index + found.length;
  }
  return hidden + text.slice(end);
}

/** The remainder by 97 is 1, or the checksum is wrong but the number is written like an IBAN. */
function isIban(found: string): boolean {
  const compact = found.replace(/[\s._/-]/g, '');
  const account = compact.slice(4);
  const digits = account.replace(/\D/g, '').length;
  if (digits < IBAN_DIGITS_MIN) return false;
  if (account.length - digits <= IBAN_LETTERS_MAX || compact === compact.toUpperCase()) return true;
  const moved = `${account}${compact.slice(0, 4)}`.toUpperCase();
  return BigInt(moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))) % 97n === 1n;
}

/** Sizes and years are series: « 36 37 38 39 40 41 42 », « 2021 2022 2023 2024 ». */
export function isSeries(found: string): boolean {
  const numbers = found.split(/\D+/).map(Number);
  return (
    numbers.length > 2 && numbers.every((value, place) => place === 0 || value > (numbers[place - 1] ?? 0))
  );
}
