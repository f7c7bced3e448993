import { and, eq, isNotNull } from 'drizzle-orm';
import type { Context } from 'hono';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import type { Env } from '../platform/http/http.ts';
import { hashToken, newToken } from '../platform/secrets.ts';
import { cookieIn, cookieName, serializeCookie } from './cookies.ts';
import { openSession } from './sessions.ts';
import { pendingSignIns, secondFactors } from './tables.ts';

const COOKIE = 'second_factor';
const PENDING_MINUTES = 10;
const ATTEMPTS = 5;

/** `token` is for the cookie of the session, or of the sign-in that waits for the second factor. */
export type Entry = { opens: 'session' | 'second-factor'; token: string };

export type Factor = typeof secondFactors.$inferSelect;

/** Returns the code app, or null while sign-in does not need it. */
export async function secondFactorOf(queries: Queries, userId: string): Promise<Factor | null> {
  const [factor] = await queries
    .select()
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.addedAt)));
  return factor ?? null;
}

/** Every kind of sign-in ends here, once its own proof is given. */
export async function enter(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  userId: string,
  userAgent: string,
): Promise<Entry> {
  const now = clock.now();
  if (!(await secondFactorOf(tx.orm, userId)))
    return { opens: 'session', token: await openSession(tx, userId, userAgent, now) };
  const token = newToken();
  await tx.orm.insert(pendingSignIns).values({
    id: hashToken(token),
    userId,
    attemptsLeft: ATTEMPTS,
    createdAt: now,
    expiresAt: now + PENDING_MINUTES * 60_000,
  });
  return { opens: 'second-factor', token };
}

export function pendingCookie(config: Deps['config'], token: string): string {
  return serializeCookie(config, COOKIE, token, PENDING_MINUTES * 60);
}

/** The pending sign-in ends once there is a session. */
export function clearPendingCookie(c: Context<Env>, { config }: Pick<Deps, 'config'>): void {
  if (cookieIn(c.req.header('cookie'), cookieName(config, COOKIE)))
    c.header('Set-Cookie', serializeCookie(config, COOKIE, '', 0), { append: true });
}

/** The id of the pending sign-in of this browser may be unknown. */
export function pendingIdIn(config: Deps['config'], cookies: string | undefined): string {
  return hashToken(cookieIn(cookies, cookieName(config, COOKIE)) ?? '');
}
