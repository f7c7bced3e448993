import { NOTICES, type NoticeKind, type NoticeReason } from '@guilde/contracts/notices/channels.ts';
import { sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { notices } from './tables.ts';

/**
 * `subject` is a stable name of the event. After `until`, in milliseconds, nobody is notified any more. Mails
 * may quote the note, which is stored with their job only.
 */
export type Notice = {
  kind: NoticeKind;
  memberIds: readonly string[];
  subject: string;
  until?: number;
  note?: string | undefined;
};

declare module '../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'notice.decide': Pick<Notice, 'kind' | 'memberIds' | 'subject' | 'note'> & {
      /** The pushes failed. */
      withoutPush?: boolean;
    };
  }
}

/**
 * Stores the notice in the event's transaction; the channel is decided afterwards (decide.ts). Each member gets an
 * event once.
 */
export async function notify(
  tx: Tx,
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  { kind, memberIds, subject, note, until = Number.POSITIVE_INFINITY }: Notice,
): Promise<void> {
  if (memberIds.length === 0) return;
  const now = clock.now();
  const latest = Math.min(until, now + NOTICES[kind].keptMs);
  await tx.orm
    .insert(notices)
    .select(
      sql`select lower(hex(randomblob(16))), value, ${kind}, ${subject}, ${now}, ${latest}, null, null, null, 0, null, 1 from json_each(${JSON.stringify(memberIds)}) where true`,
    )
    .onConflictDoNothing();
  await jobs.enqueue(tx, 'notice.decide', { kind, memberIds, subject, ...(note && { note }) });
}

/** Members find out that they were not notified, and why. Their list has it; nothing is sent. */
export async function noteSilence(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  event: Pick<Notice, 'kind' | 'subject'>,
  silenced: readonly { memberId: string; reason: NoticeReason }[],
): Promise<void> {
  if (silenced.length === 0) return;
  const now = clock.now();
  const decided = { ...event, channel: 'none' as const, createdAt: now, until: now, decidedAt: now };
  await tx.orm
    .insert(notices)
    .values(silenced.map(({ memberId, reason }) => ({ ...decided, memberId, reason })))
    .onConflictDoNothing();
}
