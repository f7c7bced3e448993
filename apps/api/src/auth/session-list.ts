import type { SignedInDevice } from '@guilde/contracts/auth/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, desc, eq, gt, ne } from 'drizzle-orm';
import { iso } from '../platform/clock.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import type { Source } from '../platform/http/http.ts';
import { deviceName } from './devices.ts';
import { endPending } from './pending.ts';
import { recordSecurity } from './security-log.ts';
import { sessions } from './tables.ts';

type EndingDeps = Pick<Deps, 'db' | 'live' | 'clock' | 'secrets' | 'log'>;

export async function listSessions(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
): Promise<SignedInDevice[]> {
  const rows = await db.orm
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, viewer.id), gt(sessions.expiresAt, new Date(clock.now()))))
    .orderBy(desc(eq(sessions.id, viewer.sessionId)), desc(sessions.updatedAt), asc(sessions.id));
  return rows.map((row) => ({
    id: row.id,
    current: row.id === viewer.sessionId,
    device: deviceName(row.userAgent ?? ''),
    createdAt: iso(row.createdAt.getTime()),
    lastSeenAt: iso(row.updatedAt.getTime()),
  }));
}

export async function signOut(deps: EndingDeps, viewer: Viewer, source: Source): Promise<void> {
  const { db, live } = deps;
  await db.write(async (tx) => {
    await tx.orm.delete(sessions).where(eq(sessions.id, viewer.sessionId));
    await recordSecurity(tx, deps, { kind: 'sign-out', account: viewer, source });
    tx.afterCommit(() => live.endSession(viewer.sessionId, false));
  });
}

/** @throws NOT_FOUND, also for others' sessions. */
export async function revokeSession(
  deps: EndingDeps,
  viewer: Viewer,
  sessionId: string,
  source: Source,
): Promise<void> {
  const { db, live } = deps;
  await db.write(async (tx) => {
    const ended = await tx.orm
      .delete(sessions)
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, viewer.id)))
      .returning({ id: sessions.id });
    if (ended.length === 0) throw new AppError('NOT_FOUND');
    await endPending(tx, viewer.id);
    await recordSecurity(tx, deps, { kind: 'session.ended', account: viewer, source, reason: 'ONE' });
    tx.afterCommit(() => live.endSession(sessionId, true));
  });
}

export async function revokeOtherSessions(deps: EndingDeps, viewer: Viewer, source: Source): Promise<void> {
  await deps.db.write(async (tx) => {
    const ended = await endAccess(tx, deps, viewer.id, { kept: viewer.sessionId });
    if (ended > 0)
      await recordSecurity(tx, deps, { kind: 'session.ended', account: viewer, source, reason: 'OTHERS' });
  });
}

/**
 * `kept` stays open, and the session `quiet` gets no forced sign-out. Resolves with the number of ended
 * sessions.
 */
export async function endAccess(
  tx: Tx,
  { live }: Pick<Deps, 'live'>,
  userId: string,
  { kept, quiet }: { kept?: string | undefined; quiet?: string | undefined } = {},
): Promise<number> {
  await endPending(tx, userId);
  const ended = await tx.orm
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, kept ?? '')))
    .returning({ id: sessions.id });
  tx.afterCommit(() => {
    for (const { id } of ended) live.endSession(id, id !== quiet);
  });
  return ended.length;
}
