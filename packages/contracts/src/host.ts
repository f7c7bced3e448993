type Parsed = { href: string; username: string; password: string; hostname: string };
/** The contracts use neither the browser's types nor Node's, so it is declared here. */
declare const URL: { parse: (address: string) => Parsed | null };

/** A host may have French letters only: those of other scripts can look the same and lead elsewhere. */
const HOST = /^[a-z0-9à-öø-ÿœ-]{1,63}(?:\.[a-z0-9à-öø-ÿœ-]{1,63})+$/;
/** RFC 1035 sets the limit. */
const HOST_MAX = 253;
/** The last label is no number, because `1.2.3.4` is a machine. */
const LAST_LABEL = /\.(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

/** Parses an address whose host is `written`, in lower case; null when the host is no public one. */
export function parseWithHost(address: string, written: string): Parsed | null {
  if (written.length > HOST_MAX || !HOST.test(written)) return null;
  const url = URL.parse(address);
  if (!url || !LAST_LABEL.test(url.hostname)) return null;
  const isPlain = /^[a-z0-9.-]+$/.test(written);
  return isPlain && url.hostname !== written ? null : url;
}

/** Gives a host as computers write it (accents in Punycode), or null when it is no public one. */
export function asciiHost(written: string): string | null {
  const host = written.toLowerCase();
  return parseWithHost(`https://${host}`, host)?.hostname ?? null;
}
