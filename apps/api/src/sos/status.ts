import { isEnded, type SosStatus } from '@guilde/contracts/sos.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/db.ts';
import { sosRequests } from './tables.ts';

/**
 * Gives an SOS another status, if it stands at one of `from`: instants of its end and place in the feed follow.
 * False when it stands elsewhere. `now` in milliseconds. Who calls publishes.
 */
export async function setSosStatus(
  { orm }: Tx,
  id: string,
  change: { from: readonly SosStatus[]; to: SosStatus; now: number },
): Promise<boolean> {
  const { from, to, now } = change;
  const raised = isEnded({ status: to }) ? sql`0` : sosRequests.isUrgent;
  const [changed] = await orm
    .update(sosRequests)
    .set({
      status: to,
      updatedAt: now,
      resolvedAt: to === 'resolved' ? now : null,
      closedAt: to === 'closed' ? now : null,
      feedRank: sql`(${sosRequests.feedRank} / 2) * 2 + ${raised}`,
    })
    .where(and(eq(sosRequests.id, id), inArray(sosRequests.status, [...from])))
    .returning({ id: sosRequests.id });
  return changed !== undefined;
}
