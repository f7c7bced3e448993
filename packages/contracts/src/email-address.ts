/**
 * The pattern is that of docs/specification.md#accounts. Its dot is the first after the domain's first
 * character, so that it matches in linear time.
 */
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;

/** RFC 5321 sets the limit. */
export const EMAIL_MAX = 254;

export const EMAIL_MISSING = 'Email requis';
export const EMAIL_INVALID = 'Adresse email invalide';

/** Returns what is wrong with a typed address, else an empty text. */
export function emailProblem(typed: string): string {
  const address = typed.trim();
  if (address === '') return EMAIL_MISSING;
  return address.length <= EMAIL_MAX && EMAIL_PATTERN.test(address) ? '' : EMAIL_INVALID;
}
