import type { QueueKind } from '@guilde/contracts/queue/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, type Column, type SQL, sql } from 'drizzle-orm';
import type { SQLiteSelect, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Queries } from '../../platform/database/db.ts';

/** `at`: since when it waits, in milliseconds. `id`: of what is opened; with `at` it is the place in the queue. */
type Waiting = { id: string; at: number; title: string; note: string; dueAt?: number };

/** Whose queue it is. */
export type QueueReader = Pick<Viewer, 'id' | 'role'>;

type Place = { at: number; id: string };

/**
 * What waits for the team, of one kind. `waiting` resolves with the oldest after a place, `limit` at most, in the order
 * of `at` and `id`; `count` counts all that the viewer may decide.
 */
export type QueueSource = {
  kind: QueueKind;
  /** What moderators cannot open is not in theirs. */
  isForModerators: boolean;
  count: (queries: Queries, viewer: QueueReader, now: number) => Promise<number>;
  waiting: (
    queries: Queries,
    viewer: QueueReader,
    after: Place,
    limit: number,
    now: number,
  ) => Promise<Waiting[]>;
};

/** Before everything. */
export const FIRST: Place = { at: 0, id: '' };

/** Of the rows that `due` holds for, the oldest after a place, in the order of `at` and `id`. */
export function oldestAfter<Rows extends SQLiteSelect>(
  rows: Rows,
  [at, id]: [at: Column | SQL, id: Column],
  due: SQL | undefined,
  place: Place,
  limit: number,
) {
  return rows
    .where(and(due, sql`(${at}, ${id}) > (${place.at}, ${place.id})`))
    .orderBy(asc(at), asc(id))
    .limit(limit);
}

type SourceRow<Rows extends SQLiteSelect> = Pick<QueueSource, 'kind' | 'isForModerators'> & {
  /** What is counted, and the columns that order it. */
  table: SQLiteTable;
  at: Column | SQL;
  id: Column;
  /** Which rows wait, for this reader and at this instant. */
  due: (viewer: QueueReader, now: number) => SQL | undefined;
  rows: (queries: Queries) => Rows;
  show: (row: Awaited<Rows>[number]) => Waiting;
};

/** A source whose rows wait by a condition on one table. */
export function sourceOf<Rows extends SQLiteSelect>(source: SourceRow<Rows>): QueueSource {
  const { kind, isForModerators, table, at, id, due, rows, show } = source;
  return {
    kind,
    isForModerators,
    count: (queries, viewer, now) => queries.$count(table, due(viewer, now)),
    waiting: async (queries, viewer, place, limit, now) => {
      const oldest: Awaited<Rows>[number][] = await oldestAfter(
        rows(queries),
        [at, id],
        due(viewer, now),
        place,
        limit,
      );
      return oldest.map(show);
    },
  };
}
