import { parse, serialize } from 'hono/utils/cookie';
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
  const secure = hasSecureCookies(config);
  return serialize(cookieName(config, name), value, {
    maxAge,
    path: '/',
    httpOnly: true,
    secure,
    sameSite: 'Lax',
  });
}

/** The value of a cookie in a `Cookie` header, decoded; null when it is not there. `name` as `cookieName` gives it. */
export function cookieIn(header: string | undefined, name: string): string | null {
  return parse(header ?? '', name)[name] ?? null;
}
