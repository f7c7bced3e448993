import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PERIODS, periodBefore } from '@guilde/contracts/retention/periods.ts';
import type { RawReader } from '../audit-chain.ts';
import type { Deps } from '../deps.ts';
import type { Tx } from './db.ts';
import { writeDurably } from './durable-files.ts';
import { openEngine } from './engine.ts';
import { erasures } from './tables.ts';

/** The list maps ids of erased accounts, and marks such as those of invitations/objections.ts, to instants in milliseconds. */
export type Erasures = Map<string, number>;

/** The list outlives the database beside it, because a restore leaves it in the data folder. */
const FILE_NAME = 'effacements';
const DATABASE = 'guilde.db';
/** A restore leaves this table in the database of a libSQL server; the next start takes it. */
export const RESTORED_ERASURES = 'restored_erasures';

/** A restored backup lacks what came after it, which the last such note says. */
export async function noteErasure(
  tx: Tx,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  id: string,
): Promise<void> {
  const erasedAt = clock.now();
  const target = erasures.id;
  await tx.orm.insert(erasures).values({ id, erasedAt }).onConflictDoUpdate({ target, set: { erasedAt } });
  tx.afterCommit(() => appendErasure(config.dataDir, id, erasedAt));
}

/** The next start writes a lost line again. */
function appendErasure(dataDir: string, id: string, erasedAt: number): void {
  try {
    appendFileSync(join(dataDir, FILE_NAME), lineOf(id, erasedAt), { mode: 0o600 });
  } catch {
    // The account is erased all the same, and the list in the database is complete.
  }
}

export function accountsIn(erasures: Erasures): number {
  return [...erasures.keys()].filter((id) => !id.includes(':')).length;
}

export function writeErasures(dataDir: string, erasures: Erasures): void {
  if (erasures.size === 0 && !existsSync(join(dataDir, FILE_NAME))) return;
  writeDurably(join(dataDir, FILE_NAME), [...erasures].map(([id, at]) => lineOf(id, at)).join(''));
}

/** Reads a data folder, a backup, or such a file itself. Entries older than any backup are left out. */
export function readErasures(path: string, now: number): Erasures {
  if (!existsSync(path)) return new Map();
  if (!statSync(path).isDirectory()) return recent(parse(readFileSync(path, 'utf8')), now);
  const database = join(path, DATABASE);
  const stored = existsSync(database) ? inFile(database) : new Map<string, number>();
  const file = join(path, FILE_NAME);
  return recent(new Map([...stored, ...(existsSync(file) ? parse(readFileSync(file, 'utf8')) : [])]), now);
}

/** Reads an open database, where older versions have no such table. */
export async function erasuresIn(read: RawReader, table = 'erasures'): Promise<Erasures> {
  const [known] = await read(`select name from sqlite_master where type = 'table' and name = '${table}'`);
  const rows = known ? await read(`select id, erased_at from ${table}`) : [];
  return new Map(rows.map((row) => [String(row.id), Number(row.erased_at)]));
}

function inFile(file: string): Erasures {
  try {
    const database = openEngine(file, { readOnly: true });
    try {
      const rows = database.prepare('select id, erased_at from erasures').all([]) as {
        id: string;
        erased_at: number;
      }[];
      return new Map(rows.map((row) => [row.id, row.erased_at]));
    } finally {
      database.close();
    }
  } catch {
    return new Map();
  }
}

function parse(text: string): Erasures {
  const lines = text.split('\n').map((line) => line.split(' '));
  return new Map(lines.flatMap(([id, at]) => (id && at ? [[id, Date.parse(at)] as const] : [])));
}

function recent(erasures: Erasures, now: number): Erasures {
  const from = periodBefore(PERIODS.erasures, now);
  return new Map([...erasures].filter(([, at]) => at >= from));
}

function lineOf(id: string, erasedAt: number): string {
  return `${id} ${new Date(erasedAt).toISOString()}\n`;
}
