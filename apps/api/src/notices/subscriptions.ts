import { ECDH, randomUUID } from 'node:crypto';
import { AppError } from '@guilde/contracts/errors.ts';
import type { pushSubscriptionInput } from '@guilde/contracts/pushes/input.ts';
import { PUSH_DEVICES_MAX, type PushDevice, type PushTestOutcome } from '@guilde/contracts/pushes/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, desc, eq, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { deviceName } from '../auth/devices.ts';
import { members, sessions } from '../auth/tables.ts';
import { iso, isoOrNull } from '../platform/clock.ts';
import { preparedQuery, type Queries, type Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import type { PushOutcome } from '../platform/services/push.ts';
import { settingsOf } from '../settings/settings.ts';
import { pushSubscriptions } from './tables.ts';

const MINUTE_MS = 60_000;
const FAILURES_MAX = 5;
/** Then one push is tried again, because the push service may have been away. */
const PAUSE_MS = 60 * MINUTE_MS;

type Subscription = typeof pushSubscriptions.$inferSelect;

/** This device comes first, then the others by age. */
export async function pushDevices(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
): Promise<PushDevice[]> {
  const now = clock.now();
  const rows = await db.orm
    .select({ device: pushSubscriptions, userAgent: sessions.userAgent })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(and(eq(pushSubscriptions.memberId, viewer.id), gt(sessions.expiresAt, new Date(now))))
    .orderBy(desc(eq(pushSubscriptions.sessionId, viewer.sessionId)), asc(pushSubscriptions.createdAt));
  return rows.map(({ device, userAgent }) => toDevice(device, userAgent, viewer, now));
}

function toDevice(
  { id, sessionId, createdAt, lastUsedAt, pausedUntil }: Subscription,
  userAgent: string | null,
  viewer: Viewer,
  now: number,
): PushDevice {
  return {
    id,
    name: deviceName(userAgent ?? ''),
    isThis: sessionId === viewer.sessionId,
    createdAt: iso(createdAt),
    lastUsedAt: isoOrNull(lastUsedAt),
    isPaused: pausedUntil > now,
  };
}

/**
 * Replaces the session's former subscription, and that of any session which had this browser before. It ends
 * a pause. Throws PUSH_SERVICE_UNKNOWN.
 */
export async function subscribeDevice(
  deps: Pick<Deps, 'db' | 'clock' | 'push'>,
  viewer: Viewer,
  { endpoint, keys }: z.output<typeof pushSubscriptionInput>,
): Promise<PushDevice[]> {
  if (!deps.push.isAllowed(endpoint)) throw new AppError('PUSH_SERVICE_UNKNOWN');
  if (!isPoint(keys.p256dh))
    throw new AppError('INVALID_INPUT', {}, { 'keys.p256dh': 'Cette clé n’est pas valable.' });
  const subscription = { endpoint, ...keys, memberId: viewer.id, sessionId: viewer.sessionId };
  await deps.db.write(async (tx) => {
    await tx.orm
      .delete(pushSubscriptions)
      .where(
        and(
          or(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.sessionId, viewer.sessionId)),
          or(ne(pushSubscriptions.endpoint, endpoint), ne(pushSubscriptions.sessionId, viewer.sessionId)),
        ),
      );
    await tx.orm
      .insert(pushSubscriptions)
      .values({ id: randomUUID(), ...subscription, createdAt: deps.clock.now() })
      .onConflictDoUpdate({
        target: pushSubscriptions.sessionId,
        set: { ...subscription, failures: 0, pausedUntil: 0 },
      });
    await removeOldest(tx, viewer.id);
  });
  return pushDevices(deps, viewer);
}

function isPoint(key: string): boolean {
  try {
    return ECDH.convertKey(key, 'prime256v1', 'base64url').length > 0;
  } catch {
    return false;
  }
}

async function removeOldest(tx: Tx, memberId: string): Promise<void> {
  const surplus = tx.orm
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.memberId, memberId))
    .orderBy(desc(pushSubscriptions.createdAt))
    .limit(PUSH_DEVICES_MAX)
    .offset(PUSH_DEVICES_MAX);
  await tx.orm.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, surplus));
}

/** Throws NOT_FOUND, also for others' devices. */
export async function unsubscribeDevice({ db }: Pick<Deps, 'db'>, viewer: Viewer, id: string): Promise<void> {
  const removed = await db.orm
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.memberId, viewer.id)))
    .returning({ id: pushSubscriptions.id });
  if (removed.length === 0) throw new AppError('NOT_FOUND');
}

export async function testDevice(
  deps: Pick<Deps, 'db' | 'clock' | 'push'>,
  viewer: Viewer,
): Promise<PushTestOutcome> {
  const [device] = await deps.db.orm
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.sessionId, viewer.sessionId));
  if (!device) return 'none';
  const { sound } = await settingsOf(deps.db.orm, viewer.id);
  const payload = {
    id: randomUUID(),
    kind: 'test',
    title: 'Guilde',
    body: 'Cet appareil reçoit les notifications de Guilde.',
    path: '/settings/notifications',
    tag: 'test',
    badge: 0,
    silent: !sound,
  };
  const outcome = await deps.push.send(device, payload, { ttlMs: MINUTE_MS, urgency: 'high', topic: 'test' });
  await recordOutcome(deps.db.orm, deps, device.id, outcome);
  return outcome.is;
}

/** A push that did not arrive is a failure; after five in a row the device is paused. */
export async function recordOutcome(
  queries: Queries,
  { clock }: Pick<Deps, 'clock'>,
  id: string,
  { is }: Pick<PushOutcome, 'is'>,
): Promise<void> {
  const isIt = eq(pushSubscriptions.id, id);
  const now = clock.now();
  if (is === 'gone') await queries.delete(pushSubscriptions).where(isIt);
  else if (is === 'accepted')
    await queries.update(pushSubscriptions).set({ lastUsedAt: now, failures: 0, pausedUntil: 0 }).where(isIt);
  else if (is !== 'busy')
    await queries
      .update(pushSubscriptions)
      .set({
        failures: sql`${pushSubscriptions.failures} + 1`,
        pausedUntil: sql`case when ${pushSubscriptions.failures} + 1 >= ${FAILURES_MAX} then ${now + PAUSE_MS} else 0 end`,
      })
      .where(isIt);
}

const isInUse = and(
  lte(pushSubscriptions.pausedUntil, sql.placeholder('now')),
  gt(sql<number>`${sessions.expiresAt}`, sql.placeholder('now')),
  isNull(members.suspendedAt),
);

const ofMembers = preparedQuery((queries) =>
  queries
    .select({ id: pushSubscriptions.id, memberId: pushSubscriptions.memberId })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .innerJoin(members, eq(members.id, pushSubscriptions.memberId))
    .where(
      and(
        sql`${pushSubscriptions.memberId} in (select value from json_each(${sql.placeholder('memberIds')}))`,
        isInUse,
      ),
    )
    .prepare(),
);

/** Returns the devices of valid sessions that are not paused, by member. */
export async function devicesInUse(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  memberIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await ofMembers(db.orm).all({ memberIds: JSON.stringify(memberIds), now: clock.now() });
  const devices = new Map<string, string[]>();
  for (const { id, memberId } of rows) devices.set(memberId, [...(devices.get(memberId) ?? []), id]);
  return devices;
}

const byId = preparedQuery((queries) =>
  queries
    .select({ subscription: pushSubscriptions })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .innerJoin(members, eq(members.id, pushSubscriptions.memberId))
    .where(and(eq(pushSubscriptions.id, sql.placeholder('id')), isInUse))
    .prepare(),
);

/** Returns undefined once its session has ended. */
export async function deviceInUse(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: string,
): Promise<Subscription | undefined> {
  const [row] = await byId(db.orm).all({ id, now: clock.now() });
  return row?.subscription;
}
