import { createHash, randomUUID } from 'node:crypto';
import { foldText } from '@guilde/contracts/text.ts';
import { asc, desc, gt } from 'drizzle-orm';
import type { Clock } from './clock.ts';
import type { Queries, Tx } from './db.ts';
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

/** The first row of the journal that is not as it was written, or follows a row that is missing; null when all is well. */
export async function firstBrokenEntry(queries: Queries): Promise<{ position: number; id: string } | null> {
  let previous = { position: 0, hash: '' };
  for (;;) {
    const rows = await queries
      .select()
      .from(auditEntries)
      .where(gt(auditEntries.position, previous.position))
      .orderBy(asc(auditEntries.position))
      .limit(CHECKED_AT_ONCE);
    for (const row of rows) {
      if (hashOf(previous.hash, row) !== row.hash) return { position: row.position, id: row.id };
      previous = row;
    }
    if (rows.length < CHECKED_AT_ONCE) return null;
  }
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
