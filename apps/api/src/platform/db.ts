import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client, ResultSet } from '@libsql/client';
import { drizzle } from 'drizzle-orm/libsql';
import { migrate } from 'drizzle-orm/libsql/migrator';
import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core';
import Native from 'libsql';
import { FileClient } from './file-client.ts';
import type { Log } from './log.ts';

/** What reads and single statements run on: the database itself, or an open transaction. */
export type Queries = BaseSQLiteDatabase<'async', ResultSet, Record<string, never>>;

/** One open transaction, with what is to happen once it is stored. */
export type Tx = {
  orm: Queries;
  /** Runs after the commit, in order; never when the transaction is rolled back. For events and wake-ups. */
  afterCommit: (effect: () => void) => void;
};

export type Db = {
  orm: Queries;
  client: Client;
  /**
   * The only way to a transaction: all of `work` is stored or nothing is. Nothing but the database may be awaited
   * inside; other calls wait meanwhile. Rejects with what `work` threw.
   */
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  close: () => void;
};

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));

/**
 * Opens the community's database and brings it to the current schema. One process owns the file: WAL so that readers
 * of other processes never wait, `synchronous=FULL` so that what was acknowledged survives power loss.
 */
export async function openDatabase(file: string, log: Log): Promise<Db> {
  mkdirSync(dirname(file), { recursive: true });
  const native = new Native(file);
  native.exec('PRAGMA journal_mode = WAL');
  native.exec('PRAGMA synchronous = FULL');
  native.exec('PRAGMA foreign_keys = ON');
  native.exec('PRAGMA cache_size = -65536');
  const client = new FileClient(native);
  const orm = drizzle(client);
  await migrate(orm, { migrationsFolder: MIGRATIONS });
  return {
    orm,
    client,
    write: async (work) => {
      const effects: (() => void)[] = [];
      const result = await orm.transaction((tx) =>
        client.insideTransaction(() => work({ orm: tx, afterCommit: (effect) => effects.push(effect) })),
      );
      for (const effect of effects) runEffect(effect, log);
      return result;
    },
    close: () => client.close(),
  };
}

/** What is stored is stored: an effect that fails is reported, and the write has succeeded all the same. */
function runEffect(effect: () => void, log: Log): void {
  try {
    effect();
  } catch (error) {
    log.error({ error: error instanceof Error ? error.message : 'unknown' }, 'effect after commit failed');
  }
}

/** True when a write failed because the row exists already (primary key or unique index). */
export function isDuplicate(error: unknown): boolean {
  const { extendedCode } = causeOf(error);
  return extendedCode === 'SQLITE_CONSTRAINT_UNIQUE' || extendedCode === 'SQLITE_CONSTRAINT_PRIMARYKEY';
}

/** What may be logged of a database error: its codes. The message holds the SQL and its parameters. */
export function databaseErrorCode(error: unknown): string | null {
  const { code, extendedCode } = causeOf(error);
  return extendedCode ?? code ?? null;
}

function causeOf(error: unknown): { code?: string; extendedCode?: string } {
  if (!(error instanceof Error)) return {};
  const named = error as Error & { code?: string; extendedCode?: string };
  return named.code ? named : causeOf(error.cause);
}
