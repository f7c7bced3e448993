import type { Context } from 'hono';
import type { Deps } from '../platform/deps.ts';
import type { Env } from '../platform/http/http.ts';
import { cookieIn, cookieName, serializeCookie } from './cookies.ts';
import { CONFIRMATION_HOURS } from './mails.ts';

const NAME = 'sign_up';
const PURPOSE = 'sign-up-browser';
const KEPT_SECONDS = CONFIRMATION_HOURS * 3600;

type BrowserDeps = Pick<Deps, 'config' | 'secrets' | 'clock'>;

/** It gives no access: with the mailed link it replaces the password. */
export function setSignUpCookie(c: Context<Env>, deps: BrowserDeps, memberId: string): void {
  const value = `${memberId}.${deps.clock.now() + KEPT_SECONDS * 1000}`;
  const signed = `${value}.${deps.secrets.sign(PURPOSE, value)}`;
  c.header('Set-Cookie', serializeCookie(deps.config, NAME, signed, KEPT_SECONDS), { append: true });
}

/** Returns null in other browsers, and while signed in. */
export function signedUpInBrowser(c: Context<Env>, { config, secrets, clock }: BrowserDeps): string | null {
  if (c.get('session')) return null;
  const [memberId = '', until = '', signature = ''] = signUpCookie(c, config).split('.');
  const isOurs = secrets.verify(PURPOSE, `${memberId}.${until}`, signature);
  return isOurs && Number(until) > clock.now() ? memberId : null;
}

export function clearSignUpCookie(c: Context<Env>, { config }: Pick<Deps, 'config'>): void {
  if (signUpCookie(c, config)) c.header('Set-Cookie', serializeCookie(config, NAME, '', 0), { append: true });
}

function signUpCookie(c: Context<Env>, config: Deps['config']): string {
  return cookieIn(c.req.header('cookie'), cookieName(config, NAME)) ?? '';
}
