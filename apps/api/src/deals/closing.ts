import type { dealChoiceInput } from '@guilde/contracts/deals/input.ts';
import {
  CHOICE_MS,
  type DealOffer,
  denyConclusion,
  PROGRESS_MIN,
  PROLONGED_DAYS,
  REVIEW_AFTER_MS,
  reachedTier,
  roundedSum,
  SILENT_MS,
} from '@guilde/contracts/deals/rules.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import { and, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { publishModeration } from '../auth/administrators.ts';
import type { Tx } from '../platform/database/db.ts';
import { type DealDeps, dealVerb, endCommitments, leadVerb, type TxDeps, updateDeal } from './deal.ts';
import { remindInterested } from './notices.ts';
import type { DealRow } from './queries.ts';
import { dealOffers, deals } from './tables.ts';

const DAY_MS = 86_400_000;
const REMINDED_MS = 2 * DAY_MS;

declare module '../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'deal.due': { dealId: string };
  }
}

type PlanDeps = Pick<TxDeps, 'jobs' | 'clock'>;

/** The job reads from the deal what is due, so that a deal that has changed meanwhile is left alone. */
export function scheduleDue(tx: Tx, { jobs, clock }: PlanDeps, dealId: string, at: number): Promise<void> {
  return jobs.enqueue(tx, 'deal.due', { dealId }, { delay: Math.max(0, at - clock.now()) });
}

export async function scheduleClose(
  tx: Tx,
  deps: PlanDeps,
  { id, commitUntil }: { id: string; commitUntil: number },
): Promise<void> {
  await scheduleDue(tx, deps, id, commitUntil - REMINDED_MS);
  await scheduleDue(tx, deps, id, commitUntil);
}

/** An imported community has no jobs: what is still to come of its deals is planned again. */
export async function planDeals(tx: Tx, deps: PlanDeps): Promise<void> {
  const isPending = inArray(deals.status, ['open', 'cancelled', 'not-reached', 'concluded']);
  for (const deal of await tx.orm.select().from(deals).where(isPending)) {
    const { id, status, commitUntil, choiceUntil, concludedAt } = deal;
    if (status === 'open' && commitUntil !== null) await scheduleClose(tx, deps, { id, commitUntil });
    if (status === 'cancelled' && commitUntil !== null) await scheduleDue(tx, deps, id, commitUntil);
    if (choiceUntil !== null) await scheduleDue(tx, deps, id, choiceUntil);
    if (concludedAt !== null) await scheduleDue(tx, deps, id, concludedAt + REVIEW_AFTER_MS);
  }
}

/** Closes, reminds, gives up or asks for reviews, whichever is due; a second run finds nothing to do. */
export function runDue(deps: DealDeps, { dealId }: { dealId: string }): Promise<void> {
  return deps.db.write(async (tx) => {
    const now = deps.clock.now();
    const [row] = await tx.orm
      .select({ deal: deals, offer: dealOffers.offer })
      .from(deals)
      .leftJoin(dealOffers, and(eq(dealOffers.dealId, deals.id), eq(dealOffers.revision, deals.revision)))
      .where(eq(deals.id, dealId));
    if (!row) return;
    const { deal, offer } = row;
    const isDue = (at: number | null) => at !== null && at <= now;
    if (deal.status === 'open' && offer && isDue(deal.commitUntil)) await closeDeal(tx, deps, deal, offer);
    else if (deal.status === 'open' && isDue((deal.commitUntil ?? 0) - REMINDED_MS))
      await remindInterested(tx, deps, deal);
    if (deal.status === 'cancelled' && isDue(deal.commitUntil)) await endCommitments(tx, deps, dealId);
    if (deal.status === 'not-reached' && isDue(deal.choiceUntil)) await giveUp(tx, deps, deal);
    if (deal.status === 'concluded' && isDue((deal.concludedAt ?? now) + REVIEW_AFTER_MS))
      await updateDeal(tx, deps, dealId, { status: 'reviewed' });
  });
}

/** A deal closes at its hour, or as soon as nothing is left to commit to. */
export async function closeDeal(tx: Tx, deps: TxDeps, deal: DealRow, offer: DealOffer): Promise<void> {
  if (deal.total >= offer.minTotal) return reach(tx, deps, deal);
  if (deal.leadId === null) return giveUp(tx, deps, deal);
  const now = deps.clock.now();
  const choiceUntil = now + CHOICE_MS;
  await updateDeal(tx, deps, deal.id, { status: 'not-reached', endedAt: now, choiceUntil });
  await scheduleDue(tx, deps, deal.id, choiceUntil);
}

async function reach(tx: Tx, deps: TxDeps, deal: DealRow): Promise<void> {
  const now = deps.clock.now();
  await updateDeal(tx, deps, deal.id, {
    ...shownSums(deal),
    status: 'reached',
    endedAt: now,
    commitUntil: Math.min(deal.commitUntil ?? now, now),
    choiceUntil: null,
    leadActedAt: now,
  });
}

function shownSums({ committed, total }: Pick<DealRow, 'committed' | 'total'>) {
  const isEnough = committed >= PROGRESS_MIN;
  return { shownMembers: isEnough ? committed : null, shownTotal: isEnough ? roundedSum(total) : null };
}

async function giveUp(tx: Tx, deps: TxDeps, deal: DealRow): Promise<void> {
  await endCommitments(tx, deps, deal.id);
  const endedAt = deal.endedAt ?? deps.clock.now();
  await updateDeal(tx, deps, deal.id, { status: 'not-reached', endedAt, choiceUntil: null });
}

/** The lead chooses once. Throws NOT_FOUND, DEAL_CLOSED. */
export const choose = leadVerb(async ({ tx, deps, deal }, { choice }: typeof dealChoiceInput._output) => {
  const { id, stored, terms } = deal;
  const now = deps.clock.now();
  if (stored.choiceUntil === null || stored.choiceUntil <= now) throw new AppError('DEAL_CLOSED');
  if (choice === 'abandon') return giveUp(tx, deps, stored);
  if (choice === 'lower-tier' && reachedTier(terms?.tiers ?? [], stored.total))
    return reach(tx, deps, stored);
  if (choice === 'lower-tier' || stored.isProlonged) throw new AppError('DEAL_CLOSED');
  const commitUntil = now + PROLONGED_DAYS * DAY_MS;
  const set = { status: 'open' as const, endedAt: null, choiceUntil: null, isProlonged: true };
  await updateDeal(tx, deps, id, { ...set, commitUntil, leadActedAt: now });
  await scheduleClose(tx, deps, { id, commitUntil });
});

/** The conditions hold from now on. Throws NOT_FOUND, DEAL_CLOSED. */
export const conclude = dealVerb(async ({ tx, deps, deal }) => {
  if (deal.isLead && deal.status === 'concluded') return;
  refuseIf(denyConclusion(deal));
  const concludedAt = deps.clock.now();
  await updateDeal(tx, deps, deal.id, { status: 'concluded', concludedAt });
  await scheduleDue(tx, deps, deal.id, concludedAt + REVIEW_AFTER_MS);
});

/** Runs once a day, so that nobody reads one commitment from two sums. */
export async function renewProgress(deps: DealDeps): Promise<void> {
  await deps.db.write(async (tx) => {
    const open = await tx.orm.select().from(deals).where(sql`${deals.status} = 'open'`);
    for (const deal of open) {
      const sums = shownSums(deal);
      if (sums.shownTotal !== deal.shownTotal || sums.shownMembers !== deal.shownMembers)
        await updateDeal(tx, deps, deal.id, sums);
    }
  });
}

/** A lead who did nothing for two weeks is asked, and the team may look for another one. */
export async function askSilentLeads(deps: DealDeps): Promise<void> {
  await deps.db.write(async (tx) => {
    const now = deps.clock.now();
    const isSilent = and(
      lt(deals.leadActedAt, now - SILENT_MS),
      isNotNull(deals.leadId),
      isNull(deals.askedAt),
      inArray(deals.status, ['negotiation', 'open', 'reached']),
    );
    const silent = await tx.orm.select({ id: deals.id }).from(deals).where(isSilent);
    for (const { id } of silent) await updateDeal(tx, deps, id, { askedAt: now });
    if (silent.length > 0) await publishModeration(tx, deps, 'deals');
  });
}
