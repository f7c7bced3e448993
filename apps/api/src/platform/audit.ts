import { createHash, createHmac, randomUUID } from 'node:crypto';
import { foldText } from '@guilde/contracts/text.ts';
import { desc } from 'drizzle-orm';
import type { Clock } from './clock.ts';
import type { Tx } from './database/db.ts';
import { auditEntries } from './database/tables.ts';
import { hashToken, type Secrets } from './secrets.ts';

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
/** What the hash of a row covers, beside the hash before it. */
export type Hashed = Omit<Row, 'position' | 'hash' | 'mac' | 'keyId' | 'searchText'>;

/** What authenticates rows. The id names the key without telling it, so that a row says which secret it was made with. */
export type JournalKey = { id: string; key: string };

/** The keys that the journal's rows may be made with: that of new rows first. */
export function journalKeys(secrets: Secrets): JournalKey[] {
  return secrets.derived('journal').map(named);
}

/** The key of new rows. */
export function presentKey(secrets: Secrets): JournalKey {
  return named(secrets.derive('journal'));
}

function named(key: string): JournalKey {
  return { id: hashToken(key).slice(0, 8), key };
}

/**
 * Writes an administrative act into the journal, in the transaction of the act itself: both are stored or neither.
 * Each row's hash covers the one before it; transactions come one after another, so the chain has no forks. Whoever
 * has the database but not the installation's secret cannot make the code that goes with the hash.
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

function json(values: Values | null | undefined): string | null {
  return values ? JSON.stringify(values) : null;
}

/** HMAC-SHA256 of a row's hash, in hexadecimal. */
export function macOf({ key }: JournalKey, hash: string): string {
  return createHmac('sha256', key).update(hash).digest('hex');
}

/** SHA-256 of a row and the hash before it, in hexadecimal. */
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
