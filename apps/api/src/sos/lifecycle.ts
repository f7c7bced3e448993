import { isEnded, type SosStatus } from '@guilde/contracts/sos/rules.ts';
import { eq, sql } from 'drizzle-orm';
import { publishConversations } from '../conversations/conversations.ts';
import { appendLine } from '../conversations/messages.ts';
import { removeConversationOf } from '../conversations/moderation.ts';
import { conversations } from '../conversations/tables.ts';
import { removeFiles } from '../files/files.ts';
import { files } from '../files/tables.ts';
import type { Tx } from '../platform/database/db.ts';
import { invalidateCache } from '../platform/database/versioned-cache.ts';
import type { Deps } from '../platform/deps.ts';
import { sosRequests } from './tables.ts';

type ClosedBy = NonNullable<(typeof sosRequests.$inferSelect)['closedBy']>;

type KnownSos = { id: string; status: SosStatus; conversation: { id: string } | null };

/** The conversation's line names `memberId`. */
type Change = { memberId: string | null } & (
  | { to: 'closed'; by: ClosedBy }
  | { to: Exclude<SosStatus, 'closed'>; by?: ClosedBy }
);

/**
 * The status of an SOS and its conversation changes only here (docs/adr/0013-one-life.md). The caller checks
 * permissions and publishes the SOS.
 */
export async function changeStatus(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'live'>,
  sos: KnownSos,
  change: Change,
): Promise<void> {
  const now = deps.clock.now();
  const { to } = change;
  const endsNow = isEnded({ status: to });
  const raised = endsNow ? sql`0` : sosRequests.isUrgent;
  await tx.orm
    .update(sosRequests)
    .set({
      status: to,
      updatedAt: now,
      resolvedAt: to === 'resolved' ? now : null,
      closedAt: to === 'closed' ? now : null,
      closedBy: endsNow ? (change.by ?? null) : null,
      feedRank: sql`(${sosRequests.feedRank} / 2) * 2 + ${raised}`,
    })
    .where(eq(sosRequests.id, sos.id));
  if (!sos.conversation || !(endsNow || isEnded(sos))) return;
  const { id } = sos.conversation;
  await tx.orm
    .update(conversations)
    .set({ status: endsNow ? 'closed' : 'active' })
    .where(eq(conversations.id, id));
  const line = to === 'resolved' || to === 'closed' ? to : 'reopened';
  await appendLine(tx, deps, id, line, change.memberId);
  publishConversations(tx, deps, [id]);
}

/** Returns all participants, also past ones. */
export async function removeSos(tx: Tx, deps: Pick<Deps, 'live' | 'jobs'>, id: string): Promise<string[]> {
  await removeFiles(tx, deps, eq(files.sosId, id));
  const people = await removeConversationOf(tx, deps, eq(conversations.sosRequestId, id));
  await tx.orm.delete(sosRequests).where(eq(sosRequests.id, id));
  await invalidateCache(tx);
  tx.afterCommit(() => deps.live.publish('everyone', { type: 'sos.removed', sosId: id }));
  return people;
}
