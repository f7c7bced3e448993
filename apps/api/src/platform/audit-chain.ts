import { and, eq, gt, max, ne } from 'drizzle-orm';
import {
  hashOf,
  type JournalKey,
  journalKeys,
  macOf,
  PRUNE,
  presentKey,
  recordAct,
  SERVER,
} from './audit.ts';
import type { Db, Queries } from './database/db.ts';
import { auditEntries } from './database/tables.ts';
import type { Deps } from './deps.ts';
import { timingSafeEquals } from './secrets.ts';

const SEAL = 'journal.seal';
const CHECKED_AT_ONCE = 1000;
const SEAL_EVERY_MS = 3_600_000;

export type RawReader = (sql: string) => Promise<Record<string, unknown>[]>;

export function rawReader(client: Pick<Db['client'], 'execute'>): RawReader {
  return async (sql) => {
    const { rows, columns } = await client.execute(sql);
    return rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]])));
  };
}

/** An entry is `changed` when altered or after a missing row, `unproven` when its key is not available. */
export type BrokenEntry = { position: number; id: string; why: 'changed' | 'unproven' };

export async function firstBrokenEntry(
  read: RawReader,
  keys: readonly JournalKey[],
): Promise<BrokenEntry | null> {
  const { changed, unproven } = await verifyRows(read, keys);
  return changed ?? unproven;
}

/** Vouches with the present key for earlier rows, so that old keys can be dropped; it refuses broken rows. */
export async function sealJournal(deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'log'>): Promise<void> {
  const key = presentKey(deps.secrets);
  if (!(await needsSeal(deps.db.orm, key))) return;
  const { changed, unproven, isKeyed } = await verifyRows(
    rawReader(deps.db.client),
    journalKeys(deps.secrets),
  );
  const broken = changed ?? (isKeyed ? unproven : null);
  if (broken) {
    deps.log.error(broken, 'journal not sealed: it cannot be trusted');
    return;
  }
  const sealed = await deps.db.write(async (tx) => {
    if (!(await needsSeal(tx.orm, key))) return null;
    const [newest] = await tx.orm.select({ position: max(auditEntries.position) }).from(auditEntries);
    const rows = newest?.position ?? 0;
    const subject = { type: 'journal', id: 'journal', label: 'Journal' };
    await recordAct(tx, deps, SERVER, { action: SEAL, subject, after: { rows } });
    return rows;
  });
  if (sealed !== null) deps.log.warn({ rows: sealed, key: key.id }, 'journal sealed');
}

/** Sealing is repeated because instances with the old secret may still write. */
export async function scheduleJournalSealing(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'log' | 'jobs'>,
): Promise<void> {
  deps.jobs.every('journal.seal', SEAL_EVERY_MS, () => sealJournal(deps));
  await sealJournal(deps);
}

async function needsSeal(queries: Queries, key: JournalKey): Promise<boolean> {
  const [seal] = await queries
    .select({ position: max(auditEntries.position) })
    .from(auditEntries)
    .where(and(eq(auditEntries.action, SEAL), eq(auditEntries.keyId, key.id)));
  const [foreign] = await queries
    .select({ position: auditEntries.position })
    .from(auditEntries)
    .where(and(gt(auditEntries.position, seal?.position ?? 0), ne(auditEntries.keyId, key.id)))
    .limit(1);
  return foreign !== undefined;
}

type Verification = {
  changed: BrokenEntry | null;
  unproven: BrokenEntry | null;
  isKeyed: boolean;
};

async function verifyRows(read: RawReader, keys: readonly JournalKey[]): Promise<Verification> {
  const known = new Map(keys.map((key) => [key.id, key]));
  let previous = await prunedHead(read);
  let unproven: BrokenEntry | null = null;
  let isKeyed = false;
  for await (const row of storedRows(read, previous.position)) {
    const { position, id, hash, mac, keyId } = row;
    const changed: Verification = { changed: { position, id, why: 'changed' }, unproven, isKeyed };
    if (hashOf(previous.hash, row) !== hash) return changed;
    previous = { position, hash };
    // Every row after the first key needs one.
    if (isKeyed && keyId === '') return changed;
    isKeyed ||= keyId !== '';
    const key = known.get(keyId);
    if (!key) unproven ??= { position, id, why: 'unproven' };
    else if (!timingSafeEquals(macOf(key, hash), mac)) return changed;
    else if (row.action === SEAL) unproven = null;
  }
  // SQLite never reuses these positions, so a higher counter shows that the newest rows are missing.
  const [newest] = await read("select seq from sqlite_sequence where name = 'audit_entries'");
  const isCut = Number(newest?.seq ?? 0) > previous.position;
  const changed = isCut ? { position: previous.position + 1, id: 'absente', why: 'changed' as const } : null;
  return { changed, unproven, isKeyed };
}

/** Returns the last row that the newest prune removed. That prune's own row is verified like the others. */
async function prunedHead(read: RawReader): Promise<{ position: number; hash: string }> {
  const [prune] = await read(
    `select json_extract("after", '$.through') as position, json_extract("after", '$.hash') as hash
     from audit_entries where action = '${PRUNE}' and position > json_extract("after", '$.through') order by position desc limit 1`,
  );
  return prune ? { position: Number(prune.position), hash: String(prune.hash) } : { position: 0, hash: '' };
}

async function* storedRows(read: RawReader, from: number): AsyncGenerator<StoredRow> {
  let after = from;
  for (;;) {
    const rows = await read(
      `select position, id, actor_id as "actorId", actor_name as "actorName", action, subject_type as "subjectType",
       subject_id as "subjectId", subject_label as "subjectLabel", before, after, reason, created_at as "createdAt", hash,
       mac, key_id as "keyId" from audit_entries where position > ${after} order by position limit ${CHECKED_AT_ONCE}`,
    );
    for (const row of rows as StoredRow[]) {
      yield row;
      after = row.position;
    }
    if (rows.length < CHECKED_AT_ONCE) return;
  }
}

type StoredRow = Omit<typeof auditEntries.$inferSelect, 'searchText'>;
