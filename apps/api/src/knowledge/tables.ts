import type { ImportSource } from '@guilde/contracts/knowledge/import-rules.ts';
import type {
  CitedText,
  SummaryOrigin,
  SummaryPrivacy,
  SummaryStatus,
} from '@guilde/contracts/knowledge/rules.ts';
import type { OutcomeAnswer, OutcomeDays } from '@guilde/contracts/outcomes/rules.ts';
import type { SosCategory } from '@guilde/contracts/sos/rules.ts';
import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { members } from '../auth/tables.ts';
import { events } from '../events/tables.ts';
import { deletedWith } from '../platform/database/columns.ts';
import { sosRequests } from '../sos/tables.ts';

/** The versions of a summary differ in these columns. */
export type VersionContent = Pick<
  typeof sosSummaries.$inferSelect,
  | 'title'
  | 'sentences'
  | 'keyPoints'
  | 'category'
  | 'dropped'
  | 'origin'
  | 'model'
  | 'promptUsed'
  | 'generationTimeMs'
  | 'sourceMessageCount'
  | 'participantsCount'
>;

/** `position` keys the full-text index, which triggers fill from `search_text` and `search_stems`. */
export const sosSummaries = sqliteTable(
  'sos_summaries',
  {
    position: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    /** It is null once the SOS is gone. */
    sosRequestId: text('sos_request_id')
      .unique()
      .references(() => sosRequests.id, { onDelete: 'set null' }),
    /** A « compte rendu » has its event instead, as long as that is kept. */
    eventId: text('event_id').references(() => events.id, { onDelete: 'set null' }),
    title: text().notNull(),
    summary: text().notNull(),
    /** The list is empty for texts made before sentences were stored with their messages. */
    sentences: text({ mode: 'json' }).$type<CitedText[]>().notNull().default([]),
    keyPoints: text('key_points', { mode: 'json' }).$type<CitedText[]>().notNull().default([]),
    category: text().$type<SosCategory>().notNull(),
    status: text().$type<SummaryStatus>().notNull().default('pending'),
    /** The level of a pending text is that of the text before it. */
    privacyLevel: text('privacy_level').$type<SummaryPrivacy>(),
    participantsCount: integer('participants_count').notNull(),
    sourceMessageCount: integer('source_message_count').notNull(),
    wordCount: integer('word_count').notNull(),
    origin: text().$type<SummaryOrigin>().notNull(),
    /** This counts sentences left out because the cited messages did not support them. */
    dropped: integer().notNull().default(0),
    /** The model is empty for the local summariser. */
    model: text().notNull().default(''),
    inputTokens: integer('input_tokens').notNull().default(0),
    outputTokens: integer('output_tokens').notNull().default(0),
    generationTimeMs: integer('generation_time_ms').notNull(),
    /** The cost is in dollars, for texts older than `calls_of`; other calls are summed (costs.ts). */
    generationCost: real('generation_cost').notNull(),
    /** Calls are booked in `ai_calls` under this id, that of the SOS, also once the SOS is gone. */
    callsOf: text('calls_of'),
    promptUsed: text('prompt_used'),
    customPrompt: text('custom_prompt'),
    moderationNotes: text('moderation_notes'),
    moderatedBy: text('moderated_by').references(() => members.id, { onDelete: 'set null' }),
    moderatedAt: integer('moderated_at'),
    searchText: text('search_text').notNull(),
    searchStems: text('search_stems').notNull(),
    /** The words are copied to `article_words`. They are null in a text that is older. */
    searchWords: text('search_words', { mode: 'json' }).$type<string[]>(),
    /** The last answer about the resolution (outcomes/) does not change the searched text. */
    outcomeAnswer: text('outcome_answer').$type<OutcomeAnswer>(),
    outcomeDays: integer('outcome_days').$type<OutcomeDays>(),
    /** An approved summary has this level once `review_until` has passed. */
    scheduledPrivacy: text('scheduled_privacy').$type<SummaryPrivacy>(),
    /** Until then participants may veto sentences. */
    reviewUntil: integer('review_until'),
    version: integer().notNull().default(1),
    correctedAt: integer('corrected_at'),
    proposedVersion: integer('proposed_version'),
    /** An approved summary is to be reviewed because its solution failed. */
    reviewSince: integer('review_since'),
    /** The place and the day (as 2025-11-20, or empty) of an imported text, and the hash that makes it one import. */
    importedFrom: text('imported_from').$type<ImportSource>(),
    importedDay: text('imported_day'),
    importKey: text('import_key'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('sos_summaries_import').on(table.importKey),
    uniqueIndex('sos_summaries_event').on(table.eventId),
    index('sos_summaries_review').on(table.position).where(sql`review_since is not null`),
    index('sos_summaries_scheduled').on(table.position).where(sql`scheduled_privacy is not null`),
    index('sos_summaries_status').on(table.status, table.createdAt),
    index('sos_summaries_category').on(table.status, table.category, table.createdAt),
    index('sos_summaries_created').on(table.createdAt),
    // The index covers the counts of tabs and tiles.
    index('sos_summaries_overview').on(
      table.status,
      table.privacyLevel,
      table.category,
      table.participantsCount,
      table.wordCount,
    ),
    index('sos_summaries_moderator').on(table.moderatedBy),
    check('sos_summaries_status_known', sql`status in ('pending', 'approved', 'rejected')`),
    check(
      'sos_summaries_privacy_known',
      sql`privacy_level is null or privacy_level in ('public', 'members')`,
    ),
    check('sos_summaries_listed', sql`status <> 'approved' or privacy_level is not null`),
  ],
);

/** Versions are texts that were replaced, and those that may replace a corrected one. */
export const summaryVersions = sqliteTable(
  'summary_versions',
  {
    summaryId: deletedWith('summary_id', () => sosSummaries.id),
    version: integer().notNull(),
    isCorrection: integer('is_correction', { mode: 'boolean' }).notNull(),
    authorId: text('author_id').references(() => members.id, { onDelete: 'set null' }),
    content: text({ mode: 'json' }).$type<VersionContent>().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.summaryId, table.version] }),
    index('summary_versions_author').on(table.authorId),
  ],
);

/** A veto holds for any text with that sentence. The member is null once the account is gone. */
export const summaryVetoes = sqliteTable(
  'summary_vetoes',
  {
    id: text().primaryKey(),
    summaryId: deletedWith('summary_id', () => sosSummaries.id),
    memberId: text('member_id').references(() => members.id, { onDelete: 'set null' }),
    text: text().notNull(),
    reason: text().notNull().default(''),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('summary_vetoes_own').on(table.summaryId, table.memberId, table.text),
    index('summary_vetoes_member').on(table.memberId),
  ],
);

/** « C’est bon pour moi » applies to the text made at that instant. */
export const summaryConsents = sqliteTable(
  'summary_consents',
  {
    summaryId: deletedWith('summary_id', () => sosSummaries.id),
    memberId: deletedWith('member_id', () => members.id),
    textAt: integer('text_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.summaryId, table.memberId] }),
    index('summary_consents_member').on(table.memberId),
  ],
);

/** Triggers fill the table from `sos_summaries.search_words`. */
export const articleWords = sqliteTable('article_words', {
  word: text().primaryKey(),
  articles: integer().notNull(),
});

/** Triggers fill the table with words and their variants without one letter. */
export const articleSpellings = sqliteTable(
  'article_spellings',
  {
    spelling: text().notNull(),
    word: text()
      .notNull()
      .references(() => articleWords.word, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.spelling, table.word] }),
    index('article_spellings_word').on(table.word),
  ],
);

/** A row is stored before its call, so that a crash cannot exceed the budget. */
export const aiCalls = sqliteTable(
  'ai_calls',
  {
    id: text().primaryKey(),
    sosRequestId: text('sos_request_id'),
    model: text().notNull(),
    inputTokens: integer('input_tokens').notNull().default(0),
    outputTokens: integer('output_tokens').notNull().default(0),
    /** The cost is in dollars: first the reserved one, then the actual one. */
    cost: real().notNull(),
    durationMs: integer('duration_ms'),
    outcome: text().notNull().default('started'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('ai_calls_created').on(table.createdAt, table.cost),
    index('ai_calls_sos').on(table.sosRequestId, table.cost, table.inputTokens, table.outputTokens),
  ],
);

export const articleConfirmations = sqliteTable(
  'article_confirmations',
  {
    summaryId: deletedWith('summary_id', () => sosSummaries.id),
    userId: deletedWith('user_id', () => members.id),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.summaryId, table.userId] }),
    index('article_confirmations_user').on(table.userId),
  ],
);

/** `draft_id` is the id of the future SOS: when none is made, the article answered. */
export const suggestionOpenings = sqliteTable(
  'suggestion_openings',
  {
    draftId: text('draft_id').notNull(),
    summaryId: deletedWith('summary_id', () => sosSummaries.id),
    userId: text('user_id').references(() => members.id, { onDelete: 'set null' }),
    openedAt: integer('opened_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.draftId, table.summaryId] }),
    index('suggestion_openings_summary').on(table.summaryId),
    index('suggestion_openings_user').on(table.userId),
  ],
);
