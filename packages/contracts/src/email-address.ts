import { asciiHost } from './host.ts';
import { plainLine } from './text.ts';

/**
 * The pattern is that of docs/specification.md#accounts. Its dot is the first after the domain's first
 * character, so that it matches in linear time.
 */
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;

/** RFC 5321 sets the limit. */
export const EMAIL_MAX = 254;
/** A longer text is no address with a name before it. */
const TYPED_MAX = 4 * EMAIL_MAX;

export const EMAIL_MISSING = 'Email requis';
export const EMAIL_INVALID = 'Adresse email invalide';

const OPENING = /^[\s<("'«“‘[]+/;
const CLOSING = /(?<![\s>)"'»”’\],;:.])[\s>)"'»”’\],;:.]+$/;
const SCHEME = /^mailto:([^?]*).*/is;

/**
 * Takes off what mail programs and web pages add to a copied address: « Name <a@b.fr> », `mailto:`, brackets,
 * quotes, final punctuation. Gives it in lower case, with the domain in ASCII, as mail servers know it.
 */
export function plainAddress(typed: string): string {
  if (typed.length > TYPED_MAX) return typed;
  const line = plainLine(typed);
  const bracket = line.lastIndexOf('<');
  const bare = line
    .slice(bracket >= 0 && line.indexOf('@', bracket) >= 0 ? bracket : 0)
    .replace(OPENING, '')
    .replace(SCHEME, '$1')
    .replace(CLOSING, '')
    .toLowerCase();
  const at = bare.lastIndexOf('@');
  return at < 0 ? bare : bare.slice(0, at + 1) + (asciiHost(bare.slice(at + 1)) ?? bare.slice(at + 1));
}

/** Returns what is wrong with a typed address, else an empty text. */
export function emailProblem(typed: string): string {
  const address = plainAddress(typed);
  if (address === '') return EMAIL_MISSING;
  return address.length <= EMAIL_MAX && EMAIL_PATTERN.test(address) ? '' : EMAIL_INVALID;
}
