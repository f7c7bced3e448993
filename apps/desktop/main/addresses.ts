import { webAddress } from '@guilde/contracts/web-address.ts';

/** The page's own scheme and origin: nothing of it comes from a file:// address or from the network. */
export const SCHEME = 'app';
export const ORIGIN = `${SCHEME}://bundle`;

/** The scheme of links into the app, registered with the system. */
export const LINK_SCHEME = 'guilde';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The origin of a server's address: https anywhere, http on this very machine only, since the session travels there.
 * Null for anything else.
 */
export function serverOrigin(address: string): string | null {
  const url = URL.parse(address.trim());
  if (!url || url.username || url.password) return null;
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
  return isSafe ? url.origin : null;
}

/** The path and query of an address of our own page; null for a foreign one. */
export function ownPath(address: string): string | null {
  const url = URL.parse(address);
  if (url?.protocol !== `${SCHEME}:` || url.host !== 'bundle') return null;
  return `${url.pathname}${url.search}`;
}

/** What a mail's address may say beyond its recipient; some mail programs would also attach a file that it names. */
const MAIL_FIELDS = new Set(['subject', 'body', 'cc', 'bcc']);

/** Addresses that may be opened outside: web pages over TLS and mail. */
export function isOpenedOutside(address: string): boolean {
  const url = URL.parse(address);
  if (url?.protocol === 'mailto:')
    return [...url.searchParams.keys()].every((field) => MAIL_FIELDS.has(field.toLowerCase()));
  return url?.protocol === 'https:' && webAddress(address) !== null;
}
