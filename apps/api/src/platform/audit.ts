import { createHash, createHmac, randomUUID } from 'node:crypto';
import { foldText } from '@guilde/contracts/text.ts';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Clock } from './clock.ts';
import type { Queries, Tx } from './database/db.ts';
import { auditEntries } from './database/tables.ts';
import { hashToken, type Secrets } from './secrets.ts';

export type Actor = { id: string; name: string };

export type Act = {
  action: string;
  subject: { type: string; id: string; label: string };
  before?: Values | null;
  after?: Values | null;
  reason?: string;
};

type Values = Record<string, string | number | boolean | null>;
type Row = typeof auditEntries.$inferSelect;
export const SERVER: Actor = { id: 'server', name: 'Serveur' };

/** This act removes the oldest rows up to the position `through`, whose hash is `hash`. */
export const PRUNE = 'journal.prune';

export type Hashed = Omit<Row, 'position' | 'hash' | 'mac' | 'keyId' | 'searchText'>;

/** The key authenticates rows, and the id identifies it without revealing it. */
export type JournalKey = { id: string; key: string };

/** All these keys are accepted; the first one is for new rows. */
export function journalKeys(secrets: Secrets): JournalKey[] {
  return secrets.derived('journal').map(named);
}

export function presentKey(secrets: Secrets): JournalKey {
  return named(secrets.derive('journal'));
}

function named(key: string): JournalKey {
  return { id: hashToken(key).slice(0, 8), key };
}

/**
 * Runs in the transaction of the action. Each hash covers the previous one, and transactions are serial, so
 * the chain has no forks. Without the installation's secret nobody can make a row's `mac`.
 */
export async function recordAct(
  tx: Tx,
  { clock, secrets }: { clock: Clock; secrets: Secrets },
  actor: Actor,
  act: Act,
): Promise<void> {
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
  const hash = hashOf(last?.hash ?? '', row);
  const key = presentKey(secrets);
  await tx.orm
    .insert(auditEntries)
    .values({ ...row, hash, mac: macOf(key, hash), keyId: key.id, searchText });
}

export async function isRecorded(
  queries: Queries,
  { action, subjectId, batch }: { action: string; subjectId: string; batch: string },
): Promise<boolean> {
  const [row] = await queries
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.subjectId, subjectId),
        eq(auditEntries.action, action),
        sql`json_extract(${auditEntries.after}, '$.batch') = ${batch}`,
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** Returns the last position that a prune removed, or 0 before the first prune. */
export async function prunedUpTo(queries: Queries): Promise<number> {
  const [newest] = await queries
    .select({ through: sql<number>`json_extract(${auditEntries.after}, '$.through')` })
    .from(auditEntries)
    .where(eq(auditEntries.action, PRUNE))
    .orderBy(desc(auditEntries.position))
    .limit(1);
  return newest?.through ?? 0;
}

function json(values: Values | null | undefined): string | null {
  return values ? JSON.stringify(values) : null;
}

export function macOf({ key }: JournalKey, hash: string): string {
  return createHmac('sha256', key).update(hash).digest('hex');
}

export function hashOf(previous: string, row: Hashed): string {
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
