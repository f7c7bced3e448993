import { createHmac, randomUUID } from 'node:crypto';
import { SESSION_DAYS } from '@guilde/contracts/auth/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import { legalInForce } from '@guilde/contracts/information/legal.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { preparedQuery, type Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { newToken, timingSafeEquals } from '../platform/secrets.ts';
import { cookieIn, cookieName, serializeCookie } from './cookies.ts';
import { members, sessions, userRoles } from './tables.ts';

export const SESSION_SECONDS = SESSION_DAYS * 86_400;
const SESSION_KEY = 'better-auth';
const SESSION_COOKIE = 'session_token';
const SEEN_EVERY_MS = 3_600_000;
export const USER_AGENT_MAX = 300;
const TOKENS_CACHED_MAX = 5000;
const CACHED_HEADER_MAX = 1000;

type SessionDeps = Pick<Deps, 'config' | 'secrets' | 'clock' | 'db'>;

export function authSecret(secrets: Deps['secrets']): string {
  return secrets.derive(SESSION_KEY);
}

function signature(secret: string, token: string): string {
  return createHmac('sha256', secret).update(token).digest('base64');
}

/** better-auth signs the token like this: `token.signature`. */
export function signedToken(secrets: Deps['secrets'], token: string): string {
  return `${token}.${signature(authSecret(secrets), token)}`;
}

export function sessionCookie({ config, secrets }: Pick<Deps, 'config' | 'secrets'>, token: string): string {
  return serializeCookie(config, SESSION_COOKIE, signedToken(secrets, token), SESSION_SECONDS);
}

export function endedSessionCookie(config: Deps['config']): string {
  return serializeCookie(config, SESSION_COOKIE, '', 0);
}

/** Returns null unless one of `keys` signed it. */
function tokenOfCookies(name: string, keys: string[], header: string | undefined): string | null {
  const value = cookieIn(header, name) ?? '';
  const dot = value.lastIndexOf('.');
  const token = value.slice(0, Math.max(0, dot));
  const isOurs = keys.some((key) => timingSafeEquals(value.slice(dot + 1), signature(key, token)));
  return dot > 0 && isOurs ? token : null;
}

/** Only the signature check is cached; the session itself is checked each time. */
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

const endsAt = sql<number>`${sessions.expiresAt}`;

/** Both tables must be in the query. */
const isValid = and(gt(endsAt, sql.placeholder('now')), isNull(members.suspendedAt));

/** The check is one statement, because better-auth's costs a millisecond. Visitors have no viewer. */
export function viewerOfCookies({ config, secrets, clock, db }: SessionDeps) {
  const tokenOf = cacheTokens(cookieName(config, SESSION_COOKIE), secrets.derived(SESSION_KEY));
  const lookup = db.orm
    .select({
      id: members.id,
      sessionId: sessions.id,
      role: userRoles.role,
      profileComplete: members.profileComplete,
      acceptedRevision: members.acceptedRevision,
      provenAt: sessions.provenAt,
    })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.userId))
    .leftJoin(userRoles, eq(userRoles.userId, members.id))
    .where(and(eq(sessions.token, sql.placeholder('token')), isValid))
    .prepare();
  return async (header: string | undefined): Promise<Viewer | null> => {
    const token = tokenOf(header);
    if (!token) return null;
    const now = clock.now();
    const [found] = await lookup.all({ token, now });
    if (!found) return null;
    const { acceptedRevision, role, ...viewer } = found;
    return { ...viewer, role: role ?? 'member', termsAccepted: hasAccepted(acceptedRevision, now) };
  };
}

/** `now` is in milliseconds. */
export function hasAccepted(acceptedRevision: number, now: number): boolean {
  return acceptedRevision >= legalInForce(now).number;
}

const validSessions = preparedQuery((queries) =>
  queries
    .select({ id: sessions.id, endsAt, acceptedRevision: members.acceptedRevision })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.userId))
    .where(and(sql`${sessions.id} in (select value from json_each(${sql.placeholder('ids')}))`, isValid))
    .prepare(),
);

/** The ends are in milliseconds, of valid sessions only. */
export function sessionEnds({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  return async (ids: string[]): Promise<Map<string, number>> => {
    if (ids.length === 0) return new Map();
    const rows = await validSessions(db.orm).all({ ids: JSON.stringify(ids), now: clock.now() });
    return new Map(rows.map((row) => [row.id, row.endsAt]));
  };
}

/** The SQL says whether the session of this id may act, with the values of `actingAt`. */
export function mayAct(sessionId: SQL): SQL {
  return sql`exists (select 1 from ${sessions} join ${members} on ${members.id} = ${sessions.userId}
    where ${sessions.id} = ${sessionId} and ${isValid}
      and ${members.acceptedRevision} >= ${sql.placeholder('legalRevision')})`;
}

export function actingAt(now: number): { now: number; legalRevision: number } {
  return { now, legalRevision: legalInForce(now).number };
}

/** The session could not act. Throws UNAUTHENTICATED, TERMS_NOT_ACCEPTED. */
export async function requireSession(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  sessionId: string,
): Promise<void> {
  const now = clock.now();
  const [session] = await validSessions(db.orm).all({ ids: JSON.stringify([sessionId]), now });
  if (!session) throw new AppError('UNAUTHENTICATED');
  if (!hasAccepted(session.acceptedRevision, now)) throw new AppError('TERMS_NOT_ACCEPTED');
}

/** Returns the token for `sessionCookie`. `isProven` means that a second factor was given. */
export async function openSession(
  tx: Tx,
  userId: string,
  userAgent: string,
  now: number,
  isProven = false,
): Promise<string> {
  const token = newToken();
  const row = { ...sessionRow(userId, userAgent, now), provenAt: isProven ? now : null };
  await tx.orm.insert(sessions).values({ id: randomUUID(), token, ...row });
  return token;
}

export async function storeProof(tx: Tx, sessionId: string, now: number): Promise<void> {
  await tx.orm.update(sessions).set({ provenAt: now }).where(eq(sessions.id, sessionId));
}

/** Proofs are deleted once no factor is left that could give one. */
export async function forgetProofs(tx: Tx, userId: string): Promise<void> {
  await tx.orm.update(sessions).set({ provenAt: null }).where(eq(sessions.userId, userId));
}

/** The end of a session never moves. No network address is stored. */
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
