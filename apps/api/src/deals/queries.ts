import type { dealsQuery } from '@guilde/contracts/deals/input.ts';
import {
  DEALS_PAGE,
  type Deal,
  type DealDetail,
  type DealPage,
  denyNames,
  PROGRESS_MIN,
  PROMISES_MS,
  REVIEWS_MIN,
  reachedTier,
  VOLUME_BANDS,
} from '@guilde/contracts/deals/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import type { MemberRef } from '@guilde/contracts/profiles/rules.ts';
import { denyBackOffice, type Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, count, desc, eq, isNotNull, ne, not, type SQL, sql, sum } from 'drizzle-orm';
import { filesCiting } from '../files/files.ts';
import { iso, isoOrNull } from '../platform/clock.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { pageOf, readTimeCursor, timeCursor } from '../platform/paging.ts';
import { areSeparated } from '../profiles/blocks.ts';
import { memberRefColumns, memberRefs, toMemberRef } from '../profiles/members.ts';
import { profiles } from '../profiles/tables.ts';
import { dealCommitments, dealInterests, dealOffers, dealReviews, deals } from './tables.ts';

/** The code of a deal is encrypted with this purpose. */
export const DEAL_CODE = 'deal-code';

export type DealRow = typeof deals.$inferSelect;

const files = filesCiting('dealId', sql`${deals.id}`);

/** The caller filters, orders and limits. */
function selectDeals(queries: Queries, viewer: Pick<Viewer, 'id'>) {
  return queries
    .select({ deal: deals, offer: dealOffers, interest: dealInterests, commitment: dealCommitments, files })
    .from(deals)
    .leftJoin(dealOffers, and(eq(dealOffers.dealId, deals.id), eq(dealOffers.revision, deals.revision)))
    .leftJoin(dealInterests, and(eq(dealInterests.dealId, deals.id), eq(dealInterests.memberId, viewer.id)))
    .leftJoin(
      dealCommitments,
      and(eq(dealCommitments.dealId, deals.id), eq(dealCommitments.memberId, viewer.id)),
    )
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof selectDeals>>[number];

async function toDeals(queries: Queries, rows: readonly Row[], viewer: Viewer): Promise<Deal[]> {
  const ids = rows.flatMap(({ deal }) => [deal.authorId, deal.leadId]).filter((id) => id !== null);
  const refs = await memberRefs(queries, ids);
  return rows.map((row) => toDeal(row, refs, viewer));
}

function toDeal(row: Row, refs: ReadonlyMap<string, MemberRef>, viewer: Viewer): Deal {
  const { deal, interest, commitment } = row;
  const offer = seenOffer(row, viewer);
  return {
    id: deal.id,
    kind: deal.kind,
    category: deal.category,
    title: deal.title,
    status: deal.status,
    author: refs.get(deal.authorId ?? '') ?? null,
    lead: refs.get(deal.leadId ?? '') ?? null,
    isAuthor: deal.authorId === viewer.id,
    isLead: deal.leadId === viewer.id,
    tie: deal.tie,
    tieNote: deal.tieNote,
    revision: deal.revision,
    offer: offer && { ...offer, reference: row.files ? offer.reference : null },
    commitUntil: offer && isoOrNull(deal.commitUntil),
    createdAt: iso(deal.createdAt),
    interested: deal.interested,
    progress:
      deal.shownTotal === null || deal.shownMembers === null
        ? null
        : { members: deal.shownMembers, total: deal.shownTotal },
    choice: choiceOf(row, viewer),
    interest: interest && { volume: interest.volume },
    commitment: commitment && {
      quantity: commitment.quantity,
      state: commitment.state,
      consentAt: isoOrNull(commitment.consentAt),
      sentAt: isoOrNull(commitment.sentAt),
    },
  };
}

/** Members see what the team has approved. */
function seenOffer({ deal, offer }: Row, viewer: Viewer) {
  const isSeen = deal.leadId === viewer.id || denyBackOffice(viewer) === null;
  return offer && (isSeen || offer.approvedAt !== null) ? offer.offer : null;
}

/** Throws NOT_FOUND, also for a proposal of another that the team has not approved. */
async function readDeal(queries: Queries, viewer: Viewer, id: string) {
  const [row] = await selectDeals(queries, viewer).where(eq(deals.id, id));
  const isOwn = row?.deal.authorId === viewer.id || row?.deal.leadId === viewer.id;
  if (!row || (row.deal.approvedAt === null && !isOwn && denyBackOffice(viewer)))
    throw new AppError('NOT_FOUND');
  const [shown] = await toDeals(queries, [row], viewer);
  if (!shown) throw new AppError('NOT_FOUND');
  return { row, shown };
}

/** Throws NOT_FOUND. */
export async function dealFor(queries: Queries, viewer: Viewer, id: string) {
  const { row, shown } = await readDeal(queries, viewer, id);
  const proofs = (row.files ?? []).map((one) => one.id);
  return { ...shown, proofs, stored: row.deal, terms: row.offer?.offer ?? null, ownRow: row.commitment };
}

/** Fields that only the lead or committed members may see are null for others. Throws NOT_FOUND. */
export async function dealDetail(
  { db, clock, secrets }: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  viewer: Viewer,
  id: string,
): Promise<DealDetail> {
  const { row, shown } = await readDeal(db.orm, viewer, id);
  const { deal } = row;
  const isAgreed = ['reached', 'concluded', 'reviewed'].includes(deal.status);
  const isInside = row.commitment?.state === 'committed' || row.commitment?.state === 'kept';
  const mayRead = shown.isLead || (isAgreed && isInside);
  const isTeam = denyBackOffice(viewer) === null;
  const [own, reviews] = await Promise.all([reviewOf(db.orm, viewer, id), reviewsOf(db.orm, id)]);
  return {
    ...shown,
    need: deal.need,
    files: shown.offer ? (row.files ?? []) : [],
    reason: shown.isLead || shown.isAuthor || isTeam || deal.status === 'cancelled' ? deal.reason : '',
    code: mayRead && deal.code ? secrets.decrypt(DEAL_CODE, deal.code) : null,
    sums: shown.isLead ? { ...sumsOf(row, shown), interests: await interestsOf(db.orm, viewer, id) } : null,
    committed: denyNames(shown) ? null : await namedCommitments(db.orm, viewer, id, clock.now()),
    review: own,
    reviews,
  };
}

function choiceOf({ deal, offer }: Row, viewer: Viewer): Deal['choice'] {
  if (deal.choiceUntil === null) return null;
  const lowerTier = deal.leadId === viewer.id ? reachedTier(offer?.offer.tiers ?? [], deal.total) : null;
  return { until: iso(deal.choiceUntil), mayProlong: !deal.isProlonged, lowerTier };
}

/**
 * The conversation names who joins: an exact sum, read before and after, would tell that member's quantity. So would
 * the goal, if the lead could come to it by changing a quantity of their own.
 */
function sumsOf({ deal, offer, commitment }: Row, shown: Deal) {
  const { committed: members, total, shownMembers, shownTotal } = deal;
  const own = commitment?.state === 'committed' ? commitment.quantity : 0;
  return {
    ...(denyNames(shown) ? { members: shownMembers, total: shownTotal } : { members, total }),
    isReached: offer !== null && total - own >= offer.offer.minTotal,
    hasCommitted: members > 0,
  };
}

/** The answers of others count by fives, in their order, because the lead sees who joins. */
async function interestsOf(queries: Queries, { id: leadId }: Pick<Viewer, 'id'>, dealId: string) {
  const { volume, memberId, createdAt } = dealInterests;
  const given = await queries
    .select({ volume })
    .from(dealInterests)
    .where(and(eq(dealInterests.dealId, dealId), ne(memberId, leadId), isNotNull(volume)))
    .orderBy(asc(createdAt), asc(memberId));
  const told = given.slice(0, given.length - (given.length % PROGRESS_MIN));
  return VOLUME_BANDS.map(({ id }) => ({
    volume: id,
    members: told.filter((one) => one.volume === id).length,
  })).filter(({ members }) => members > 0);
}

/** These agreed to be named to the lead, whom no block separates from them. */
export function isNamed(dealId: string, leadId: string): SQL | undefined {
  return and(
    eq(dealCommitments.dealId, dealId),
    isNotNull(dealCommitments.consentAt),
    sql`${dealCommitments.state} in ('committed', 'kept', 'not-kept')`,
    not(areSeparated(sql`${dealCommitments.memberId}`, sql`${leadId}`)),
  );
}

async function namedCommitments(queries: Queries, viewer: Viewer, dealId: string, now: number) {
  const promises = (states: string) => sql<number>`(select count(*) from deal_commitments other
    where other.member_id = ${dealCommitments.memberId} and other.state in (${sql.raw(states)})
    and other.deal_id <> ${dealId} and other.updated_at > ${now - PROMISES_MS})`;
  const rows = await queries
    .select({
      member: memberRefColumns,
      quantity: dealCommitments.quantity,
      state: dealCommitments.state,
      kept: promises("'kept'"),
      of: promises("'kept', 'not-kept'"),
    })
    .from(dealCommitments)
    .innerJoin(profiles, eq(profiles.userId, dealCommitments.memberId))
    .where(isNamed(dealId, viewer.id))
    .orderBy(asc(dealCommitments.createdAt), asc(dealCommitments.id));
  return rows.map(({ member, kept, of, ...row }) => ({
    ...row,
    member: toMemberRef(member),
    promises: { kept, of },
  }));
}

async function reviewOf(queries: Queries, viewer: Viewer, dealId: string): Promise<DealDetail['review']> {
  const [own] = await queries
    .select({ answer: dealReviews.answer, saved: dealReviews.saved })
    .from(dealReviews)
    .where(and(eq(dealReviews.dealId, dealId), eq(dealReviews.memberId, viewer.id)));
  return own ?? null;
}

async function reviewsOf(queries: Queries, dealId: string): Promise<DealDetail['reviews']> {
  const rows = await queries
    .select({ answer: dealReviews.answer, members: count(), saved: sum(dealReviews.saved).mapWith(Number) })
    .from(dealReviews)
    .where(eq(dealReviews.dealId, dealId))
    .groupBy(dealReviews.answer);
  const given = (answer: string) => rows.find((row) => row.answer === answer)?.members ?? 0;
  const sums = { yes: given('yes'), partly: given('partly'), no: given('no') };
  if (sums.yes + sums.partly + sums.no < REVIEWS_MIN) return null;
  return { ...sums, saved: rows.reduce((total, row) => total + (row.saved ?? 0), 0) };
}

type Asked = typeof dealsQuery._output;

/** Each condition is that of a partial index. */
const SHELVES = {
  ideas: {
    where: sql`${deals.approvedAt} is not null and ${deals.status} in ('idea', 'negotiation', 'offered')`,
    at: deals.createdAt,
    order: desc,
  },
  open: { where: sql`${deals.status} = 'open'`, at: deals.commitUntil, order: asc },
  concluded: {
    where: sql`${deals.status} in ('reached', 'not-reached', 'concluded', 'reviewed')`,
    at: deals.endedAt,
    order: desc,
  },
} as const;

function isMine({ id }: Pick<Viewer, 'id'>): SQL {
  return sql`${deals.id} in (select id from deals where author_id = ${id} union select id from deals where lead_id = ${id}
    union select deal_id from deal_interests where member_id = ${id}
    union select deal_id from deal_commitments where member_id = ${id} and state <> 'withdrawn')`;
}

/** Open deals begin with the one that closes first, the others with the latest. */
export async function listDeals(
  { db }: Pick<Deps, 'db'>,
  viewer: Viewer,
  { scope, category, cursor }: Asked,
): Promise<DealPage> {
  const { where, at, order } =
    scope === 'mine' ? { where: isMine(viewer), at: deals.createdAt, order: desc } : SHELVES[scope];
  const after = cursor ? readTimeCursor(cursor) : undefined;
  const beyond =
    after && sql`(${at}, ${deals.id}) ${order === asc ? sql`>` : sql`<`} (${after.at}, ${after.id})`;
  const isAsked = category === 'all' ? undefined : eq(deals.category, category);
  const rows = await selectDeals(db.orm, viewer)
    .where(and(where, isAsked, beyond))
    .orderBy(order(at), order(deals.id))
    .limit(DEALS_PAGE + 1);
  const placeOf = ({ deal }: Row) =>
    timeCursor(
      (scope === 'open' ? deal.commitUntil : scope === 'concluded' ? deal.endedAt : deal.createdAt) ?? 0,
      deal.id,
    );
  const page = pageOf(rows, DEALS_PAGE, placeOf);
  return { items: await toDeals(db.orm, page.rows, viewer), nextCursor: page.nextCursor };
}

/** Open pages read the deal again after the commit; a proposal is seen by its author and lead only. */
export function publishDeal(
  tx: Tx,
  { live }: Pick<Deps, 'live'>,
  { id, approvedAt, authorId, leadId }: Pick<DealRow, 'id' | 'approvedAt' | 'authorId' | 'leadId'>,
): void {
  const to = approvedAt === null ? [authorId, leadId].filter((one) => one !== null) : ('everyone' as const);
  tx.afterCommit(() => live.publish(to, { type: 'deal.changed', dealId: id }));
}

/** Ideas and offers to check, and deals whose lead is silent; each part has an index. */
export const waitsForTeam = sql`${deals.id} in (select id from deals where status in ('proposed', 'offered')
  union all select id from deals where asked_at is not null)`;
