import type { WeightReason } from '@guilde/contracts/ratings/rules.ts';
import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { members } from '../auth/tables.ts';
import { deletedWith } from '../platform/database/columns.ts';
import { sosRequests } from '../sos/tables.ts';

export const sosRatings = sqliteTable(
  'sos_ratings',
  {
    id: text().primaryKey(),
    sosRequestId: deletedWith('sos_request_id', () => sosRequests.id),
    raterId: text('rater_id').references(() => members.id, { onDelete: 'set null' }),
    ratedUserId: deletedWith('rated_user_id', () => members.id),
    rating: integer().notNull(),
    comment: text().notNull().default(''),
    /** The helper answers the comment once. */
    reply: text().notNull().default(''),
    createdAt: integer('created_at').notNull(),
    /**
     * The average that others see includes the rating from this instant. It is null until five wait, and 0
     * once one of those that were published with it is gone, until the next five
     * (docs/specification.md#ratings).
     */
    publishedAt: integer('published_at'),
    /** It counts so in the score that others see. */
    shownRating: integer('shown_rating'),
    /** This part of it counts, in percent. It is null until the rule has been applied (`weightsOf`). */
    weight: integer(),
    weightReason: text('weight_reason').$type<WeightReason>(),
    /** The team removed it at this time. It is null again once a contest has succeeded. */
    removedAt: integer('removed_at'),
  },
  (table) => [
    uniqueIndex('sos_ratings_once').on(table.sosRequestId, table.ratedUserId),
    index('sos_ratings_rated').on(table.ratedUserId, table.rating),
    index('sos_ratings_rater').on(table.raterId),
    index('sos_ratings_published').on(table.publishedAt, table.shownRating, table.weight),
    index('sos_ratings_unweighted').on(table.ratedUserId).where(sql`weight is null`),
    check('sos_ratings_range', sql`rating between 1 and 5`),
    check('sos_ratings_comment', sql`length(comment) <= 500`),
  ],
);
