import type { Client, InStatement, ResultSet } from '@libsql/client';
import { drizzle } from 'drizzle-orm/libsql';
import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core';

export type Queries = BaseSQLiteDatabase<'async', ResultSet, Record<string, never>>;

/** drizzle asks no more of a client, unless it opens transactions; those are `write`'s. */
export type QueryClient = {
  execute: (statement: InStatement) => Promise<ResultSet>;
  batch: (statements: InStatement[]) => Promise<ResultSet[]>;
};

export function queriesOver(client: QueryClient): Queries {
  return drizzle({ client: client as Client });
}
