import type {
  dealOfferInput,
  dealReasonInput,
  leadDealInput,
  proposeDealInput,
} from '@guilde/contracts/deals/input.ts';
import {
  COMMIT_DAYS_MIN,
  commitEnd,
  type DealDetail,
  denyCancellation,
  denyLead,
  denyOffer,
  LED_STATUSES,
  OPEN_DEALS_MAX,
  PROOF_MAX_BYTES,
  UNDECIDED_STATUSES,
} from '@guilde/contracts/deals/rules.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, gt, inArray } from 'drizzle-orm';
import { publishModeration } from '../auth/administrators.ts';
import { reopenConversations } from '../conversations/owned.ts';
import { conversations } from '../conversations/tables.ts';
import { replaceFiles } from '../files/owned.ts';
import { files as proofs } from '../files/tables.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import { scheduleClose, scheduleDue } from './closing.ts';
import {
  type Acting,
  type DealDeps,
  dealVerb,
  endCommitments,
  leadVerb,
  refuseUncertified,
  storedDeal,
  type TxDeps,
  updateDeal,
  voidCommitments,
} from './deal.ts';
import { committedTo, tellDeal } from './notices.ts';
import { DEAL_CODE, type DealRow, dealDetail } from './queries.ts';
import { dealOffers, deals } from './tables.ts';

const DAY_MS = 86_400_000;

type Offer = typeof dealOfferInput._output;

/**
 * The same id again is the same deal, which waits for the team. With an offer, its author leads it.
 * @throws DEALS_CERTIFIED_ONLY, DEALS_EXHAUSTED, DEAL_LEAD_BUSY, and as `writeOffer`.
 */
export async function proposeDeal(
  deps: DealDeps,
  viewer: Viewer,
  { offer, ...input }: typeof proposeDealInput._output,
): Promise<DealDetail> {
  await deps.db.write(async (tx) => {
    const [known] = await tx.orm.select({ id: deals.id }).from(deals).where(eq(deals.id, input.id));
    if (known) return;
    await refuseUncertified(tx.orm, viewer);
    const own = and(eq(deals.authorId, viewer.id), inArray(deals.status, [...UNDECIDED_STATUSES]));
    if ((await tx.orm.$count(deals, own)) >= OPEN_DEALS_MAX) throw new AppError('DEALS_EXHAUSTED');
    if (offer) await refuseSecondLead(tx.orm, viewer);
    const now = deps.clock.now();
    const row = {
      ...input,
      status: 'proposed' as const,
      authorId: viewer.id,
      createdAt: now,
      updatedAt: now,
    };
    const [deal] = await tx.orm
      .insert(deals)
      .values({ ...row, leadId: offer ? viewer.id : null })
      .returning();
    if (deal && offer) await storeOffer(tx, deps, viewer, deal, offer);
    await publishModeration(tx, deps, 'deals');
  });
  return dealDetail(deps, viewer, input.id);
}

/** Throws DEAL_LEAD_BUSY. */
async function refuseSecondLead(queries: Queries, viewer: Viewer): Promise<void> {
  const isLed = and(eq(deals.leadId, viewer.id), inArray(deals.status, [...LED_STATUSES]));
  if ((await queries.$count(deals, isLed)) > 0) throw new AppError('DEAL_LEAD_BUSY');
}

/** Throws NOT_FOUND, DEAL_CLOSED, DEAL_LED, DEAL_LEAD_BUSY, DEALS_CERTIFIED_ONLY, TIE_REQUIRED. */
export const leadDeal = dealVerb(
  async ({ tx, deps, viewer, deal }, { tie, tieNote }: typeof leadDealInput._output) => {
    if (deal.isLead) return;
    refuseIf(denyLead(deal));
    await refuseUncertified(tx.orm, viewer);
    await refuseSecondLead(tx.orm, viewer);
    if (deal.revision > 0 && tie === null) throw new AppError('TIE_REQUIRED');
    const status = deal.status === 'idea' ? { status: 'negotiation' as const } : {};
    const leadActedAt = deps.clock.now();
    const set = { leadId: viewer.id, tie, tieNote, leadActedAt, askedAt: null, ...status };
    await updateDeal(tx, deps, deal.id, set);
    if (deal.stored.askedAt !== null) await publishModeration(tx, deps, 'deals');
  },
);

/**
 * The team reads it before members do. Whoever was committed to another offer is so no more; the same is the same.
 * @throws NOT_FOUND, DEAL_CLOSED, TIE_REQUIRED, DEAL_DAY_INVALID, FILES_GONE, DEAL_PROOF_TOO_HEAVY.
 */
export const writeOffer = dealVerb(async ({ tx, deps, viewer, deal }, input: Offer) => {
  refuseIf(denyOffer(deal));
  if (isSameOffer(deps, deal, input)) return;
  await storeOffer(tx, deps, viewer, deal.stored, input);
  await publishModeration(tx, deps, 'deals');
});

/** A repeated request makes no other version, and voids nothing. */
function isSameOffer(
  { secrets, clock }: TxDeps,
  { stored, terms, proofs }: Acting['deal'],
  { tie, tieNote, code, commitUntil, files, ...offer }: Offer,
): boolean {
  const known = stored.code && secrets.decrypt(DEAL_CODE, stored.code);
  const before = [terms, stored.tie, stored.tieNote, known, stored.commitUntil, proofs];
  const after = [offer, tie, tieNote, code, commitEnd(commitUntil, clock.now()), files];
  return JSON.stringify(before) === JSON.stringify(after);
}

async function storeOffer(tx: Tx, deps: TxDeps, viewer: Viewer, deal: DealRow, input: Offer): Promise<void> {
  const { tie, tieNote, code, commitUntil, files, ...offer } = input;
  const now = deps.clock.now();
  if (tie === null) throw new AppError('TIE_REQUIRED');
  const end = commitEnd(commitUntil, now);
  if (end === null) throw new AppError('DEAL_DAY_INVALID');
  const { id: dealId } = deal;
  const revision = deal.revision + 1;
  await tx.orm.insert(dealOffers).values({ dealId, revision, offer, createdAt: now });
  await replaceFiles(tx, deps, viewer, { dealId }, files);
  const isHeavy = and(eq(proofs.dealId, dealId), gt(proofs.bytes, PROOF_MAX_BYTES));
  if ((await tx.orm.$count(proofs, isHeavy)) > 0) throw new AppError('DEAL_PROOF_TOO_HEAVY');
  await voidCommitments(tx, deps, dealId, offer.supplierName);
  await updateDeal(tx, deps, dealId, {
    tie,
    tieNote,
    revision,
    code: code && deps.secrets.encrypt(DEAL_CODE, code),
    commitUntil: end,
    isProlonged: false,
    status: 'offered',
    reason: '',
    leadActedAt: now,
    askedAt: null,
  });
}

/** Throws NOT_FOUND for who does not lead it, DEAL_CLOSED. */
export const leaveLead = leadVerb(async ({ tx, deps, deal }) => {
  if (deal.status === 'proposed') throw new AppError('DEAL_CLOSED');
  await releaseLead(tx, deps, deal.stored);
});

/** The deal looks for another lead; an open one goes on meanwhile. The team does it to a silent lead. */
export async function releaseLead(tx: Tx, deps: TxDeps, deal: DealRow): Promise<void> {
  if (!LED_STATUSES.some((status) => status === deal.status)) throw new AppError('DEAL_CLOSED');
  const isBefore = deal.status === 'negotiation' || deal.status === 'offered';
  const before = deal.approvedAt === null ? ('proposed' as const) : ('idea' as const);
  await updateDeal(tx, deps, deal.id, {
    leadId: null,
    tie: null,
    tieNote: '',
    askedAt: null,
    ...(isBefore ? { status: before } : {}),
  });
  await publishModeration(tx, deps, 'deals');
}

/** Its lead cancels it, or its author while nobody leads it. Throws NOT_FOUND, DEAL_CLOSED. */
export const cancelOwnDeal = dealVerb(
  async ({ tx, deps, deal }, { reason }: typeof dealReasonInput._output) => {
    if (!deal.isLead && !(deal.isAuthor && deal.lead === null)) throw new AppError('NOT_FOUND');
    await cancelDeal(tx, deps, deal.stored, reason);
  },
);

/**
 * Nothing is ordered and nothing is owed any more. Where a contest may bring the deal back, what was promised stays
 * until its close. Throws DEAL_CLOSED.
 */
export async function cancelDeal(
  tx: Tx,
  deps: TxDeps,
  { id, commitUntil, status }: Pick<DealRow, 'id' | 'commitUntil' | 'status'>,
  reason: string,
  mayReturn = false,
): Promise<void> {
  refuseIf(denyCancellation({ status }));
  const endedAt = deps.clock.now();
  if (mayReturn && commitUntil !== null && commitUntil > endedAt)
    await scheduleDue(tx, deps, id, commitUntil);
  else await endCommitments(tx, deps, id);
  const over = { status: 'cancelled', choiceUntil: null, shownTotal: null, shownMembers: null } as const;
  await updateDeal(tx, deps, id, { ...over, reason, endedAt });
  await publishModeration(tx, deps, 'deals');
}

/**
 * It is open again where its close is still to come, with who did not withdraw meanwhile, and long enough for them
 * to do so; without an approved offer it goes on as an idea or a negotiation. False once it has closed.
 */
export async function restoreDeal(tx: Tx, deps: DealDeps, id: string): Promise<boolean> {
  const deal = await storedDeal(tx.orm, id);
  if (deal.status !== 'cancelled' || (deal.leadId ?? deal.authorId) === null) return false;
  const [offer] = await tx.orm
    .select({ approvedAt: dealOffers.approvedAt })
    .from(dealOffers)
    .where(and(eq(dealOffers.dealId, id), eq(dealOffers.revision, deal.revision)));
  const now = deps.clock.now();
  const isOffered = offer !== undefined && offer.approvedAt !== null;
  const hasClosed = (deal.commitUntil ?? 0) <= now;
  if (isOffered && hasClosed) return false;
  const before = deal.approvedAt === null ? 'proposed' : deal.leadId === null ? 'idea' : 'negotiation';
  await reopenConversations(tx, eq(conversations.dealId, id));
  if (hasClosed) await endCommitments(tx, deps, id, 'withdrawn');
  const again = { reason: '', endedAt: null };
  if (isOffered) {
    const commitUntil = closeOf(deal, now);
    await updateDeal(tx, deps, id, { ...again, status: 'open', commitUntil });
    const memberIds = await committedTo(tx.orm, id, ['committed']);
    await tellDeal(tx, deps, { what: 'restored', dealId: id, memberIds });
    await scheduleClose(tx, deps, { id, commitUntil });
  } else await updateDeal(tx, deps, id, { ...again, status: before });
  await publishModeration(tx, deps, 'deals');
  return true;
}

const closeOf = ({ commitUntil }: DealRow, now: number) =>
  Math.max(commitUntil ?? 0, now + COMMIT_DAYS_MIN * DAY_MS);

/** The team lets members see an idea, or commit to an offer. Throws NOT_FOUND for what does not wait. */
export async function approveDeal(tx: Tx, deps: TxDeps, id: string): Promise<DealRow> {
  const deal = await storedDeal(tx.orm, id);
  const now = deps.clock.now();
  const approvedAt = deal.approvedAt ?? now;
  if (deal.status === 'proposed') return updateDeal(tx, deps, id, { status: 'idea', approvedAt });
  if (deal.status !== 'offered') throw new AppError('NOT_FOUND');
  await tx.orm
    .update(dealOffers)
    .set({ approvedAt: now })
    .where(and(eq(dealOffers.dealId, id), eq(dealOffers.revision, deal.revision)));
  const commitUntil = closeOf(deal, now);
  await scheduleClose(tx, deps, { id, commitUntil });
  return updateDeal(tx, deps, id, { status: 'open', approvedAt, commitUntil, leadActedAt: now });
}

/** An idea ends with the reason; the lead may mend an offer. Throws NOT_FOUND for what does not wait. */
export async function refuseDeal(tx: Tx, deps: TxDeps, id: string, reason: string): Promise<DealRow> {
  const deal = await storedDeal(tx.orm, id);
  if (deal.status === 'proposed') await cancelDeal(tx, deps, deal, reason);
  else if (deal.status === 'offered')
    await updateDeal(tx, deps, id, { status: 'negotiation', reason, leadActedAt: deps.clock.now() });
  else throw new AppError('NOT_FOUND');
  return deal;
}
