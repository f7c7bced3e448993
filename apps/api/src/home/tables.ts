import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** One row per weekly digest: how far it is among the members, in the order of their ids. */
export const digests = sqliteTable('digests', {
  /** Of Paris, in days since 1970. */
  day: integer().primaryKey(),
  after: text().notNull(),
});
