import type { SignedIn } from '@guilde/contracts/auth/rules.ts';
import type { Context } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { type Env, sourceOf } from '../platform/http/http.ts';
import { clearPendingCookie, type Entry, pendingCookie } from './entry.ts';
import { signOut } from './session-list.ts';
import { sessionCookie } from './sessions.ts';
import { clearSignUpCookie } from './sign-up-cookie.ts';

type CookieDeps = Pick<Deps, 'config' | 'secrets' | 'db' | 'live' | 'clock' | 'log'>;

/** The cookie is that of the session, or of a sign-in that waits for the second factor. */
export async function answerEntry(c: Context<Env>, deps: CookieDeps, entry: Entry): Promise<SignedIn> {
  const secondFactor = entry.opens === 'second-factor';
  if (secondFactor) c.header('Set-Cookie', pendingCookie(deps.config, entry.token), { append: true });
  else await replaceSession(c, deps, entry.token);
  return { ok: true, secondFactor };
}

export async function replaceSession(c: Context<Env>, deps: CookieDeps, token: string): Promise<void> {
  const before = c.get('session');
  if (before) await signOut(deps, before, sourceOf(c));
  c.header('Set-Cookie', sessionCookie(deps, token), { append: true });
  clearSignUpCookie(c, deps);
  clearPendingCookie(c, deps);
}
