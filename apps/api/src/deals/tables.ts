import {
  type CommitmentState,
  type DealCategory,
  type DealKind,
  type DealOffer,
  type DealStatus,
  type DealTie,
  type PromiseAnswer,
  REVIEW_AFTER_MS,
  type VolumeBand,
} from '@guilde/contracts/deals/rules.ts';
import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { members } from '../auth/tables.ts';
import { ownConversations } from '../conversations/owners.ts';
import { deletedWith } from '../platform/database/columns.ts';

export const deals = sqliteTable(
  'deals',
  {
    id: text().primaryKey(),
    kind: text().$type<DealKind>().notNull(),
    category: text().$type<DealCategory>().notNull(),
    title: text().notNull(),
    need: text().notNull(),
    status: text().$type<DealStatus>().notNull(),
    /** Both are null once the account is deleted; another member may lead then. */
    authorId: text('author_id').references(() => members.id, { onDelete: 'set null' }),
    leadId: text('lead_id').references(() => members.id, { onDelete: 'set null' }),
    /** The lead's tie with the supplier. */
    tie: text().$type<DealTie>(),
    tieNote: text('tie_note').notNull().default(''),
    /** The present offer is the row of `deal_offers` with this revision; 0 means none. */
    revision: integer().notNull().default(0),
    /** It is encrypted, and empty without one. */
    code: text().notNull().default(''),
    commitUntil: integer('commit_until'),
    /** They count what is committed at present. */
    total: integer().notNull().default(0),
    committed: integer().notNull().default(0),
    interested: integer().notNull().default(0),
    /** The sums that members see are renewed once a day, and null while few are committed. */
    shownTotal: integer('shown_total'),
    shownMembers: integer('shown_members'),
    /** The lead chooses until then what follows a goal that was not reached. */
    choiceUntil: integer('choice_until'),
    isProlonged: integer('is_prolonged', { mode: 'boolean' }).notNull().default(false),
    /** It says why the deal was cancelled, or why the team gave the offer back. */
    reason: text().notNull().default(''),
    /** The team let members see it. */
    approvedAt: integer('approved_at'),
    leadActedAt: integer('lead_acted_at'),
    /** The lead has been silent, and the team looks for another one. */
    askedAt: integer('asked_at'),
    /** The commitments ended, at the close or with the cancellation. */
    endedAt: integer('ended_at'),
    concludedAt: integer('concluded_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    index('deals_ideas')
      .on(table.createdAt, table.id)
      .where(sql`approved_at is not null and status in ('idea', 'negotiation', 'offered')`),
    index('deals_open').on(table.commitUntil, table.id).where(sql`status = 'open'`),
    index('deals_ended')
      .on(table.endedAt, table.id)
      .where(sql`status in ('reached', 'not-reached', 'concluded', 'reviewed')`),
    index('deals_waiting').on(table.updatedAt).where(sql`status in ('proposed', 'offered')`),
    index('deals_silent').on(table.askedAt).where(sql`asked_at is not null`),
    index('deals_acted').on(table.leadActedAt),
    index('deals_updated').on(table.updatedAt),
    index('deals_author').on(table.authorId, table.status),
    index('deals_lead').on(table.leadId, table.status),
    check('deals_sums', sql`total >= 0 and committed >= 0 and interested >= 0`),
  ],
);

ownConversations('deal', {
  id: deals.id,
  title: deals.title,
  requesterId: deals.leadId,
  outcome: sql`case when conversations.status = 'closed' then 'closed' end`,
  closedAt: sql`case when conversations.status = 'closed' then
    case ${deals.status} when 'reviewed' then ${deals.concludedAt} + ${sql.raw(String(REVIEW_AFTER_MS))} else ${deals.endedAt} end end`,
  closedByTeam: sql`0`,
});

/** Each version of the conditions stays, so that a change can be proved. */
export const dealOffers = sqliteTable(
  'deal_offers',
  {
    dealId: deletedWith('deal_id', () => deals.id),
    revision: integer().notNull(),
    offer: text({ mode: 'json' }).$type<DealOffer>().notNull(),
    createdAt: integer('created_at').notNull(),
    approvedAt: integer('approved_at'),
  },
  (table) => [primaryKey({ columns: [table.dealId, table.revision] })],
);

export const dealInterests = sqliteTable(
  'deal_interests',
  {
    dealId: deletedWith('deal_id', () => deals.id),
    memberId: deletedWith('member_id', () => members.id),
    volume: text().$type<VolumeBand>(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.dealId, table.memberId] }),
    index('deal_interests_member').on(table.memberId),
    index('deal_interests_created').on(table.createdAt),
  ],
);

export const dealCommitments = sqliteTable(
  'deal_commitments',
  {
    id: text().primaryKey(),
    dealId: deletedWith('deal_id', () => deals.id),
    /** It is null once the account is deleted; the promise stays. */
    memberId: text('member_id').references(() => members.id, { onDelete: 'set null' }),
    /** This company committed; it is empty once the account is deleted. */
    siren: text().notNull().default(''),
    quantity: integer().notNull(),
    state: text().$type<CommitmentState>().notNull(),
    /** While it is null, the member's name, shop and quantity go to nobody. */
    consentAt: integer('consent_at'),
    /** The lead took the list along. */
    sentAt: integer('sent_at'),
    reason: text().notNull().default(''),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('deal_commitments_member').on(table.dealId, table.memberId),
    index('deal_commitments_own').on(table.memberId, table.state),
    index('deal_commitments_siren').on(table.dealId, table.siren),
  ],
);

export const dealReviews = sqliteTable(
  'deal_reviews',
  {
    dealId: deletedWith('deal_id', () => deals.id),
    memberId: deletedWith('member_id', () => members.id),
    answer: text().$type<PromiseAnswer>().notNull(),
    /** The amount is in whole euros. */
    saved: integer(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.dealId, table.memberId] }),
    index('deal_reviews_member').on(table.memberId),
  ],
);
