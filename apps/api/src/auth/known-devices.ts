import { PERIODS } from '@guilde/contracts/retention/periods.ts';
import type { Context } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { type Env, type Source, sourceOf } from '../platform/http/http.ts';
import { cookieIn, cookieName, serializeCookie } from './cookies.ts';
import { passwordHashOf } from './passwords.ts';

const NAME = 'device';
const PURPOSE = 'known-device';
const ID_PURPOSE = 'known-device-id';
/** The id has 132 bits. */
const ID_LENGTH = 22;
const KEPT_MS = PERIODS.knownDevices.days * 86_400_000;
/** A device in use gets a new cookie after this time. */
const RENEWED_MS = 30 * 86_400_000;

type DeviceDeps = Pick<Deps, 'config' | 'secrets' | 'clock' | 'db'>;

/** The caller says from where a request comes; the session says from whom. */
export type Caller = { source: Source; userAgent: string; cookies: string | undefined };

export function callerOf(c: Context<Env>): Caller {
  return {
    source: sourceOf(c),
    userAgent: c.req.header('user-agent') ?? '',
    cookies: c.req.header('cookie'),
  };
}

/** The browser signed in within 180 days with the present password. The id gives no access. */
export async function knownDevice(
  deps: DeviceDeps,
  email: string,
  cookies: string | undefined,
): Promise<string | null> {
  return (await deviceIn(deps, email, cookies))?.id ?? null;
}

/** Returns null while the cookie is recent. A session has one id, or a thief could collect attempts. */
export async function deviceCookie(
  deps: DeviceDeps,
  { email, sessionId }: { email: string; sessionId: string },
  cookies: string | undefined,
): Promise<string | null> {
  const { config, secrets, clock } = deps;
  const now = clock.now();
  const known = await deviceIn(deps, email, cookies);
  if (known && now - known.since < RENEWED_MS) return null;
  const id = known?.id ?? secrets.sign(ID_PURPOSE, sessionId).slice(0, ID_LENGTH);
  const value = `${id}.${now}`;
  const signature = secrets.sign(PURPOSE, await signedValue(deps, value, email));
  return serializeCookie(config, NAME, `${value}.${signature}`, KEPT_MS / 1000);
}

async function deviceIn(deps: DeviceDeps, email: string, cookies: string | undefined) {
  const { config, secrets, clock } = deps;
  const cookie = cookieIn(cookies, cookieName(config, NAME));
  if (!cookie) return null;
  const [id = '', since = '', signature = ''] = cookie.split('.');
  const isOurs = secrets.verify(PURPOSE, await signedValue(deps, `${id}.${since}`, email), signature);
  return isOurs && clock.now() - Number(since) < KEPT_MS ? { id, since: Number(since) } : null;
}

/** The signature includes the password's hash, so that a new password ends known devices. */
async function signedValue({ db }: DeviceDeps, value: string, email: string): Promise<string> {
  return `${value} ${email} ${await passwordHashOf(db.orm, { email })}`;
}
