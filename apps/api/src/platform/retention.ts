import { PERIODS, periodBefore } from '@guilde/contracts/retention/periods.ts';
import { RETENTION, type RetentionRule } from '@guilde/contracts/retention/rules.ts';
import { and, getTableName, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { auditDeletion } from './audit-retention.ts';
import { bouncedAddresses, erasures, jobs, outbox, sentMails } from './database/tables.ts';
import type { Deletion } from './deletion.ts';
import type { Deps } from './deps.ts';

export type Removed = { rule: RetentionRule; rows: number };

type RetentionDeps = Pick<Deps, 'db' | 'clock' | 'retention'>;

/** The step is small, so that no message waits for a long transaction. */
const ROWS_AT_ONCE = 500;
const HOUR_MS = 3_600_000;

/** Deletes rows whose indexed instant `at` is older than the period of `rule`, or after their `ends`. */
export function olderThan(
  { db }: Pick<Deps, 'db'>,
  rule: RetentionRule,
  {
    table,
    where,
    ...instant
  }: { table: SQLiteTable; where?: SQL | undefined } & ({ at: AnySQLiteColumn } | { ends: AnySQLiteColumn }),
): Deletion {
  const isOld = (now: number) =>
    'ends' in instant
      ? and(where, sql`${instant.ends} < ${now}`)
      : and(where, sql`${instant.at} < ${retentionStart(rule, now)}`);
  return {
    rule,
    table: getTableName(table),
    count: async (now) => db.orm.$count(table, isOld(now)),
    step: async (now) => {
      const old = db.orm.select({ row: sql`rowid` }).from(table).where(isOld(now)).limit(ROWS_AT_ONCE);
      const gone = await db.orm.delete(table).where(inArray(sql`rowid`, old)).returning({ row: sql`1` });
      return gone.length;
    },
  };
}

export function retentionStart(rule: RetentionRule, now: number): number {
  return periodBefore(PERIODS[rule], now);
}

export function planRetention(deps: RetentionDeps): Promise<Removed[]> {
  const now = deps.clock.now();
  return byRule(deps, ({ count }) => count(now));
}

/** Retention may stop at any moment and run again (docs/specification.md#retention). */
export function applyRetention(deps: RetentionDeps): Promise<Removed[]> {
  const now = deps.clock.now();
  return byRule(deps, async ({ step }) => {
    let rows = 0;
    for (let gone = await step(now); gone > 0; gone = await step(now)) rows += gone;
    return rows;
  });
}

/** It runs every hour, because some periods are one day; an empty run costs a look at each index. */
export function startRetention(deps: RetentionDeps & Pick<Deps, 'jobs' | 'log'>): void {
  const work = async () => {
    const removed = (await applyRetention(deps)).filter(({ rows }) => rows > 0);
    if (removed.length > 0)
      deps.log.info(Object.fromEntries(removed.map(({ rule, rows }) => [rule, rows])), 'retention');
  };
  deps.jobs.every('retention', HOUR_MS, work, { erases: true });
}

/** The order is that of the contracts: accounts come last, because other rows are deleted with them. */
async function byRule(
  { retention }: Pick<Deps, 'retention'>,
  work: (deletion: Deletion) => Promise<number>,
): Promise<Removed[]> {
  const removed: Removed[] = [];
  for (const rule of Object.keys(RETENTION) as RetentionRule[]) {
    let rows = 0;
    for (const deletion of retention) if (deletion.rule === rule) rows += await work(deletion);
    removed.push({ rule, rows });
  }
  return removed;
}

export function platformDeletions(deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'jobs'>): Deletion[] {
  const failed = and(isNotNull(jobs.failedAt), inArray(jobs.kind, deps.jobs.personalKinds()));
  return [
    olderThan(deps, 'failedJobs', { table: jobs, at: jobs.failedAt, where: failed }),
    olderThan(deps, 'doneJobs', { table: jobs, at: jobs.doneAt, where: isNotNull(jobs.doneAt) }),
    olderThan(deps, 'outbox', { table: outbox, at: outbox.createdAt }),
    olderThan(deps, 'bounces', { table: bouncedAddresses, at: bouncedAddresses.bouncedAt }),
    olderThan(deps, 'mailCounts', { table: sentMails, at: sentMails.sentAt }),
    olderThan(deps, 'erasures', { table: erasures, at: erasures.erasedAt }),
    auditDeletion(deps),
  ];
}
