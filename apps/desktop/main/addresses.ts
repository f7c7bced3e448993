import { webAddress } from '@guilde/contracts/web-address.ts';

/** A scheme of our own: nothing of the page comes from file:// or the network. */
export const SCHEME = 'app';
export const ORIGIN = `${SCHEME}://bundle`;

/** Registered with the system. */
export const LINK_SCHEME = 'guilde';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Null for an unsafe address. Http on this machine only, since the session travels over it. */
export function serverOrigin(address: string): string | null {
  const url = URL.parse(address.trim());
  if (!url || url.username || url.password) return null;
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
  return isSafe ? url.origin : null;
}

/** Path and query; null for an address outside the app. */
export function ownPath(address: string): string | null {
  const url = URL.parse(address);
  if (url?.protocol !== `${SCHEME}:` || url.host !== 'bundle') return null;
  return `${url.pathname}${url.search}`;
}

/** A file of the server, or one that the page has made. */
export function isOwnFile(address: string): boolean {
  return ownPath(address)?.startsWith('/api/') || address.startsWith(`blob:${ORIGIN}/`);
}

/** Some mail programs attach a file named by another field. */
const MAIL_FIELDS = new Set(['subject', 'body', 'cc', 'bcc']);

/** Web pages over TLS, and mail. */
export function isOpenedOutside(address: string): boolean {
  const url = URL.parse(address);
  if (url?.protocol === 'mailto:')
    return [...url.searchParams.keys()].every((field) => MAIL_FIELDS.has(field.toLowerCase()));
  return url?.protocol === 'https:' && webAddress(address) !== null;
}
