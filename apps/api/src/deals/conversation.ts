import { DEAL_SEATS } from '@guilde/contracts/deals/rules.ts';
import { and, asc, eq, inArray, ne, not, or, type SQLWrapper, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/sqlite-core';
import { closeConversations, followPeople } from '../conversations/owned.ts';
import { conversations, participants } from '../conversations/tables.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { areSeparated } from '../profiles/blocks.ts';
import { dealCommitments, dealInterests, deals } from './tables.ts';

/**
 * Call it after each change of the lead, of the status, or of who is interested or committed: the
 * conversation opens with the first lead, has a seat for each of them while there are seats, and is closed
 * for writing once the deal is over. A member whom a block separates from the lead gets no seat, but keeps one.
 */
export async function followDeal(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'live' | 'jobs'>,
  dealId: string,
): Promise<void> {
  const [deal] = await tx.orm
    .select({
      leadId: deals.leadId,
      approvedAt: deals.approvedAt,
      isOver: sql<number>`${deals.status} in ('reviewed', 'cancelled')
        or (${deals.status} = 'not-reached' and ${deals.choiceUntil} is null)`,
      conversation: conversations,
    })
    .from(deals)
    .leftJoin(conversations, eq(conversations.dealId, deals.id))
    .where(eq(deals.id, dealId));
  if (!deal?.conversation && !(deal?.leadId && deal.approvedAt)) return;
  if (deal.isOver) {
    if (deal.conversation?.status !== 'closed')
      await closeConversations(tx, deps, eq(conversations.dealId, dealId));
    return;
  }
  const present = tx.orm
    .select({ memberId: participants.userId })
    .from(participants)
    .where(
      and(eq(participants.conversationId, deal.conversation?.id ?? ''), eq(participants.isActive, true)),
    );
  const maySit = (memberId: SQLWrapper) =>
    or(not(areSeparated(memberId, sql`${deal.leadId}`)), inArray(memberId, present));
  const committed = tx.orm
    .select({ memberId: sql<string>`${dealCommitments.memberId}`, at: dealCommitments.createdAt })
    .from(dealCommitments)
    .where(
      and(
        eq(dealCommitments.dealId, dealId),
        ne(dealCommitments.state, 'withdrawn'),
        sql`${dealCommitments.memberId} is not null`,
        maySit(dealCommitments.memberId),
      ),
    );
  const interested = tx.orm
    .select({ memberId: dealInterests.memberId, at: dealInterests.createdAt })
    .from(dealInterests)
    .where(and(eq(dealInterests.dealId, dealId), maySit(dealInterests.memberId)));
  const people = await unionAll(committed, interested).orderBy(asc(sql`created_at`));
  await followPeople(tx, deps, deal.conversation, {
    owner: { dealId },
    requesterId: deal.leadId,
    people: people.map(({ memberId }) => memberId),
    maxParticipants: DEAL_SEATS,
  });
}
