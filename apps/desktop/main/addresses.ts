import { webAddress } from '@guilde/contracts/web-address.ts';

/** The scheme is our own, so that nothing of the page comes from file:// or the network. */
export const SCHEME = 'app';
export const ORIGIN = `${SCHEME}://bundle`;

export const LINK_SCHEME = 'guilde';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The origin is null for an unsafe address. Http is safe on this machine only. */
export function serverOrigin(address: string): string | null {
  const url = URL.parse(address.trim());
  if (!url || url.username || url.password) return null;
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
  return isSafe ? url.origin : null;
}

/** Gives path and query, or null for an address outside the app. */
export function ownPath(address: string): string | null {
  const url = URL.parse(address);
  if (url?.protocol !== `${SCHEME}:` || url.host !== 'bundle') return null;
  return `${url.pathname}${url.search}`;
}

export function isOwnFile(address: string): boolean {
  return ownPath(address)?.startsWith('/api/') || address.startsWith(`blob:${ORIGIN}/`);
}

/** Some mail programs attach a file that another field names. */
const MAIL_FIELDS = new Set(['subject', 'body', 'cc', 'bcc']);

/** Only web pages over TLS and mail are opened. */
export function isOpenedOutside(address: string): boolean {
  const url = URL.parse(address);
  if (url?.protocol === 'mailto:')
    return [...url.searchParams.keys()].every((field) => MAIL_FIELDS.has(field.toLowerCase()));
  return url?.protocol === 'https:' && webAddress(address) !== null;
}
