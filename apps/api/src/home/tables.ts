import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The row has the progress among the members, by id. */
export const digests = sqliteTable('digests', {
  /** The day is counted in Paris, in days since 1970. */
  day: integer().primaryKey(),
  after: text().notNull(),
});
