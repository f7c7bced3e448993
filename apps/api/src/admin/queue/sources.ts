import type { QueueKind } from '@guilde/contracts/queue/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, type Column, type SQL, sql } from 'drizzle-orm';
import type { SQLiteSelect, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Queries } from '../../platform/database/db.ts';

/** `at` is the start of the wait, in milliseconds. `id` is what is opened; with `at` it is the place. */
type Waiting = { id: string; at: number; title: string; note: string; dueAt?: number };

export type QueueReader = Pick<Viewer, 'id' | 'role'>;

type Place = { at: number; id: string };

/**
 * A source has what waits for the team, of one kind. `waiting` resolves with at most `limit` rows after a
 * place, by `at` and `id`; `count` counts all that the viewer may decide.
 */
export type QueueSource = {
  kind: QueueKind;
  /** Moderators have no sources that they cannot open. */
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

export const FIRST: Place = { at: 0, id: '' };

/** Selects the rows after a place for which `due` holds, by `at` and `id`. */
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
  /** The rows of this table are counted, and its columns order them. */
  table: SQLiteTable;
  at: Column | SQL;
  id: Column;
  due: (viewer: QueueReader, now: number) => SQL | undefined;
  rows: (queries: Queries) => Rows;
  show: (row: Awaited<Rows>[number]) => Waiting;
};

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
