import { randomUUID } from 'node:crypto';
import type { TypedRow } from '@guilde/contracts/bulk-invitations/columns.ts';
import {
  BULK_INVITATION_DAYS,
  type BulkRow,
  type BulkStatus,
  nameKey,
} from '@guilde/contracts/bulk-invitations/rules.ts';
import { type SortedRow, sortRows } from '@guilde/contracts/bulk-invitations/sorting-input.ts';
import { and, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { members } from '../auth/tables.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { hashToken } from '../platform/secrets.ts';
import { bouncedAmong } from '../platform/services/bounces.ts';
import { objectedAmong } from './objections.ts';
import { batchRows, invitationBatches, invitations } from './tables.ts';
import { invitationToken } from './tokens.ts';

const DAY_MS = 86_400_000;
/** A statement has a limited number of values. */
const ROWS_AT_ONCE = 100;

/** The partial index of pending addresses is used for this literal only. */
const isPending = sql`${invitations.status} = 'pending' and ${invitations.email} is not null`;

/** `now` is in milliseconds. */
export async function sortedList(
  queries: Queries,
  typed: readonly TypedRow[],
  now: number,
): Promise<{ rows: SortedRow[]; batchId: string | null }> {
  const sorted = sortRows(typed);
  const emails = sorted.flatMap(({ status, email }) => (status === 'ready' && email ? [email] : []));
  const statuses = await knownAddresses(queries, emails, now);
  return {
    rows: sorted.map((row) => ({ ...row, status: withAddress(row, statuses) })),
    batchId: await batchOfList(queries, typed),
  };
}

function withAddress({ status, email }: SortedRow, statuses: Map<string, BulkStatus>): BulkStatus {
  return status === 'ready' ? (statuses.get(email ?? '') ?? status) : status;
}

export function toBulkRow({ line, status, firstLine, dropped }: SortedRow): BulkRow {
  return { line, status, firstLine, dropped };
}

/** Says why an address is not invited; the first reason holds. */
async function knownAddresses(
  queries: Queries,
  emails: string[],
  now: number,
): Promise<Map<string, BulkStatus>> {
  const bounced = await bouncedAmong(queries, emails);
  const objected = await objectedAmong(queries, emails);
  const invited = await queries
    .select({ email: invitations.email })
    .from(invitations)
    .where(and(isPending, isAmong(invitations.email, emails), gt(invitations.expiresAt, now)));
  const accounts = await queries
    .select({ email: members.email })
    .from(members)
    .where(isAmong(members.email, emails));
  return new Map<string, BulkStatus>([
    ...[...bounced.keys()].map((email) => [email, 'bounced'] as const),
    ...[...objected].map((email) => [email, 'objected'] as const),
    ...invited.map(({ email }) => [email ?? '', 'invited'] as const),
    ...accounts.map(({ email }) => [email, 'member'] as const),
  ]);
}

function isAmong(column: AnySQLiteColumn, values: readonly string[]): SQL {
  return sql`${column} in (select value from json_each(${JSON.stringify(values)}))`;
}

export async function batchOfList(queries: Queries, typed: readonly TypedRow[]): Promise<string | null> {
  const { id, listHash } = invitationBatches;
  const [batch] = await queries
    .select({ id })
    .from(invitationBatches)
    .where(eq(listHash, hashOf(typed)));
  return batch?.id ?? null;
}

/** The order of the rows and the case of an address make no other list. */
function hashOf(typed: readonly TypedRow[]): string {
  const rows = typed.map(({ line: _line, ...cells }) =>
    JSON.stringify({ ...cells, email: cells.email.trim().toLowerCase() }),
  );
  return hashToken(['invitation-list', ...rows.sort()].join('\n'));
}

export type NewBatch = {
  title: string;
  message: string;
  author: { id: string; name: string };
  typed: readonly TypedRow[];
  rows: readonly SortedRow[];
};

/**
 * Makes the invitations of the rows that are ready, and keeps the names of those without an address. The
 * mails follow in steps (batch-mails.ts).
 */
export async function storeBatch(
  tx: Tx,
  { clock, secrets, live }: Pick<Deps, 'clock' | 'secrets' | 'live'>,
  { title, message, author, typed, rows }: NewBatch,
): Promise<{ id: string; invited: number; named: number }> {
  const now = clock.now();
  const id = randomUUID();
  const expiresAt = now + BULK_INVITATION_DAYS * DAY_MS;
  const ready = rows.flatMap(({ status, email, known }) =>
    status === 'ready' && email ? [{ id: randomUUID(), email, known }] : [],
  );
  const named = rows.filter(({ status }) => status === 'named');
  await tx.orm.insert(invitationBatches).values({
    ...{ id, title, message, listHash: hashOf(typed), invited: ready.length, createdAt: now },
    ...{ authorId: author.id, authorName: author.name },
  });
  await removeExpired(tx, live, { emails: ready.map(({ email }) => email), now });
  const row = { batchId: id, expiresAt };
  for (const some of chunks(ready)) {
    await tx.orm.insert(invitations).values(
      some.map((one) => ({
        ...row,
        ...{ id: one.id, email: one.email, inviterId: author.id, vouchedAt: now, createdAt: now },
        tokenHash: hashToken(invitationToken(secrets, one.id)),
      })),
    );
    await tx.orm.insert(batchRows).values(
      some.map((one) => ({
        ...row,
        ...{ id: randomUUID(), invitationId: one.id, known: one.known, nextMailAt: now },
        mailDomain: one.email.slice(one.email.lastIndexOf('@') + 1),
      })),
    );
  }
  for (const some of chunks(named))
    await tx.orm
      .insert(batchRows)
      .values(some.map((one) => ({ ...row, id: randomUUID(), known: one.known, nameKey: one.nameKey })));
  return { id, invited: ready.length, named: named.length };
}

function chunks<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / ROWS_AT_ONCE) }, (_, index) =>
    all.slice(index * ROWS_AT_ONCE, (index + 1) * ROWS_AT_ONCE),
  );
}

/** An expired invitation would keep its address from another. */
async function removeExpired(
  tx: Tx,
  live: Deps['live'],
  { emails, now }: { emails: string[]; now: number },
): Promise<void> {
  const removed = await tx.orm
    .delete(invitations)
    .where(and(isPending, isAmong(invitations.email, emails), lte(invitations.expiresAt, now)))
    .returning({ inviterId: invitations.inviterId });
  const inviters = removed.flatMap(({ inviterId }) => inviterId ?? []);
  tx.afterCommit(() => live.publish(inviters, { type: 'invitations.changed' }));
}

/** Returns the lists on which these people stand without an address, by their name as it was given. */
export async function listsNaming(
  queries: Queries,
  names: readonly string[],
): Promise<Map<string, { batchId: string; title: string }>> {
  const keys = new Map(names.map((name) => [name, nameKey(name)]));
  const asked = [...keys.values()].filter(Boolean);
  if (asked.length === 0) return new Map();
  const rows = await queries
    .select({ key: batchRows.nameKey, batchId: invitationBatches.id, title: invitationBatches.title })
    .from(batchRows)
    .innerJoin(invitationBatches, eq(invitationBatches.id, batchRows.batchId))
    .where(and(sql`${batchRows.nameKey} <> ''`, inArray(batchRows.nameKey, asked)));
  const lists = new Map(rows.map(({ key, ...list }) => [key, list]));
  return new Map(
    [...keys].flatMap(([name, key]) => {
      const list = lists.get(key);
      return list ? [[name, list] as const] : [];
    }),
  );
}
