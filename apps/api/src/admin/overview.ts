import type { AdminOverview } from '@guilde/contracts/admin/rules.ts';
import { legalInForce } from '@guilde/contracts/information/legal.ts';
import { feedRank, parisDay, parisMidnight } from '@guilde/contracts/sos/ranking.ts';
import { ALERT_WEEK_MS } from '@guilde/contracts/sos/waves.ts';
import { and, asc, count, eq, gt, gte, isNotNull, sql } from 'drizzle-orm';
import { members } from '../auth/tables.ts';
import { conversations } from '../conversations/tables.ts';
import { monthStart, spent } from '../knowledge/costs.ts';
import { iso, isoOrNull } from '../platform/clock.ts';
import { stateOfBackups } from '../platform/database/backup-record.ts';
import type { Queries } from '../platform/database/db.ts';
import { jobs } from '../platform/database/tables.ts';
import type { Deps } from '../platform/deps.ts';
import { profiles } from '../profiles/tables.ts';
import { sosAlerts, sosRequests } from '../sos/tables.ts';

const DAY_MS = 86_400_000;
const WINDOW_DAYS = 90;
const CHART_DAYS = 30;
const HOUR_MS = 3_600_000;
const RECENT_MS = CHART_DAYS * DAY_MS;

/** The durations are in milliseconds. */
const BUCKETS = [
  { label: '< 15 min', below: HOUR_MS / 4 },
  { label: '< 1 h', below: HOUR_MS },
  { label: '< 4 h', below: 4 * HOUR_MS },
  { label: '< 24 h', below: 24 * HOUR_MS },
  { label: '≥ 24 h', below: Number.POSITIVE_INFINITY },
];

/** Every count is over a window or an index. */
export async function overview(
  { db, clock, jobs: queue, config }: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>,
  monthlyBudget: number | null,
): Promise<AdminOverview> {
  const queries = db.orm;
  const now = clock.now();
  const posted = await postedSince(queries, now);
  const ai = await spent(queries, monthStart(now));
  return {
    members: await countMembers(queries, now),
    activation: await activation(queries, now),
    firstHelper: firstHelper(posted, now - RECENT_MS),
    alerts: await alertsSince(queries, now - ALERT_WEEK_MS),
    resolution: resolution(posted, now - RECENT_MS),
    ai: { spent: ai.cost, budget: monthlyBudget, calls: ai.calls },
    operation: { ...(await operation(queries, queue)), backup: backupFault(config, now) },
    days: await lastDays(queries, now, posted),
  };
}

async function countMembers(queries: Queries, now: number): Promise<AdminOverview['members']> {
  const since = new Date(now - RECENT_MS);
  return {
    total: await queries.$count(members),
    termsAccepted: await queries.$count(members, gte(members.acceptedRevision, legalInForce(now).number)),
    new30: await queries.$count(members, gte(members.createdAt, since)),
  };
}

async function activation(queries: Queries, now: number): Promise<AdminOverview['activation']> {
  const whole = await completedSince(queries, now - WINDOW_DAYS * DAY_MS);
  const recent = await completedSince(queries, now - RECENT_MS);
  return { ...whole, recentRate: recent.rate };
}

async function completedSince(queries: Queries, since: number) {
  const [row] = await queries
    .select({ accounts: count(), complete: count(profiles.completedAt) })
    .from(members)
    .innerJoin(profiles, eq(profiles.userId, members.id))
    .where(gte(members.createdAt, new Date(since)));
  const { accounts, complete } = row ?? { accounts: 0, complete: 0 };
  return { accounts, complete, rate: rateOf(complete, accounts) };
}

type Posted = {
  status: string;
  createdAt: number;
  answeredAt: number | null;
};

function postedSince(queries: Queries, now: number): Promise<Posted[]> {
  return queries
    .select({
      status: sosRequests.status,
      createdAt: sosRequests.createdAt,
      answeredAt: conversations.createdAt,
    })
    .from(sosRequests)
    .leftJoin(conversations, eq(conversations.sosRequestId, sosRequests.id))
    .where(gte(sosRequests.feedRank, feedRank(now - WINDOW_DAYS * DAY_MS, false)));
}

function waitsOf(posted: readonly Posted[]): number[] {
  return posted
    .flatMap(({ createdAt, answeredAt }) => (answeredAt === null ? [] : [answeredAt - createdAt]))
    .sort((a, b) => a - b);
}

function firstHelper(posted: readonly Posted[], recently: number): AdminOverview['firstHelper'] {
  const waits = waitsOf(posted);
  const recent = waitsOf(posted.filter(({ createdAt }) => createdAt >= recently));
  let from = 0;
  const buckets = BUCKETS.map(({ label, below }) => {
    const within = waits.filter((wait) => wait >= from && wait < below).length;
    from = below;
    return { label, count: within };
  });
  return {
    posted: posted.length,
    answered: waits.length,
    medianMs: quantile(waits, 0.5),
    recentMedianMs: quantile(recent, 0.5),
    p90Ms: quantile(waits, 0.9),
    buckets,
  };
}

async function alertsSince(queries: Queries, since: number): Promise<AdminOverview['alerts']> {
  const sent = queries
    .select({
      alerts: sql<number>`count(*)`.as('alerts'),
      opened: sql<number>`count(${sosAlerts.openedAt})`.as('opened'),
    })
    .from(sosAlerts)
    .where(gt(sosAlerts.createdAt, since))
    .groupBy(sosAlerts.memberId)
    .as('sent');
  const rows = await queries
    .select({ alerts: sent.alerts, members: count(), opened: sql<number>`sum(${sent.opened})` })
    .from(sent)
    .groupBy(sql`${sent.alerts}`)
    .orderBy(sql`${sent.alerts}`);
  const total = (of: (row: (typeof rows)[number]) => number) => rows.reduce((sum, row) => sum + of(row), 0);
  const members = total((row) => row.members);
  let below = 0;
  const middle = rows.find((row) => {
    below += row.members;
    return 2 * below >= members;
  });
  return {
    sent: total((row) => row.alerts * row.members),
    opened: total((row) => row.opened),
    members,
    median: middle?.alerts ?? 0,
    highest: rows.at(-1)?.alerts ?? 0,
  };
}

function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

function resolution(posted: readonly Posted[], recently: number): AdminOverview['resolution'] {
  const recent = resolvedOf(posted.filter(({ createdAt }) => createdAt >= recently));
  return { ...resolvedOf(posted), recentRate: recent.rate };
}

function resolvedOf(posted: readonly Posted[]) {
  const resolved = posted.filter(({ status }) => status === 'resolved').length;
  const ended = resolved + posted.filter(({ status }) => status === 'closed').length;
  return { ended, resolved, rate: rateOf(resolved, ended) };
}

function rateOf(part: number, all: number): number | null {
  return all === 0 ? null : part / all;
}

/** Administrators should report these faults to the operator. */
async function operation(
  queries: Queries,
  { state, schedule }: Deps['jobs'],
): Promise<Omit<AdminOverview['operation'], 'backup'>> {
  const failed = and(isNotNull(jobs.failedAt), eq(jobs.kind, 'summary.generate'));
  const { lateMails, unknown } = await state();
  const { erasuresPausedSince } = await schedule();
  return {
    lateMails: lateMails && { count: lateMails.count, since: iso(lateMails.since) },
    failedSummaries: await queries.$count(jobs, failed),
    unknownJobs: unknown,
    erasuresHeldSince: isoOrNull(erasuresPausedSince),
  };
}

/** It returns null while the last backup is sound and recent, and outside of production also when there was none. */
function backupFault(
  { dataDir, production }: Deps['config'],
  now: number,
): AdminOverview['operation']['backup'] {
  const state = stateOfBackups(dataDir, now);
  if (state ? state.isSound && !state.isLate : !production) return null;
  return { lastAt: state?.lastSoundAt ?? null, hasFailed: state?.isSound === false };
}

/** Days are those of Paris, empty ones included. */
async function lastDays(
  queries: Queries,
  now: number,
  posted: readonly Posted[],
): Promise<AdminOverview['days']> {
  const today = parisDay(now);
  const first = today - CHART_DAYS + 1;
  const since = parisMidnight(first);
  const joined = await queries
    .select({ at: members.createdAt })
    .from(members)
    .where(gte(members.createdAt, new Date(since)))
    .orderBy(asc(members.createdAt));
  const resolved = await queries
    .select({ at: sosRequests.resolvedAt })
    .from(sosRequests)
    .where(gte(sosRequests.resolvedAt, since));
  const perDay = (instants: number[]) => Map.groupBy(instants, parisDay);
  const series = {
    members: perDay(joined.map(({ at }) => at.getTime())),
    posted: perDay(posted.map(({ createdAt }) => createdAt)),
    resolved: perDay(resolved.flatMap(({ at }) => at ?? [])),
  };
  return Array.from({ length: CHART_DAYS }, (_, index) => {
    const day = first + index;
    return {
      day: new Date(day * DAY_MS).toISOString().slice(0, 10),
      members: series.members.get(day)?.length ?? 0,
      posted: series.posted.get(day)?.length ?? 0,
      resolved: series.resolved.get(day)?.length ?? 0,
    };
  });
}
