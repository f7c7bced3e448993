import { randomUUID } from 'node:crypto';
import type { commitInput } from '@guilde/contracts/deals/input.ts';
import {
  type DealDetail,
  type DealOffer,
  denyCommitment,
  denyInterest,
  isLateWithdrawal,
  type VolumeBand,
} from '@guilde/contracts/deals/rules.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/db.ts';
import { closeDeal } from './closing.ts';
import { type DealDeps, refuseUncertified, type TxDeps, updateDeal } from './deal.ts';
import { dealDetail, dealFor } from './queries.ts';
import { dealCommitments, dealInterests, deals } from './tables.ts';
import { storeWithdrawal, takeConsentBack } from './withdrawals.ts';

/** Undefined takes the interest back. Throws NOT_FOUND, DEAL_CLOSED. */
export async function setInterest(
  deps: DealDeps,
  viewer: Viewer,
  id: string,
  volume: VolumeBand | null | undefined,
): Promise<DealDetail> {
  await deps.db.write(async (tx) => {
    const deal = await dealFor(tx.orm, viewer, id);
    const own = { dealId: id, memberId: viewer.id };
    if (volume === undefined) {
      await tx.orm
        .delete(dealInterests)
        .where(and(eq(dealInterests.dealId, id), eq(dealInterests.memberId, viewer.id)));
    } else {
      refuseIf(denyInterest(deal));
      await tx.orm
        .insert(dealInterests)
        .values({ ...own, volume, createdAt: deps.clock.now() })
        .onConflictDoUpdate({ target: [dealInterests.dealId, dealInterests.memberId], set: { volume } });
    }
    const change = (volume === undefined ? 0 : 1) - (deal.interest ? 1 : 0);
    await updateDeal(tx, deps, id, { interested: deal.interested + change });
  });
  return dealDetail(deps, viewer, id);
}

/**
 * Another quantity takes the place of the former; the same is the same.
 * @throws NOT_FOUND, DEAL_CLOSED, DEALS_CERTIFIED_ONLY, DEAL_CHANGED, CONSENT_REQUIRED, COMMITMENT_TOO_SMALL,
 * COMMITMENT_TOO_LARGE, DEAL_TOTAL_REACHED.
 */
export async function commit(
  deps: DealDeps,
  viewer: Viewer,
  id: string,
  { quantity, consent, revision }: typeof commitInput._output,
): Promise<DealDetail> {
  await deps.db.write((tx) => storeCommitment(tx, deps, viewer, id, { quantity, consent, revision }));
  return dealDetail(deps, viewer, id);
}

/** « Ça me va »: quantity and consent stay. A new supplier needs a new consent. Throws as `commit`. */
export async function confirmCommitment(
  deps: DealDeps,
  viewer: Viewer,
  id: string,
  revision: number,
): Promise<DealDetail> {
  await deps.db.write(async (tx) => {
    const { held } = await dealFor(tx.orm, viewer, id);
    if (held?.state !== 'void' && held?.state !== 'committed') throw new AppError('NOT_FOUND');
    const consent = held.consentAt !== null;
    await storeCommitment(tx, deps, viewer, id, { quantity: held.quantity, consent, revision });
  });
  return dealDetail(deps, viewer, id);
}

async function storeCommitment(
  tx: Tx,
  deps: TxDeps,
  viewer: Viewer,
  id: string,
  { quantity, consent, revision }: typeof commitInput._output,
): Promise<void> {
  const now = deps.clock.now();
  const { held, terms, stored, ...deal } = await dealFor(tx.orm, viewer, id);
  refuseIf(denyCommitment(deal, now));
  await refuseUncertified(tx.orm, viewer);
  if (!terms || deal.revision !== revision) throw new AppError('DEAL_CHANGED');
  if (!consent) throw new AppError('CONSENT_REQUIRED');
  if (quantity < terms.minEach) throw new AppError('COMMITMENT_TOO_SMALL', { minimum: terms.minEach });
  if (terms.maxEach !== null && quantity > terms.maxEach)
    throw new AppError('COMMITMENT_TOO_LARGE', { maximum: terms.maxEach });
  const before = held?.state === 'committed' ? held.quantity : 0;
  const { total } = await takeUnits(tx, deps, id, { terms, revision, before, quantity });
  const set = {
    quantity,
    state: 'committed' as const,
    consentAt: now,
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
export async function withdraw(
  deps: DealDeps,
  viewer: Viewer,
  id: string,
  reason: string,
): Promise<DealDetail> {
  await deps.db.write(async (tx) => {
    const deal = await dealFor(tx.orm, viewer, id);
    const { held } = deal;
    if (!held) throw new AppError('NOT_FOUND');
    if (held.state === 'withdrawn' || (held.state === 'not-kept' && held.reason !== '')) return;
    if (held.state !== 'committed' && held.state !== 'void') throw new AppError('DEAL_CLOSED');
    const isLate = isLateWithdrawal(deal);
    if (isLate && reason === '') throw new AppError('DEAL_REASON_REQUIRED');
    await storeWithdrawal(tx, deps, { commitment: held, deal }, isLate ? reason : undefined);
  });
  return dealDetail(deps, viewer, id);
}

/** It is dated, and may be taken back until the lead has taken the list along. Throws NOT_FOUND, CONSENT_SENT. */
export async function setConsent(
  deps: DealDeps,
  viewer: Viewer,
  id: string,
  consent: boolean,
): Promise<DealDetail> {
  await deps.db.write(async (tx) => {
    const { held } = await dealFor(tx.orm, viewer, id);
    if (held?.state !== 'committed') throw new AppError('NOT_FOUND');
    if (held.sentAt !== null && !consent) throw new AppError('CONSENT_SENT');
    if (!consent) return takeConsentBack(tx, deps, { commitment: held, deal: { id } });
    const consentAt = held.consentAt ?? deps.clock.now();
    await tx.orm.update(dealCommitments).set({ consentAt }).where(eq(dealCommitments.id, held.id));
    await updateDeal(tx, deps, id, {});
  });
  return dealDetail(deps, viewer, id);
}
