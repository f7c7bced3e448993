import { NOTICES, type NoticeKind } from '@guilde/contracts/notices/channels.ts';
import { sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { notices } from './tables.ts';

/** `subject`: a stable name of the event. `until`: later it is not told, in milliseconds. */
export type Notice = {
  kind: NoticeKind;
  memberIds: readonly string[];
  subject: string;
  until?: number;
};

declare module '../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'notice.decide': Pick<Notice, 'kind' | 'memberIds' | 'subject'> & {
      /** Pushes were tried in vain. */
      withoutPush?: boolean;
    };
  }
}

/**
 * In the transaction of the event; how each member is told is decided afterwards (decide.ts). Both statements are asked
 * together, and share a trip with those that the caller asks beside them. An event is told to a member once.
 */
export async function notify(
  tx: Tx,
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  { kind, memberIds, subject, until = Number.POSITIVE_INFINITY }: Notice,
): Promise<void> {
  if (memberIds.length === 0) return;
  const now = clock.now();
  const latest = Math.min(until, now + NOTICES[kind].keptMs);
  await Promise.all([
    tx.orm
      .insert(notices)
      .select(
        sql`select lower(hex(randomblob(16))), value, ${kind}, ${subject}, ${now}, ${latest}, null, null, null, 0, null from json_each(${JSON.stringify(memberIds)}) where true`,
      )
      .onConflictDoNothing(),
    jobs.enqueue(tx, 'notice.decide', { kind, memberIds, subject }),
  ]);
}
