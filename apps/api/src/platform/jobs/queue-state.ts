import { and, count, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Db, Queries } from '../database/db.ts';
import { jobs } from '../database/tables.ts';
import { SCHEDULED } from './job-claims.ts';

export const JOB_LATE_MS = 5 * 60_000;

/** `since` is an instant in milliseconds. */
type Late = { count: number; since: number };

export type QueueState = {
  waiting: number;
  failed: number;
  /** These jobs have kinds without a handler in this version. */
  unknown: number;
  /** A bulk job that waits for its turn does not count. */
  oldestWaitingMs: number;
  lateMails: Late | null;
};

type Kinds = ReadonlyMap<string, { bulk: boolean; mail: boolean }>;

const isWaiting = and(isNull(jobs.doneAt), isNull(jobs.failedAt));

export function countWaiting(queries: Queries, kind: string): Promise<number> {
  return queries.$count(jobs, and(isWaiting, eq(jobs.kind, kind)));
}

export async function queueState({ db, clock }: { db: Db; clock: Clock }, kinds: Kinds): Promise<QueueState> {
  const now = clock.now();
  const dueAt = sql`coalesce(${jobs.firstDueAt}, ${jobs.runAt})`;
  const isLate = sql`${dueAt} <= ${now - JOB_LATE_MS}`;
  // The attempt under way has not failed.
  const hasFailedOnce = sql`${jobs.attempts} > (${jobs.lockedUntil} > ${now})`;
  // The rows are read in the order of the index, because sorting tens of thousands would be slow.
  const rows = await db.orm
    .select({
      kind: jobs.kind,
      waiting: count(),
      all: { since: sql<number>`min(${dueAt})`, late: sql<number>`sum(${isLate})` },
      tried: {
        since: sql<number | null>`min(case when ${hasFailedOnce} then ${dueAt} end)`,
        late: sql<number>`sum(${isLate} and ${hasFailedOnce})`,
      },
    })
    .from(jobs)
    .where(and(isWaiting, ne(jobs.kind, SCHEDULED)))
    .groupBy(jobs.kind);
  const [failed] = await db.orm.select({ failed: count() }).from(jobs).where(isNotNull(jobs.failedAt));
  const expected = rows.map(({ kind, all, tried }) => ({ kind, ...(kinds.get(kind)?.bulk ? tried : all) }));
  const mails = expected.filter(({ kind, late }) => kinds.get(kind)?.mail && late > 0);
  return {
    waiting: sum(rows.map(({ waiting }) => waiting)),
    failed: failed?.failed ?? 0,
    unknown: sum(rows.filter(({ kind }) => !kinds.has(kind)).map(({ waiting }) => waiting)),
    oldestWaitingMs: Math.max(0, ...expected.map(({ since }) => now - (since ?? now))),
    lateMails:
      mails.length === 0
        ? null
        : {
            count: sum(mails.map(({ late }) => late)),
            since: Math.min(...mails.map(({ since }) => since ?? now)),
          },
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
