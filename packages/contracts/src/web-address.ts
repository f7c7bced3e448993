type Parsed = {
  href: string;
  protocol: string;
  username: string;
  password: string;
  hostname: string;
};
/** The contracts use neither the browser's types nor Node's, so it is declared here. */
declare const URL: { parse: (address: string) => Parsed | null };

/** The class has spaces, controls, invisible, direction-changing and private characters. */
const UNSEEN = /[\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\\<>"]/u;
/** Exactly two slashes precede the host: `https:///good.example@evil.example` leads to the second. */
const AUTHORITY = /^https?:\/\/([^/?#]+)/i;
const PORT = /:\d{1,5}$/;
/** Only French letters are allowed, as those of other scripts can look the same and lead elsewhere. */
const HOST = /^[a-z0-9à-öø-ÿœ-]{1,63}(?:\.[a-z0-9à-öø-ÿœ-]{1,63})+$/;
const HOST_MAX = 253;
/** The last label is no number, because `1.2.3.4` is a machine. */
const LAST_LABEL = /\.(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

/**
 * Gives the address in the browser's spelling (accents in Punycode), or null for one that may lead elsewhere
 * than it looks: other schemes, odd slashes, a name and password, a host without a dot or of numbers, one
 * that the parser reads differently, letters of other scripts (Punycode is readable as such), invisible
 * characters.
 */
export function webAddress(text: string): string | null {
  const written = AUTHORITY.exec(text)?.[1]?.replace(PORT, '').toLowerCase();
  if (written === undefined || written.length > HOST_MAX || UNSEEN.test(text) || !HOST.test(written))
    return null;
  const url = URL.parse(text);
  if (url?.username !== '' || url.password !== '' || !LAST_LABEL.test(url.hostname)) return null;
  const isPlain = /^[a-z0-9.-]+$/.test(written);
  return isPlain && url.hostname !== written ? null : url.href;
}
