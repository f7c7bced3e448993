import type { OutcomeAnswer, OutcomeDays, SavedUnit } from '@guilde/contracts/outcomes/rules.ts';
import { sql } from 'drizzle-orm';
import { check, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { deletedWith } from '../platform/database/columns.ts';
import { sosRequests } from '../sos/tables.ts';

/** Without an answer the solution counts nowhere. */
export const sosOutcomes = sqliteTable(
  'sos_outcomes',
  {
    sosRequestId: deletedWith('sos_request_id', () => sosRequests.id),
    afterDays: integer('after_days').$type<OutcomeDays>().notNull(),
    askedAt: integer('asked_at').notNull(),
    answer: text().$type<OutcomeAnswer>(),
    answeredAt: integer('answered_at'),
    comment: text().notNull().default(''),
    savedAmount: integer('saved_amount'),
    savedUnit: text('saved_unit').$type<SavedUnit>(),
    /** The sentence and the figure are given once. */
    detailedAt: integer('detailed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.sosRequestId, table.afterDays] }),
    check('sos_outcomes_days', sql`after_days in (7, 30)`),
    check('sos_outcomes_answer', sql`answer is null or answer in ('yes', 'partly', 'no')`),
    check('sos_outcomes_answered', sql`(answer is null) = (answered_at is null)`),
    check('sos_outcomes_comment', sql`length(comment) <= 280`),
    check('sos_outcomes_saved', sql`(saved_amount is null) = (saved_unit is null)`),
  ],
);
