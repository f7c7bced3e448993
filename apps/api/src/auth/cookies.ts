import type { Config } from '../platform/config.ts';

type Address = Pick<Config, 'publicUrl'>;

/** True where cookies travel over https only. */
function hasSecureCookies(config: Address): boolean {
  return config.publicUrl.startsWith('https:');
}

/**
 * A cookie’s name. Over https no other host of the domain can set it (`__Host-`), so that nobody can be signed in as
 * somebody else from there; for the same reason no older name is accepted.
 */
export function cookieName(config: Address, name: string): string {
  return `${hasSecureCookies(config) ? '__Host-' : ''}guilde.${name}`;
}

/** A `Set-Cookie` line that scripts cannot read; `maxAge` in seconds. */
export function serializeCookie(config: Address, name: string, value: string, maxAge: number): string {
  const secure = hasSecureCookies(config) ? '; Secure' : '';
  return `${cookieName(config, name)}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly${secure}; SameSite=Lax`;
}

/**
 * Around a pair, and nothing else: a browser refuses another host's cookie called `__Host-…` and those whose name has
 * spaces or tabs before it, but not « U+00A0 __Host-… », which `trim` would turn into ours.
 */
const PADDING = new Set([' ', '\t']);

/** The value of a cookie in a `Cookie` header, decoded; null when it is not there. `name` as `cookieName` gives it. */
export function cookieIn(header: string | undefined, name: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const equals = pair.indexOf('=');
    const [given = '', value = ''] = [pair.slice(0, equals), pair.slice(equals + 1)].map(withoutPadding);
    if (given === name) return decoded(value);
  }
  return null;
}

function withoutPadding(text: string): string {
  let [start, end] = [0, text.length];
  while (PADDING.has(text.charAt(start))) start++;
  while (end > start && PADDING.has(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
