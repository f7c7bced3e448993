import { createHash, randomUUID } from 'node:crypto';
import { foldText } from '@guilde/contracts/text.ts';
import { desc } from 'drizzle-orm';
import type { Clock } from './clock.ts';
import type { Tx } from './db.ts';
import { auditEntries } from './tables.ts';

/** Who acts, with the name of that day. */
export type Actor = { id: string; name: string };

/** What was done to what, what it changed, and why. */
export type Act = {
  action: string;
  subject: { type: string; id: string; label: string };
  before?: Values | null;
  after?: Values | null;
  reason?: string;
};

type Values = Record<string, string | number | boolean | null>;
type Row = typeof auditEntries.$inferSelect;
type Hashed = Omit<Row, 'position' | 'hash' | 'searchText'>;

const CHECKED_AT_ONCE = 1000;

/**
 * Writes an administrative act into the journal, in the transaction of the act itself: both are stored or neither.
 * Each row's hash covers the one before it; transactions come one after another, so the chain has no forks.
 */
export async function recordAct(tx: Tx, { clock }: { clock: Clock }, actor: Actor, act: Act): Promise<void> {
  const [last] = await tx.orm
    .select({ hash: auditEntries.hash })
    .from(auditEntries)
    .orderBy(desc(auditEntries.position))
    .limit(1);
  const { subject, reason = '' } = act;
  const row: Hashed = {
    id: randomUUID(),
    actorId: actor.id,
    actorName: actor.name,
    action: act.action,
    subjectType: subject.type,
    subjectId: subject.id,
    subjectLabel: subject.label,
    before: json(act.before),
    after: json(act.after),
    reason,
    createdAt: clock.now(),
  };
  const searchText = foldText([actor.name, subject.label, subject.id, reason].join('\n'));
  await tx.orm.insert(auditEntries).values({ ...row, hash: hashOf(last?.hash ?? '', row), searchText });
}

/** Reads with plain SQL: a database in use, or the file of a backup. */
export type PlainRead = (sql: string) => Promise<Record<string, unknown>[]>;

/** The first row of the journal that is not as it was written, or follows a row that is missing; null when all is well. */
export async function firstBrokenEntry(read: PlainRead): Promise<{ position: number; id: string } | null> {
  let previous = { position: 0, hash: '' };
  for (;;) {
    const rows = await read(
      `select position, id, actor_id, actor_name, action, subject_type, subject_id, subject_label, before, after, reason,
       created_at, hash from audit_entries where position > ${previous.position} order by position limit ${CHECKED_AT_ONCE}`,
    );
    for (const raw of rows) {
      const row = raw as StoredRow;
      if (hashOf(previous.hash, hashedOf(row)) !== row.hash) return { position: row.position, id: row.id };
      previous = { position: row.position, hash: row.hash };
    }
    if (rows.length < CHECKED_AT_ONCE) break;
  }
  // Positions are never given twice: the newest rows are missed by nothing else.
  const [newest] = await read("select seq from sqlite_sequence where name = 'audit_entries'");
  const isCut = Number(newest?.seq ?? 0) > previous.position;
  return isCut ? { position: previous.position + 1, id: 'absente' } : null;
}

type StoredRow = {
  position: number;
  id: string;
  actor_id: string;
  actor_name: string;
  action: string;
  subject_type: string;
  subject_id: string;
  subject_label: string;
  before: string | null;
  after: string | null;
  reason: string;
  created_at: number;
  hash: string;
};

function hashedOf(row: StoredRow): Hashed {
  const { id, action, before, after, reason } = row;
  return {
    ...{ id, action, before, after, reason },
    actorId: row.actor_id,
    actorName: row.actor_name,
    subjectType: row.subject_type,
    subjectId: row.subject_id,
    subjectLabel: row.subject_label,
    createdAt: row.created_at,
  };
}

function json(values: Values | null | undefined): string | null {
  return values ? JSON.stringify(values) : null;
}

function hashOf(previous: string, row: Hashed): string {
  const covered = [
    previous,
    row.id,
    row.actorId,
    row.actorName,
    row.action,
    row.subjectType,
    row.subjectId,
    row.subjectLabel,
    row.before,
    row.after,
    row.reason,
    row.createdAt,
  ];
  return createHash('sha256').update(JSON.stringify(covered)).digest('hex');
}
