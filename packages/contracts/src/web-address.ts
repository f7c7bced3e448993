import { parseWithHost } from './host.ts';
import { composed } from './text.ts';

/** The class has spaces, controls, invisible, direction-changing and private characters. */
const UNSEEN = /[\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\\<>"]/u;
/** Exactly two slashes precede the host: `https:///good.example@evil.example` leads to the second. */
const AUTHORITY = /^https?:\/\/([^/?#]+)/i;
const PORT = /:\d{1,5}$/;

/**
 * Gives the address in the browser's spelling (accents in Punycode), or null for one that may lead elsewhere
 * than it looks: other schemes, odd slashes, a name and password, a host without a dot or of numbers, one
 * that the parser reads differently, letters of other scripts (Punycode is readable as such), invisible
 * characters.
 */
export function webAddress(typed: string): string | null {
  const text = composed(typed);
  const written = AUTHORITY.exec(text)?.[1]?.replace(PORT, '').toLowerCase();
  if (written === undefined || UNSEEN.test(typed)) return null;
  const url = parseWithHost(text, written);
  return url?.username === '' && url.password === '' ? url.href : null;
}
