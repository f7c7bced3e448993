import { AppError } from '@guilde/contracts/errors.ts';
import { and, asc, type Column, desc, type SQL, sql } from 'drizzle-orm';
import type { SQLiteSelect } from 'drizzle-orm/sqlite-core';

const BY_TIME = /^(\d{1,15})\.([\da-f-]{32,36})$/;
const BY_ID = /^[\da-f-]{36}$/;
const BY_NUMBERS = /^(\d{1,15})\.(\d{1,15})$/;
const BY_POSITION = /^\d{1,15}$/;

/** `rows` has one more than `limit`. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => string,
): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { rows: page, nextCursor: last ? cursorOf(last) : null };
}

type NewestPage<Row> = {
  where: SQL | undefined;
  at: Column;
  id: Column;
  /** The instant is in milliseconds. */
  placeOf: (row: Row) => { at: number; id: string };
  cursor?: string | undefined;
  limit: number;
  isAscending?: boolean;
};

/** Reads the rows after a cursor, by their time and their id, from the newest unless the oldest comes first. */
export async function newestPage<Rows extends SQLiteSelect>(
  select: Rows,
  { where, at, id, placeOf, cursor, limit, isAscending = false }: NewestPage<Awaited<Rows>[number]>,
): Promise<{ rows: Awaited<Rows>[number][]; nextCursor: string | null }> {
  const place = cursor ? readTimeCursor(cursor) : undefined;
  const order = isAscending ? asc : desc;
  const beyond = place && sql`(${at}, ${id}) ${isAscending ? sql`>` : sql`<`} (${place.at}, ${place.id})`;
  const rows: Awaited<Rows>[number][] = await select
    .where(and(where, beyond))
    .orderBy(order(at), order(id))
    .limit(limit + 1);
  return pageOf(rows, limit, (row) => {
    const { at: time, id: key } = placeOf(row);
    return timeCursor(time, key);
  });
}

/** `createdAt` is in milliseconds. */
export function timeCursor(createdAt: number, id: string): string {
  return `${createdAt}.${id}`;
}

export function readTimeCursor(cursor: string): { at: number; id: string } {
  const [, at, id] = BY_TIME.exec(cursor) ?? [];
  if (!at || !id) throw unreadable();
  return { at: Number(at), id };
}

export function readPositionCursor(cursor: string): number {
  if (!BY_POSITION.test(cursor)) throw unreadable();
  return Number(cursor);
}

export function readNumbersCursor(cursor: string): [first: number, second: number] {
  const [, first, second] = BY_NUMBERS.exec(cursor) ?? [];
  if (!first || !second) throw unreadable();
  return [Number(first), Number(second)];
}

/** The cursor is the row’s own id, whose place is looked up. */
export function readIdCursor(cursor: string): string {
  if (!BY_ID.test(cursor)) throw unreadable();
  return cursor;
}

function unreadable(): AppError {
  return new AppError('INVALID_INPUT', {}, { cursor: 'Recharge la liste.' });
}
