import { LED_STATUSES } from '@guilde/contracts/deals/rules.ts';
import { and, eq, inArray, notInArray, or } from 'drizzle-orm';
import { iso, isoOrNull } from '../platform/clock.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { countInterests } from './commitments.ts';
import type { TxDeps } from './deal.ts';
import { cancelDeal, releaseLead } from './deals.ts';
import { dealCommitments, dealInterests, dealReviews, deals } from './tables.ts';
import { storeWithdrawal } from './withdrawals.ts';

export function dealsPersonalData(deps: Deps): PersonalData {
  return {
    archive: ({ id }) => archiveOf(deps, id),
    erase: (tx, memberId) => leaveDeals(tx, deps, memberId),
  };
}

async function archiveOf({ db }: Pick<Deps, 'db'>, memberId: string): Promise<Record<string, unknown>> {
  const { title } = deals;
  const [own, interests, commitments, reviews] = await Promise.all([
    db.orm
      .select()
      .from(deals)
      .where(or(eq(deals.authorId, memberId), eq(deals.leadId, memberId))),
    db.orm
      .select({ deal: title, volume: dealInterests.volume, createdAt: dealInterests.createdAt })
      .from(dealInterests)
      .innerJoin(deals, eq(deals.id, dealInterests.dealId))
      .where(eq(dealInterests.memberId, memberId)),
    db.orm
      .select({ title, row: dealCommitments })
      .from(dealCommitments)
      .innerJoin(deals, eq(deals.id, dealCommitments.dealId))
      .where(eq(dealCommitments.memberId, memberId)),
    db.orm
      .select({ title, row: dealReviews })
      .from(dealReviews)
      .innerJoin(deals, eq(deals.id, dealReviews.dealId))
      .where(eq(dealReviews.memberId, memberId)),
  ]);
  return {
    deals: own.map((deal) => ({
      title: deal.title,
      need: deal.need,
      kind: deal.kind,
      category: deal.category,
      status: deal.status,
      isAuthor: deal.authorId === memberId,
      isLead: deal.leadId === memberId,
      tie: deal.leadId === memberId ? deal.tie : null,
      tieNote: deal.leadId === memberId ? deal.tieNote : '',
      createdAt: iso(deal.createdAt),
    })),
    dealInterests: interests.map((row) => ({ ...row, createdAt: iso(row.createdAt) })),
    dealCommitments: commitments.map(({ title: deal, row }) => ({
      deal,
      quantity: row.quantity,
      state: row.state,
      reason: row.reason,
      consentAt: isoOrNull(row.consentAt),
      sentAt: isoOrNull(row.sentAt),
      createdAt: iso(row.createdAt),
    })),
    dealReviews: reviews.map(({ title: deal, row: { answer, saved, createdAt } }) => {
      return { deal, answer, saved, createdAt: iso(createdAt) };
    }),
  };
}

/**
 * Who leaves, or whom the team suspends, is interested and committed no more, and leads nothing; what was
 * kept stays without a name.
 */
export async function leaveDeals(tx: Tx, deps: TxDeps, memberId: string): Promise<void> {
  const isLed = and(eq(deals.leadId, memberId), inArray(deals.status, [...LED_STATUSES]));
  for (const deal of await tx.orm.select().from(deals).where(isLed)) await releaseLead(tx, deps, deal);
  const proposed = await tx.orm
    .select()
    .from(deals)
    .where(and(eq(deals.authorId, memberId), eq(deals.status, 'proposed')));
  for (const deal of proposed) await cancelDeal(tx, deps, deal, 'Son auteur ne peut plus le porter.');
  await withdrawAll(tx, deps, memberId);
  await tx.orm.update(dealCommitments).set({ siren: '' }).where(eq(dealCommitments.memberId, memberId));
  const { dealId } = dealInterests;
  const own = tx.orm.delete(dealInterests).where(eq(dealInterests.memberId, memberId));
  for (const gone of await own.returning({ dealId })) await countInterests(tx, deps, gone.dealId);
}

async function withdrawAll(tx: Tx, deps: TxDeps, memberId: string): Promise<void> {
  const commitments = await tx.orm
    .select({ commitment: dealCommitments, deal: deals })
    .from(dealCommitments)
    .innerJoin(deals, eq(deals.id, dealCommitments.dealId))
    .where(
      and(
        eq(dealCommitments.memberId, memberId),
        inArray(dealCommitments.state, ['committed', 'void']),
        notInArray(deals.status, ['concluded', 'reviewed']),
      ),
    );
  for (const one of commitments) await storeWithdrawal(tx, deps, one);
}
