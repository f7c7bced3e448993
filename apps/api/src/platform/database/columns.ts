import { type AnySQLiteColumn, text } from 'drizzle-orm/sqlite-core';

/** The column holds the id of a row in another table, and its own row is deleted with that one. */
export function deletedWith<Name extends string>(name: Name, owner: () => AnySQLiteColumn) {
  return text(name).notNull().references(owner, { onDelete: 'cascade' });
}
