import type { CaseOutcome, ContestOutcome } from '@guilde/contracts/cases/rules.ts';
import type { RuleId } from '@guilde/contracts/reports/conduct.ts';
import type { ReportedContent, ReportReason, ReportStatus } from '@guilde/contracts/reports/rules.ts';
import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { members } from '../auth/tables.ts';
import { deletedWith } from '../platform/database/columns.ts';

/** The kind is null in rows of versions that knew events only. */
const content = () => ({
  contentId: text('event_id'),
  contentKind: text('content_kind').$type<ReportedContent>(),
});

/** A case has all pending reports about one member, message, event, deal or rating, or a measure without a report. */
export const cases = sqliteTable(
  'cases',
  {
    id: text().primaryKey(),
    /** The member is null once the account is gone. */
    memberId: text('member_id').references(() => members.id, { onDelete: 'set null' }),
    messageId: text('message_id'),
    ...content(),
    openedAt: integer('opened_at').notNull(),
    closedAt: integer('closed_at'),
  },
  (table) => [
    uniqueIndex('cases_open_member')
      .on(table.memberId)
      .where(sql`closed_at is null and message_id is null and event_id is null`),
    uniqueIndex('cases_open_event').on(table.contentId).where(sql`closed_at is null`),
    uniqueIndex('cases_open_message').on(table.messageId).where(sql`closed_at is null`),
    index('cases_open').on(table.openedAt, table.id).where(sql`closed_at is null`),
    index('cases_member').on(table.memberId, table.openedAt),
    index('cases_closed').on(table.closedAt).where(sql`closed_at is not null`),
  ],
);

/** The primary key allows one decision per case. `decider_name` is the name at that time. */
export const caseDecisions = sqliteTable(
  'case_decisions',
  {
    id: text().primaryKey(),
    caseId: text('case_id')
      .notNull()
      .unique()
      .references(() => cases.id, { onDelete: 'cascade' }),
    memberId: text('member_id').references(() => members.id, { onDelete: 'set null' }),
    outcome: text().$type<CaseOutcome>().notNull(),
    rule: text().$type<RuleId>(),
    reason: text().notNull().default(''),
    until: integer(),
    decidedAt: integer('decided_at').notNull(),
    decidedBy: text('decided_by').references(() => members.id, { onDelete: 'set null' }),
    deciderName: text('decider_name').notNull(),
    acknowledgedAt: integer('acknowledged_at'),
    endedAt: integer('ended_at'),
    /** The column names what was cancelled or removed. `outcome` is then settled, because its check knows no such measure. */
    ...content(),
  },
  (table) => [
    index('case_decisions_member').on(table.memberId, table.decidedAt),
    index('case_decisions_decider').on(table.decidedBy),
    check(
      'case_decisions_outcome_known',
      sql`outcome in ('dismissed', 'settled', 'article-removal', 'message-removal', 'sos-removal', 'warning', 'certification', 'suspension', 'deletion')`,
    ),
    check('case_decisions_event', sql`event_id is null or (rule is not null and reason <> '')`),
    check(
      'case_decisions_told',
      sql`outcome in ('dismissed', 'settled') or (rule is not null and reason <> '')`,
    ),
  ],
);

export const decidedOutcome = sql<CaseOutcome>`iif(${caseDecisions.contentId} is null, ${caseDecisions.outcome},
  ifnull(${caseDecisions.contentKind}, 'event') || iif(${caseDecisions.contentKind} is 'rating', '-removal', '-cancellation'))`;

/** They lost a conversation by a decision about somebody else, and learn when it is reversed. */
export const decisionRecipients = sqliteTable(
  'decision_recipients',
  {
    decisionId: deletedWith('decision_id', () => caseDecisions.id),
    memberId: deletedWith('member_id', () => members.id),
  },
  (table) => [
    primaryKey({ columns: [table.decisionId, table.memberId] }),
    index('decision_recipients_member').on(table.memberId),
  ],
);

export const caseContests = sqliteTable(
  'case_contests',
  {
    id: text().primaryKey(),
    decisionId: text('decision_id')
      .notNull()
      .unique()
      .references(() => caseDecisions.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    /** The address is kept only while the answer to somebody without an account is pending. */
    email: text(),
    createdAt: integer('created_at').notNull(),
    outcome: text().$type<ContestOutcome>(),
    answer: text().notNull().default(''),
    decidedAt: integer('decided_at'),
    decidedBy: text('decided_by').references(() => members.id, { onDelete: 'set null' }),
    deciderName: text('decider_name').notNull().default(''),
  },
  (table) => [
    index('case_contests_open').on(table.createdAt, table.id).where(sql`outcome is null`),
    index('case_contests_decider').on(table.decidedBy),
    check('case_contests_outcome_known', sql`outcome is null or outcome in ('upheld', 'reversed')`),
  ],
);

export const reports = sqliteTable(
  'reports',
  {
    /** The client chooses the id, so that sending twice stores one report. */
    id: text().primaryKey(),
    reporterId: text('reporter_id').references(() => members.id, { onDelete: 'set null' }),
    reportedUserId: text('reported_user_id').references(() => members.id, { onDelete: 'set null' }),
    reason: text().$type<ReportReason>().notNull(),
    description: text().notNull(),
    status: text().$type<ReportStatus>().notNull().default('pending'),
    createdAt: integer('created_at').notNull(),
    decidedAt: integer('decided_at'),
    decidedBy: text('decided_by').references(() => members.id, { onDelete: 'set null' }),
    caseId: text('case_id').references(() => cases.id, { onDelete: 'set null' }),
    /** The reported message may be gone. */
    messageId: text('message_id'),
    ...content(),
    /** The text at that moment is kept as docs/specification.md#cases-and-measures says. */
    quote: text(),
  },
  (table) => [
    index('reports_case').on(table.caseId),
    index('reports_quoted').on(table.decidedAt).where(sql`quote is not null`),
    index('reports_status').on(table.status, table.createdAt),
    index('reports_created').on(table.createdAt),
    index('reports_reporter').on(table.reporterId),
    index('reports_reported').on(table.reportedUserId),
    index('reports_decided').on(table.decidedAt).where(sql`decided_at is not null`),
    index('reports_decider').on(table.decidedBy),
    check('reports_status_known', sql`status in ('pending', 'resolved', 'dismissed')`),
  ],
);
