import type { dealMessageInput, dealReviewInput, keptInput } from '@guilde/contracts/deals/input.ts';
import { denyMessage, denyNames, denyReview } from '@guilde/contracts/deals/rules.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import { recordAct } from '../platform/audit.ts';
import { csv } from '../platform/csv.ts';
import { memberRefColumns, memberRefs } from '../profiles/members.ts';
import { profiles } from '../profiles/tables.ts';
import { type DealDeps, dealVerb, leadVerb, updateDeal } from './deal.ts';
import { committedTo, tellDeal } from './notices.ts';
import { dealFor, isNamed } from './queries.ts';
import { dealCommitments, dealReviews } from './tables.ts';

/** It is said of those whom the lead knows by name. A late withdrawal stays one. Throws NOT_FOUND, DEAL_CLOSED. */
export const markKept = dealVerb(
  async ({ tx, deps, viewer, deal }, { memberId, kept }: typeof keptInput._output) => {
    refuseIf(denyNames(deal));
    if (deal.status === 'reached') throw new AppError('DEAL_CLOSED');
    const now = deps.clock.now();
    const isTheirs = and(eq(dealCommitments.memberId, memberId), ne(dealCommitments.memberId, viewer.id));
    const marked = await tx.orm
      .update(dealCommitments)
      .set({ state: kept ? 'kept' : 'not-kept', updatedAt: now })
      .where(and(isNamed(deal.id, viewer.id), isTheirs, eq(dealCommitments.reason, '')))
      .returning({ id: dealCommitments.id });
    if (marked.length === 0) throw new AppError('NOT_FOUND');
    await updateDeal(tx, deps, deal.id, { leadActedAt: now, askedAt: null });
  },
);

/**
 * The lead takes name, shop and quantity of those who agreed along to the supplier, which the journal says;
 * from then on they cannot be taken back.
 * @throws NOT_FOUND, DEAL_CLOSED, CONSENT_REQUIRED when nobody agreed.
 */
export function exportCommitted(deps: DealDeps, viewer: Viewer, id: string): Promise<string> {
  return deps.db.write(async (tx) => {
    const deal = await dealFor(tx.orm, viewer, id);
    refuseIf(denyNames(deal));
    const now = deps.clock.now();
    const isSent = and(isNamed(id, viewer.id), ne(dealCommitments.state, 'not-kept'));
    const rows = await tx.orm
      .select({ member: memberRefColumns, quantity: dealCommitments.quantity })
      .from(dealCommitments)
      .innerJoin(profiles, eq(profiles.userId, dealCommitments.memberId))
      .where(isSent)
      .orderBy(asc(dealCommitments.createdAt), asc(dealCommitments.id));
    if (rows.length === 0) throw new AppError('CONSENT_REQUIRED');
    await tx.orm
      .update(dealCommitments)
      .set({ sentAt: now })
      .where(and(isSent, isNull(dealCommitments.sentAt)));
    await updateDeal(tx, deps, id, { leadActedAt: now, askedAt: null });
    const lead = (await memberRefs(tx.orm, [viewer.id])).get(viewer.id);
    await recordAct(
      tx,
      deps,
      { id: viewer.id, name: memberName(lead) },
      {
        action: 'deal.export',
        subject: { type: 'deal', id, label: deal.title },
        after: { rows: rows.length },
      },
    );
    return csv([
      ['Prénom', 'Nom', 'Boutique', 'Quantité'],
      ...rows.map(({ member, quantity }) => [
        member.firstName,
        member.lastName,
        member.storeName,
        String(quantity),
      ]),
    ]);
  });
}

/** The lead writes to all who are committed, who stay unnamed. The same id again is told once. Throws NOT_FOUND, DEAL_CLOSED. */
export const writeToCommitted = leadVerb(
  async ({ tx, deps, deal }, { id: at, text: note }: typeof dealMessageInput._output) => {
    const { id: dealId } = deal;
    refuseIf(denyMessage(deal));
    const memberIds = await committedTo(tx.orm, dealId, ['committed', 'void', 'kept']);
    await tellDeal(tx, deps, { what: 'message', dealId, memberIds, at, note });
    await updateDeal(tx, deps, dealId, { leadActedAt: deps.clock.now(), askedAt: null });
  },
);

/** The last answer counts. Throws NOT_FOUND for who was not in it, DEAL_CLOSED before the 30 days. */
export const reviewDeal = dealVerb(
  async ({ tx, deps, viewer, deal }, review: typeof dealReviewInput._output) => {
    refuseIf(denyReview(deal));
    await tx.orm
      .insert(dealReviews)
      .values({ ...review, dealId: deal.id, memberId: viewer.id, createdAt: deps.clock.now() })
      .onConflictDoUpdate({ target: [dealReviews.dealId, dealReviews.memberId], set: review });
    await updateDeal(tx, deps, deal.id, {});
  },
);
