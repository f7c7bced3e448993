import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { asc, eq, getTableColumns } from 'drizzle-orm';
import { iso, isoOrNull } from '../platform/clock.ts';
import type { Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { profiles } from '../profiles/tables.ts';
import { departFromSos } from './departure.ts';
import { helpRequests, sosAlerts, sosRequests, sosViews } from './tables.ts';

export function sosPersonalData(deps: Pick<Deps, 'db' | 'clock' | 'live' | 'jobs'>): PersonalData {
  const { orm } = deps.db;
  return {
    archive: async ({ id }) => ({
      sos: await sosOf(orm, id),
      helpRequestsSent: await helpRequestsSentBy(orm, id),
      helpRequestsReceived: await helpRequestsReceivedBy(orm, id),
      sosViewed: await viewsOf(orm, id),
      alertsReceived: await alertsTo(orm, id),
    }),
    erase: (tx, memberId) => departFromSos(tx, deps, memberId),
  };
}

/** Columns of the server and others' actions are left out. */
const {
  position: _position,
  userId: _userId,
  searchText: _searchText,
  searchStems: _searchStems,
  feedRank: _feedRank,
  viewsCount: _viewsCount,
  responsesCount: _responsesCount,
  updatedAt: _updatedAt,
  closedBy: _closedBy,
  ...ownSosColumns
} = getTableColumns(sosRequests);

async function sosOf(queries: Queries, memberId: string) {
  const rows = await queries
    .select(ownSosColumns)
    .from(sosRequests)
    .where(eq(sosRequests.userId, memberId))
    .orderBy(asc(sosRequests.position));
  return rows.map((row) => ({
    ...row,
    createdAt: iso(row.createdAt),
    correctedAt: isoOrNull(row.correctedAt),
    resolvedAt: isoOrNull(row.resolvedAt),
    closedAt: isoOrNull(row.closedAt),
  }));
}

async function helpRequestsSentBy(queries: Queries, memberId: string) {
  const rows = await queries
    .select({ sos: sosRequests.title, invited: profiles, at: helpRequests.createdAt })
    .from(sosRequests)
    .innerJoin(helpRequests, eq(helpRequests.sosId, sosRequests.id))
    .innerJoin(profiles, eq(profiles.userId, helpRequests.memberId))
    .where(eq(sosRequests.userId, memberId))
    .orderBy(asc(helpRequests.createdAt));
  return rows.map(({ sos, invited, at }) => ({ sos, member: memberName(invited), createdAt: iso(at) }));
}

/** The sender is left out as data of somebody else. */
async function helpRequestsReceivedBy(queries: Queries, memberId: string) {
  const rows = await queries
    .select({ sos: sosRequests.title, at: helpRequests.createdAt })
    .from(helpRequests)
    .innerJoin(sosRequests, eq(sosRequests.id, helpRequests.sosId))
    .where(eq(helpRequests.memberId, memberId))
    .orderBy(asc(helpRequests.createdAt));
  return rows.map(({ sos, at }) => ({ sos, createdAt: iso(at) }));
}

async function viewsOf(queries: Queries, memberId: string) {
  const rows = await queries
    .select({ title: sosRequests.title, viewedAt: sosViews.viewedAt })
    .from(sosViews)
    .innerJoin(sosRequests, eq(sosRequests.id, sosViews.sosId))
    .where(eq(sosViews.userId, memberId))
    .orderBy(asc(sosViews.viewedAt));
  return rows.map(({ title, viewedAt }) => ({ title, viewedAt: iso(viewedAt) }));
}

async function alertsTo(queries: Queries, memberId: string) {
  const rows = await queries
    .select({ title: sosRequests.title, alert: sosAlerts })
    .from(sosAlerts)
    .innerJoin(sosRequests, eq(sosRequests.id, sosAlerts.sosId))
    .where(eq(sosAlerts.memberId, memberId))
    .orderBy(asc(sosAlerts.createdAt));
  return rows.map(({ title, alert }) => ({
    sos: title,
    createdAt: iso(alert.createdAt),
    openedAt: isoOrNull(alert.openedAt),
    declinedAt: isoOrNull(alert.declinedAt),
  }));
}
