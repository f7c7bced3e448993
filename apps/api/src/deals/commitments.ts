import { randomUUID } from 'node:crypto';
import type {
  commitInput,
  confirmDealInput,
  consentInput,
  dealInterestInput,
  withdrawInput,
} from '@guilde/contracts/deals/input.ts';
import {
  type DealOffer,
  denyCommitment,
  denyInterest,
  isLateWithdrawal,
} from '@guilde/contracts/deals/rules.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, gt, ne, sql } from 'drizzle-orm';
import type { Queries, Tx } from '../platform/database/db.ts';
import { closeDeal } from './closing.ts';
import { type Acting, dealVerb, refuseUncertified, type TxDeps, updateDeal } from './deal.ts';
import { dealCommitments, dealInterests, deals } from './tables.ts';
import { storeWithdrawal, takeConsentBack } from './withdrawals.ts';

/** Throws NOT_FOUND, DEAL_CLOSED. */
export const setInterest = dealVerb(
  async ({ tx, deps, viewer, deal }, { volume }: typeof dealInterestInput._output) => {
    refuseIf(denyInterest(deal));
    const own = { dealId: deal.id, memberId: viewer.id, volume, createdAt: deps.clock.now() };
    const target = [dealInterests.dealId, dealInterests.memberId];
    await tx.orm.insert(dealInterests).values(own).onConflictDoUpdate({ target, set: { volume } });
    await countInterests(tx, deps, deal.id);
  },
);

export const endInterest = dealVerb(async ({ tx, deps, viewer, deal }) => {
  const isOwn = and(eq(dealInterests.dealId, deal.id), eq(dealInterests.memberId, viewer.id));
  await tx.orm.delete(dealInterests).where(isOwn);
  await countInterests(tx, deps, deal.id);
});

export async function countInterests(tx: Tx, deps: TxDeps, dealId: string): Promise<void> {
  const interested = await tx.orm.$count(dealInterests, eq(dealInterests.dealId, dealId));
  await updateDeal(tx, deps, dealId, { interested });
}

/**
 * Another quantity takes the place of the former; the same is the same.
 * @throws NOT_FOUND, DEAL_CLOSED, DEALS_CERTIFIED_ONLY, DEAL_CHANGED, CONSENT_REQUIRED, COMMITMENT_TOO_SMALL,
 * COMMITMENT_TOO_LARGE, DEAL_TOTAL_REACHED, DEAL_COMPANY_COMMITTED.
 */
export const commit = dealVerb(storeCommitment);

/** « Ça me va »: quantity and consent stay. A new supplier needs a new consent. Throws as `commit`. */
export const confirmCommitment = dealVerb(
  async (acting: Acting, { revision }: typeof confirmDealInput._output) => {
    const { ownRow } = acting.deal;
    if (ownRow?.state !== 'void' && ownRow?.state !== 'committed') throw new AppError('NOT_FOUND');
    const consent = ownRow.consentAt !== null;
    await storeCommitment(acting, { quantity: ownRow.quantity, consent, revision });
  },
);

async function storeCommitment(
  { tx, deps, viewer, deal }: Acting,
  { quantity, consent, revision }: typeof commitInput._output,
): Promise<void> {
  const now = deps.clock.now();
  const { id, ownRow, terms, stored } = deal;
  refuseIf(denyCommitment(deal, now));
  const company = await refuseUncertified(tx.orm, viewer);
  const siren = ownRow && ownRow.state !== 'withdrawn' ? ownRow.siren : company;
  await refuseSecondOf(tx.orm, viewer, id, siren);
  if (!terms || deal.revision !== revision) throw new AppError('DEAL_CHANGED');
  if (!consent) throw new AppError('CONSENT_REQUIRED');
  if (quantity < terms.minEach) throw new AppError('COMMITMENT_TOO_SMALL', { minimum: terms.minEach });
  if (terms.maxEach !== null && quantity > terms.maxEach)
    throw new AppError('COMMITMENT_TOO_LARGE', { maximum: terms.maxEach });
  const before = ownRow?.state === 'committed' ? ownRow.quantity : 0;
  const { total } = await takeUnits(tx, deps, id, { terms, revision, before, quantity });
  const set = {
    quantity,
    siren,
    state: 'committed' as const,
    consentAt: ownRow?.consentAt ?? now,
    sentAt: null,
    reason: '',
    updatedAt: now,
  };
  await tx.orm
    .insert(dealCommitments)
    .values({ ...set, id: randomUUID(), dealId: id, memberId: viewer.id, createdAt: now })
    .onConflictDoUpdate({ target: [dealCommitments.dealId, dealCommitments.memberId], set });
  const closed = { ...stored, total, committed: stored.committed + (before > 0 ? 0 : 1) };
  if (terms.maxTotal !== null && terms.maxTotal - total < terms.minEach)
    await closeDeal(tx, deps, closed, terms);
  else await updateDeal(tx, deps, id, {});
}

/** Another number of the member does not free the former one for somebody else. Throws DEAL_COMPANY_COMMITTED. */
async function refuseSecondOf(
  queries: Queries,
  viewer: Viewer,
  dealId: string,
  siren: string,
): Promise<void> {
  const isItsOwn = and(eq(dealCommitments.dealId, dealId), eq(dealCommitments.siren, siren));
  const isOfAnother = and(ne(dealCommitments.memberId, viewer.id), ne(dealCommitments.state, 'withdrawn'));
  if (siren !== '' && (await queries.$count(dealCommitments, and(isItsOwn, isOfAnother))) > 0)
    throw new AppError('DEAL_COMPANY_COMMITTED');
}

/** The update is conditional, so that simultaneous commitments cannot exceed the most. */
async function takeUnits(
  tx: Tx,
  { clock }: TxDeps,
  id: string,
  asked: { terms: DealOffer; revision: number; before: number; quantity: number },
): Promise<{ total: number }> {
  const { terms, revision, before, quantity } = asked;
  const total = sql`${deals.total} + ${quantity - before}`;
  const isFree = terms.maxTotal === null ? undefined : sql`${total} <= ${terms.maxTotal}`;
  const isOpen = and(
    eq(deals.status, 'open'),
    eq(deals.revision, revision),
    gt(deals.commitUntil, clock.now()),
  );
  const [taken] = await tx.orm
    .update(deals)
    .set({ total, committed: sql`${deals.committed} + ${before > 0 ? 0 : 1}` })
    .where(and(eq(deals.id, id), isOpen, isFree))
    .returning({ total: deals.total });
  if (!taken) throw new AppError('DEAL_TOTAL_REACHED');
  return taken;
}

/** Throws NOT_FOUND without a commitment, DEAL_CLOSED, DEAL_REASON_REQUIRED once the goal is reached. */
export const withdraw = dealVerb(async ({ tx, deps, deal }, { reason }: typeof withdrawInput._output) => {
  const { ownRow } = deal;
  if (!ownRow) throw new AppError('NOT_FOUND');
  if (ownRow.state === 'withdrawn' || (ownRow.state === 'not-kept' && ownRow.reason !== '')) return;
  if (ownRow.state !== 'committed' && ownRow.state !== 'void') throw new AppError('DEAL_CLOSED');
  const isLate = isLateWithdrawal(deal);
  if (isLate && reason === '') throw new AppError('DEAL_REASON_REQUIRED');
  await storeWithdrawal(tx, deps, { commitment: ownRow, deal }, isLate ? reason : undefined);
});

/** It is dated, and may be taken back until the lead has taken the list along. Throws NOT_FOUND, CONSENT_SENT. */
export const setConsent = dealVerb(async ({ tx, deps, deal }, { consent }: typeof consentInput._output) => {
  const { ownRow, id } = deal;
  if (ownRow?.state !== 'committed') throw new AppError('NOT_FOUND');
  if (ownRow.sentAt !== null && !consent) throw new AppError('CONSENT_SENT');
  if (!consent) return takeConsentBack(tx, deps, { commitment: ownRow, deal });
  const consentAt = ownRow.consentAt ?? deps.clock.now();
  await tx.orm.update(dealCommitments).set({ consentAt }).where(eq(dealCommitments.id, ownRow.id));
  await updateDeal(tx, deps, id, {});
});
