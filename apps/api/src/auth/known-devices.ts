import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import type { Deps } from '../platform/deps.ts';
import type { Env } from '../platform/http.ts';
import { cookieIn, cookieName, serializeCookie } from './cookies.ts';

const NAME = 'device';
const PURPOSE = 'known-device';
const KEPT_MS = 180 * 86_400_000;
/** A device in use is given a fresh cookie once its own is so old. */
const RENEWED_MS = 30 * 86_400_000;

type DeviceDeps = Pick<Deps, 'config' | 'secrets' | 'clock'>;

/** Who asks: the network that limits count, what the browser says of itself, and its cookies. */
export type Caller = { address: string; userAgent: string; cookies: string | undefined };

/** Who asks, of a request. */
export function callerOf(c: Context<Env>): Caller {
  return {
    address: c.get('address'),
    userAgent: c.req.header('user-agent') ?? '',
    cookies: c.req.header('cookie'),
  };
}

/**
 * The identifier of a browser that has signed in to this account in the last 180 days, else null. It opens nothing: it only
 * has attempts of its own, which nobody else can use up.
 */
export function knownDevice(deps: DeviceDeps, email: string, cookies: string | undefined): string | null {
  return deviceIn(deps, email, cookies)?.id ?? null;
}

/** `Set-Cookie` for a browser that is signed in to this account; null while the one it has will do. */
export function deviceCookie(deps: DeviceDeps, email: string, cookies: string | undefined): string | null {
  const now = deps.clock.now();
  const known = deviceIn(deps, email, cookies);
  if (known && now - known.since < RENEWED_MS) return null;
  const id = known?.id ?? randomBytes(16).toString('base64url');
  const value = `${id}.${now}`;
  const signature = deps.secrets.sign(PURPOSE, `${value} ${email}`);
  return serializeCookie(deps.config, NAME, `${value}.${signature}`, KEPT_MS / 1000);
}

function deviceIn({ config, secrets, clock }: DeviceDeps, email: string, cookies: string | undefined) {
  const [id = '', since = '', signature = ''] = (cookieIn(cookies, cookieName(config, NAME)) ?? '').split(
    '.',
  );
  const isOurs = secrets.verify(PURPOSE, `${id}.${since} ${email}`, signature);
  return isOurs && clock.now() - Number(since) < KEPT_MS ? { id, since: Number(since) } : null;
}
