import { parse, serialize } from 'hono/utils/cookie';
import type { Config } from '../platform/config.ts';

type Address = Pick<Config, 'publicUrl'>;

function hasSecureCookies(config: Address): boolean {
  return config.publicUrl.startsWith('https:');
}

/** `__Host-` over https keeps other hosts of the domain from setting the cookie. */
export function cookieName(config: Address, name: string): string {
  return `${hasSecureCookies(config) ? '__Host-' : ''}guilde.${name}`;
}

/** `maxAge` is in seconds. */
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

/** The value is decoded. `name` comes from `cookieName`. */
export function cookieIn(header: string | undefined, name: string): string | null {
  return parse(header ?? '', name)[name] ?? null;
}
