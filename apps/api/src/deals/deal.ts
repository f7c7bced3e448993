import { AppError } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { verbsOn } from '../platform/http/handlers.ts';
import { profiles } from '../profiles/tables.ts';
import { followDeal } from './conversation.ts';
import { tellStep } from './notices.ts';
import { type DealRow, dealDetail, dealFor, publishDeal } from './queries.ts';
import { dealCommitments, dealOffers, deals } from './tables.ts';

export type DealDeps = Pick<Deps, 'db' | 'clock' | 'live' | 'jobs' | 'secrets' | 'config'>;
export type TxDeps = Omit<DealDeps, 'db'>;
/** A verb on a deal gets the transaction, the viewer and the deal as the viewer may see it. */
export type Acting = { tx: Tx; deps: DealDeps; viewer: Viewer; deal: Awaited<ReturnType<typeof dealFor>> };
type Commitment = typeof dealCommitments.$inferInsert;

/** Each throws NOT_FOUND for a deal that the member may not see. */
export const dealVerb = verbsOn(
  async (queries, viewer, id, _deps: DealDeps) => ({ deal: await dealFor(queries, viewer, id) }),
  dealDetail,
);

/** Throws NOT_FOUND for who does not lead it. */
export const leadVerb = verbsOn(async (queries, viewer, id, _deps: DealDeps) => {
  const deal = await dealFor(queries, viewer, id);
  if (!deal.isLead) throw new AppError('NOT_FOUND');
  return { deal };
}, dealDetail);

/** Throws NOT_FOUND. */
export async function storedDeal(queries: Queries, id: string): Promise<DealRow> {
  const [deal] = await queries.select().from(deals).where(eq(deals.id, id));
  if (!deal) throw new AppError('NOT_FOUND');
  return deal;
}

/**
 * Every change of a deal passes here, so that open pages read it again, its conversation follows, and those
 * whom it concerns are told. Throws NOT_FOUND.
 */
export async function updateDeal(
  tx: Tx,
  deps: TxDeps,
  id: string,
  set: Partial<typeof deals.$inferInsert>,
): Promise<DealRow> {
  const [deal] = await tx.orm
    .update(deals)
    // Whoever brings a deal on is silent no more, and nobody waits for the lead of one that is over.
    .set({ ...(set.status && { askedAt: null }), ...set, updatedAt: deps.clock.now() })
    .where(eq(deals.id, id))
    .returning();
  if (!deal) throw new AppError('NOT_FOUND');
  publishDeal(tx, deps, deal);
  await followDeal(tx, deps, id);
  await tellStep(tx, deps, deal, set);
  return deal;
}

/** Resolves with the company of the member. Throws DEALS_CERTIFIED_ONLY. */
export async function refuseUncertified(queries: Queries, viewer: Viewer): Promise<string> {
  const [profile] = await queries
    .select({ isCertified: profiles.isCertified, siren: profiles.siren })
    .from(profiles)
    .where(eq(profiles.userId, viewer.id));
  if (!profile?.isCertified) throw new AppError('DEALS_CERTIFIED_ONLY');
  return profile.siren ?? '';
}

/** Another offer is another promise: each says « Ça me va », and agrees again where the supplier is another. */
export function voidCommitments(tx: Tx, deps: TxDeps, dealId: string, supplierName: string): Promise<void> {
  const approved = and(eq(dealOffers.dealId, dealId), isNotNull(dealOffers.approvedAt));
  const former = tx.orm
    .select({ name: sql`json_extract(${dealOffers.offer}, '$.supplierName')` })
    .from(dealOffers)
    .where(approved)
    .orderBy(desc(dealOffers.revision))
    .limit(1);
  const consentAt = sql`iif(${former} = ${supplierName}, ${dealCommitments.consentAt}, null)`;
  return store(tx, deps, dealId, { consentAt });
}

/** An end without a deal leaves no quantity, and no name to hand on. Whoever is withdrawn may commit anew. */
export function endCommitments(
  tx: Tx,
  deps: TxDeps,
  dealId: string,
  state: 'void' | 'withdrawn' = 'void',
): Promise<void> {
  return store(tx, deps, dealId, { quantity: 0, consentAt: null, state });
}

async function store(
  tx: Tx,
  { clock }: TxDeps,
  dealId: string,
  set: { [K in keyof Commitment]?: Commitment[K] | ReturnType<typeof sql> },
): Promise<void> {
  await tx.orm
    .update(dealCommitments)
    .set({ state: 'void', ...set, updatedAt: clock.now() })
    .where(and(eq(dealCommitments.dealId, dealId), inArray(dealCommitments.state, ['committed', 'void'])));
  await tx.orm
    .update(deals)
    .set({ total: 0, committed: 0, shownTotal: null, shownMembers: null })
    .where(eq(deals.id, dealId));
}
