import { PERIODS, periodBefore } from '@guilde/contracts/retention/periods.ts';
import { asc, gt, inArray, lte, sql } from 'drizzle-orm';
import { PRUNE, prunedUpTo, recordAct, SERVER } from './audit.ts';
import type { Queries, Tx } from './database/db.ts';
import { auditEntries } from './database/tables.ts';
import type { Deletion } from './deletion.ts';
import type { Deps } from './deps.ts';

type Head = { position: number; hash: string; createdAt: number };

const READ_AT_ONCE = 1000;
const REMOVED_AT_ONCE = 500;

/**
 * The journal loses whole months. A prune row first records the position and the hash of the last row that
 * goes: the chain is verified from there, and a trigger refuses all other deletions.
 */
export function auditDeletion(deps: Pick<Deps, 'db' | 'clock' | 'secrets'>): Deletion {
  const { db } = deps;
  return {
    rule: 'journal',
    table: 'audit_entries',
    count: async (now) => (await oldHead(db.orm, now)).rows,
    step: (now) => db.write((tx) => removeSome(tx, deps, now)),
  };
}

async function removeSome(tx: Tx, deps: Pick<Deps, 'clock' | 'secrets'>, now: number): Promise<number> {
  const { rows, last } = await oldHead(tx.orm, now);
  if (!last) return 0;
  if ((await prunedUpTo(tx.orm)) < last.position) {
    const subject = { type: 'journal', id: 'journal', label: 'Journal' };
    const after = { rows, through: last.position, hash: last.hash };
    await recordAct(tx, deps, SERVER, { action: PRUNE, subject, after });
  }
  const some = tx.orm
    .select({ position: auditEntries.position })
    .from(auditEntries)
    .where(lte(auditEntries.position, last.position))
    .orderBy(asc(auditEntries.position))
    .limit(REMOVED_AT_ONCE);
  const gone = await tx.orm
    .delete(auditEntries)
    .where(inArray(auditEntries.position, some))
    .returning({ row: sql`1` });
  return gone.length;
}

/** Finds the rows at the beginning that are old enough. A row with a wrong clock keeps the rows behind it. */
async function oldHead(queries: Queries, now: number): Promise<{ rows: number; last: Head | null }> {
  const before = monthStart(periodBefore(PERIODS.journal, now));
  let rows = 0;
  let last: Head | null = null;
  for (;;) {
    const page: Head[] = await queries
      .select({
        position: auditEntries.position,
        hash: auditEntries.hash,
        createdAt: auditEntries.createdAt,
      })
      .from(auditEntries)
      .where(gt(auditEntries.position, last?.position ?? 0))
      .orderBy(asc(auditEntries.position))
      .limit(READ_AT_ONCE);
    const young = page.findIndex(({ createdAt }) => createdAt >= before);
    const old = young < 0 ? page : page.slice(0, young);
    rows += old.length;
    last = old.at(-1) ?? last;
    if (old.length < READ_AT_ONCE) return { rows, last };
  }
}

function monthStart(instant: number): number {
  const date = new Date(instant);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}
