export const SIREN_DIGITS = 9;

/** Luhn’s check, which the nine digits of every SIREN meet (La Poste’s exception is one of its SIRETs). */
export function isSiren(digits: string): boolean {
  if (!/^\d{9}$/.test(digits) || Number(digits) === 0) return false;
  let sum = 0;
  for (let index = 0; index < SIREN_DIGITS; index++) {
    const doubled = Number(digits[index]) * (index % 2 === 0 ? 1 : 2);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** « 732 829 320 » */
export function formatSiren(digits: string): string {
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter(Boolean).join('\u00a0');
}
