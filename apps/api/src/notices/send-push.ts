import { NOTICES } from '@guilde/contracts/notices/channels.ts';
import type { PushPayload } from '@guilde/contracts/pushes/rules.ts';
import { shortened } from '@guilde/contracts/text.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { JobFailure } from '../platform/jobs/failures.ts';
import type { JobRun } from '../platform/jobs/jobs.ts';
import type { PushOutcome } from '../platform/services/push.ts';
import { settingsOf } from '../settings/settings.ts';
import type { NoticeContent, NoticeSources } from './content.ts';
import { deviceInUse, recordOutcome } from './subscriptions.ts';
import { notices } from './tables.ts';

const MINUTE_MS = 60_000;
/** The limit is in characters; a push service takes 4 096 encrypted bytes at least. */
const TITLE_MAX = 120;
const BODY_MAX = 400;

/** The attempts follow every quarter of an hour. The event's age ends them, not their number. */
export const PUSH_JOBS = { attempts: 400, longestWait: 15 * MINUTE_MS, personal: true, atOnce: 2 };

declare module '../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'push.send': { noticeId: string; subscriptionId: string };
  }
}

type PushDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'live' | 'push' | 'config' | 'secrets'> & NoticeSources;
type Notice = typeof notices.$inferSelect;

/** Each attempt checks again whether the notice is still needed and the device may get it. */
export async function sendPush(
  deps: PushDeps,
  { noticeId, subscriptionId }: { noticeId: string; subscriptionId: string },
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const { db, clock, live } = deps;
  const [notice] = await db.orm.select().from(notices).where(eq(notices.id, noticeId));
  if (!notice) return;
  const device = await deviceInUse(deps, subscriptionId);
  if (!device) return end(deps, notice, null, subscriptionId);
  const ttlMs = notice.until - clock.now();
  if (ttlMs <= 0) return end(deps, notice, 'unreachable', subscriptionId);
  const { isLive, urgency } = NOTICES[notice.kind];
  const isPresent = isLive && live.presenceOf(notice.memberId) !== 'away';
  const { kind, memberId, subject } = notice;
  const content = isPresent ? null : await deps.kinds[kind].describe(db.orm, memberId, subject, deps);
  if (!content || content === 'blocked') return;
  const payload = await payloadOf(deps, notice, content);
  const outcome = await deps.push.send(device, payload, { ttlMs, urgency, topic: content.tag }, signal);
  const isTransient = outcome.is === 'unreachable' || outcome.is === 'busy';
  const wait = outcome.is === 'busy' ? outcome.after : 0;
  if (isTransient && wait < ttlMs)
    throw new JobFailure(outcome.is === 'busy' ? 'PUSH_BUSY' : 'PUSH_UNREACHABLE', wait);
  await end(deps, notice, outcome.is, subscriptionId);
}

async function payloadOf(
  { db, kinds, unreadTotal }: PushDeps,
  { id, kind, memberId, subject }: Notice,
  { title, body, path = kinds[kind].place(subject).path, tag }: NoticeContent,
): Promise<PushPayload> {
  const [{ sound }, badge] = await Promise.all([settingsOf(db.orm, memberId), unreadTotal(db.orm, memberId)]);
  return {
    id,
    kind,
    title: shortened(title, TITLE_MAX),
    body: shortened(body, BODY_MAX),
    path,
    tag,
    badge,
    silent: !sound,
  };
}

/** When the last device of a member fails, another channel is looked for. `is` is null if none was tried. */
async function end(
  deps: PushDeps,
  notice: Notice,
  is: PushOutcome['is'] | null,
  subscriptionId: string,
): Promise<void> {
  await deps.db.write(async (tx) => {
    if (is) await recordOutcome(tx.orm, deps, subscriptionId, { is });
    if (is === 'accepted') return recordAccepted(tx, deps, notice);
    const [left] = await tx.orm
      .update(notices)
      .set({ pushesLeft: sql`${notices.pushesLeft} - 1` })
      .where(and(eq(notices.id, notice.id), isNull(notices.acceptedAt)))
      .returning({ pushes: notices.pushesLeft });
    if (!left || left.pushes > 0 || notice.until <= deps.clock.now()) return;
    await tx.orm.update(notices).set({ channel: null, decidedAt: null }).where(eq(notices.id, notice.id));
    const { kind, subject, memberId } = notice;
    await deps.jobs.enqueue(tx, 'notice.decide', { kind, subject, memberIds: [memberId], withoutPush: true });
  });
}

async function recordAccepted(
  tx: Tx,
  deps: PushDeps,
  { id, kind, memberId, subject }: Notice,
): Promise<void> {
  const [first] = await tx.orm
    .update(notices)
    .set({ acceptedAt: deps.clock.now() })
    .where(and(eq(notices.id, id), isNull(notices.acceptedAt)))
    .returning({ id: notices.id });
  if (first) await deps.pushed[kind]?.(tx, memberId, subject);
}
