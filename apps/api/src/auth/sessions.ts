import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { SESSION_DAYS } from '@guilde/contracts/auth.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { preparedQuery, type Queries, type Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { timingSafeEquals } from '../platform/secrets.ts';
import { cookieIn, cookieName, serializeCookie } from './cookies.ts';
import { members, sessions, userRoles } from './tables.ts';

export const SESSION_SECONDS = SESSION_DAYS * 86_400;
/** Purpose of the key that signs session cookies. */
const SESSION_KEY = 'better-auth';
const SESSION_COOKIE = 'session_token';
const SEEN_EVERY_MS = 3_600_000;
export const USER_AGENT_MAX = 300;
const TOKENS_CACHED_MAX = 5000;
const CACHED_HEADER_MAX = 1000;

type SessionDeps = Pick<Deps, 'config' | 'secrets' | 'clock' | 'db'>;

/** The key that signs session cookies. */
export function authSecret(secrets: Deps['secrets']): string {
  return secrets.derive(SESSION_KEY);
}

function signature(secret: string, token: string): string {
  return createHmac('sha256', secret).update(token).digest('base64');
}

/** `Set-Cookie` of a session, `token.signature`. */
export function sessionCookie({ config, secrets }: Pick<Deps, 'config' | 'secrets'>, token: string): string {
  const value = `${token}.${signature(authSecret(secrets), token)}`;
  return serializeCookie(config, SESSION_COOKIE, value, SESSION_SECONDS);
}

/** `Set-Cookie` that makes the browser forget its session. */
export function endedSessionCookie(config: Deps['config']): string {
  return serializeCookie(config, SESSION_COOKIE, '', 0);
}

/** The session token of a `Cookie` header whose signature was made with one of `keys`, or null. */
function tokenOfCookies(name: string, keys: string[], header: string | undefined): string | null {
  const value = cookieIn(header, name) ?? '';
  const dot = value.lastIndexOf('.');
  const token = value.slice(0, Math.max(0, dot));
  const isOurs = keys.some((key) => timingSafeEquals(value.slice(dot + 1), signature(key, token)));
  return dot > 0 && isOurs ? token : null;
}

/** A header whose signature was right stays right; whether its session isValid is asked each time. */
function cacheTokens(name: string, keys: string[]): (header: string | undefined) => string | null {
  const known = new Map<string, string>();
  return (header) => {
    if (!header) return null;
    const seen = known.get(header);
    if (seen) return seen;
    const token = tokenOfCookies(name, keys, header);
    if (!token || header.length > CACHED_HEADER_MAX) return token;
    if (known.size >= TOKENS_CACHED_MAX) known.delete(known.keys().next().value ?? '');
    known.set(header, token);
    return token;
  };
}

/** When a session ends, in milliseconds. */
const endsAt = sql<number>`${sessions.expiresAt}`;

/** Neither run out, at `now`, nor a suspended member's; both tables must be in the query. */
const isValid = and(gt(endsAt, sql.placeholder('now')), isNull(members.suspendedAt));

/**
 * Who is asking, from the session cookie: one signature and one statement, because better-auth's own check costs about
 * a millisecond. Null for a visitor, an expired session and a suspended member.
 */
export function viewerOfCookies({ config, secrets, clock, db }: SessionDeps) {
  const tokenOf = cacheTokens(cookieName(config, SESSION_COOKIE), secrets.derived(SESSION_KEY));
  const lookup = db.orm
    .select({
      id: members.id,
      sessionId: sessions.id,
      role: userRoles.role,
      profileComplete: members.profileComplete,
    })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.userId))
    .leftJoin(userRoles, eq(userRoles.userId, members.id))
    .where(and(eq(sessions.token, sql.placeholder('token')), isValid))
    .prepare();
  return async (header: string | undefined): Promise<Viewer | null> => {
    const token = tokenOf(header);
    if (!token) return null;
    const [found] = await lookup.all({ token, now: clock.now() });
    return found ? { ...found, role: found.role ?? 'member' } : null;
  };
}

function prepareValidSessions(queries: Queries, isWanted: SQL) {
  return queries
    .select({ id: sessions.id, endsAt })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.userId))
    .where(and(isWanted, isValid))
    .prepare();
}

const validSessionById = preparedQuery((queries) =>
  prepareValidSessions(queries, eq(sessions.id, sql.placeholder('id'))),
);
const validSessionsByIds = preparedQuery((queries) =>
  prepareValidSessions(
    queries,
    sql`${sessions.id} in (select value from json_each(${sql.placeholder('ids')}))`,
  ),
);

/** UNAUTHENTICATED when the session of a member who speaks on a socket isValid no more. One statement. */
export async function requireSession(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { sessionId }: Viewer,
): Promise<void> {
  const [found] = await validSessionById(db.orm).all({ id: sessionId, now: clock.now() });
  if (!found) throw new AppError('UNAUTHENTICATED');
}

/** When each of these sessions ends, in milliseconds; only those that hold. Asked for the sockets. */
export function sessionEnds({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  return async (ids: string[]): Promise<Map<string, number>> => {
    if (ids.length === 0) return new Map();
    const rows = await validSessionsByIds(db.orm).all({ ids: JSON.stringify(ids), now: clock.now() });
    return new Map(rows.map((row) => [row.id, row.endsAt]));
  };
}

/** A token that nobody can guess, for `sessionCookie`. */
export function newSessionToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Stores a new session of a member inside the caller's transaction. Returns its token, for `sessionCookie`. */
export async function openSession(tx: Tx, userId: string, userAgent: string, now: number): Promise<string> {
  const token = newSessionToken();
  await tx.orm.insert(sessions).values({ id: randomUUID(), token, ...sessionRow(userId, userAgent, now) });
  return token;
}

/** What every new session isValid, whoever makes it; its end is never put off. No network address: nothing needs it. */
export function sessionRow(userId: string, userAgent: string, now: number) {
  const at = new Date(now);
  return {
    userId,
    userAgent: userAgent.slice(0, USER_AGENT_MAX),
    expiresAt: new Date(now + SESSION_SECONDS * 1000),
    createdAt: at,
    updatedAt: at,
  };
}

/** Notes that a session is in use, to the hour. */
export async function recordSessionUse(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  sessionId: string,
): Promise<void> {
  const now = clock.now();
  const staleSince = new Date(now - SEEN_EVERY_MS);
  const [session] = await db.orm.select().from(sessions).where(eq(sessions.id, sessionId));
  if (!session || session.updatedAt > staleSince) return;
  await db.orm
    .update(sessions)
    .set({ updatedAt: new Date(now) })
    .where(and(eq(sessions.id, sessionId), lte(sessions.updatedAt, staleSince)));
}
