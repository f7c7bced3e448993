import { HOME_HELP_REQUESTS } from '@guilde/contracts/help-requests.ts';
import { FOR_YOU_AMONG, type Home, MATCHING_COUNTED } from '@guilde/contracts/home.ts';
import type { Specialty } from '@guilde/contracts/profiles.ts';
import { feedRank, parisDay, parisMidnight } from '@guilde/contracts/ranking.ts';
import { denyJoinSos, HOME_SOS, type Sos } from '@guilde/contracts/sos.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { desc, eq, gte, sql } from 'drizzle-orm';
import { type MemberSeat, seatsOfMember } from '../conversations/reading.ts';
import { countLeft } from '../invitations/invitations.ts';
import { preparedQuery } from '../platform/database/db.ts';
import { versionedCache } from '../platform/database/versioned-cache.ts';
import type { Deps } from '../platform/deps.ts';
import { topHelpers as topHelpersOf } from '../profiles/profile.ts';
import { profiles } from '../profiles/tables.ts';
import { closedTo, seenBy } from '../sos/closed-by-blocks.ts';
import { feedOrder } from '../sos/feed.ts';
import { helpRequestsTo } from '../sos/help-requests.ts';
import { selectSos, toSos } from '../sos/queries.ts';
import { sosRequests, unresolved } from '../sos/tables.ts';
import { matchingSos, type UnresolvedSos, unresolvedSos } from '../sos/unresolved.ts';
import { alertsOf } from '../sos/waves/alerts.ts';

/** A constant number of statements; the shared part is cached. */
export async function homeOf(deps: Pick<Deps, 'db' | 'clock'>, viewer: Viewer): Promise<Home> {
  const { orm } = deps.db;
  const [seats, requests, asked, [profile], invitationsLeft, closed, shared] = await Promise.all([
    seatsOfMember(orm, viewer.id),
    helpRequestsTo(orm, viewer.id),
    alertsOf(orm).all({ memberId: viewer.id }),
    specialtiesOf(orm).all({ memberId: viewer.id }),
    countLeft(orm, viewer.id, deps.clock.now()),
    closedTo(orm, viewer),
    versionedCache(orm, `home ${parisDay(deps.clock.now())}`, () => sharedPart(deps)),
  ]);
  const { allUnresolved, sinceYesterday, topHelpers, ...lists } = shared;
  const seen = (sos: Sos) => seenBy(viewer, sos, closed);
  const [firstUnresolved, newestSos] = [lists.firstUnresolved.map(seen), lists.newestSos.map(seen)];
  const open = allUnresolved.filter(({ id }) => !closed.has(id));
  const requested = requests.map(({ sos }) => sos);
  const known = new Set([...seats.map(({ sosId }) => sosId), ...requested.map(({ id }) => id)]);
  const member = { id: viewer.id, specialties: profile?.specialties ?? [], joined: known };
  const forYou = chooseFor(firstUnresolved, member);
  return {
    unread: unreadSummary(seats),
    helpRequests: requests.filter(({ sos }) => !closed.has(sos.id)),
    alerts: alertsAmong(firstUnresolved, member, asked),
    matching: matchingSummary(matchingSos(open, member)),
    forYou,
    recentSos: recentFor(newestSos, viewer.id, [...requested, ...forYou]),
    invitationsLeft,
    sinceYesterday,
    topHelpers,
  };
}

type Helper = { id: string; specialties: readonly Specialty[]; joined: ReadonlySet<string> };

function canHelp(sos: Sos, member: Helper): boolean {
  return !member.joined.has(sos.id) && denyJoinSos(member.id, sos) === null;
}

function alertsAmong(
  firstUnresolved: readonly Sos[],
  member: Helper,
  asked: readonly { sosId: string }[],
): Home['alerts'] {
  const asks = firstUnresolved.filter(({ id }) => asked.some(({ sosId }) => sosId === id));
  return asks.filter((sos) => canHelp(sos, member)).map(({ id, title }) => ({ id, title }));
}

/** Matching specialties first, then the feed's order. */
function chooseFor(firstUnresolved: readonly Sos[], member: Helper): Sos[] {
  const free = firstUnresolved.filter((sos) => canHelp(sos, member));
  const suits = ({ specialties }: Sos) => specialties.some((one) => member.specialties.includes(one));
  return [...free.filter(suits), ...free.filter((sos) => sos.isUrgent && !suits(sos))].slice(0, HOME_SOS);
}

/** The viewer's own last. */
function recentFor(newestSos: readonly Sos[], memberId: string, shown: readonly { id: string }[]): Sos[] {
  const recent = newestSos.filter(({ id }) => !shown.some((sos) => sos.id === id)).slice(0, HOME_SOS);
  const isOwn = ({ author }: Sos) => author?.id === memberId;
  return [...recent.filter((sos) => !isOwn(sos)), ...recent.filter(isOwn)];
}

const specialtiesOf = preparedQuery((queries) =>
  queries
    .select({ specialties: profiles.specialties })
    .from(profiles)
    .where(eq(profiles.userId, sql.placeholder('memberId')))
    .prepare(),
);

function unreadSummary(seats: readonly MemberSeat[]): Home['unread'] {
  const [most] = seats.filter(({ unread }) => unread > 0).toSorted((a, b) => b.unread - a.unread);
  return {
    total: seats.reduce((total, { unread }) => total + unread, 0),
    conversation: most ? { sosId: most.sosId, title: most.title, unread: most.unread } : null,
  };
}

function matchingSummary(matching: readonly UnresolvedSos[]): Home['matching'] {
  const [first] = matching;
  return {
    count: Math.min(matching.length, MATCHING_COUNTED),
    first: first ? { id: first.id, title: first.title } : null,
  };
}

/** Enough to leave out those shown above. */
const newest = preparedQuery((queries) =>
  selectSos(queries)
    .orderBy(desc(sosRequests.position))
    .limit(2 * HOME_SOS + HOME_HELP_REQUESTS)
    .prepare(),
);

const unresolvedByFeed = preparedQuery((queries) =>
  selectSos(queries)
    .where(unresolved)
    .orderBy(...feedOrder)
    .limit(FOR_YOU_AMONG)
    .prepare(),
);

const resolvedSince = preparedQuery((queries) =>
  selectSos(queries)
    .where(gte(sosRequests.resolvedAt, sql.placeholder('since')))
    .orderBy(desc(sosRequests.resolvedAt))
    .limit(HOME_SOS)
    .prepare(),
);

const countsSince = preparedQuery((queries) =>
  queries
    .select({
      posted: sql<number>`(select count(*) from ${sosRequests} where ${gte(sosRequests.feedRank, sql.placeholder('rank'))})`,
      resolved: sql<number>`(select count(*) from ${sosRequests} where ${gte(sosRequests.resolvedAt, sql.placeholder('since'))})`,
    })
    .from(sql`(select 1)`)
    .prepare(),
);

type SharedPart = Pick<Home, 'sinceYesterday' | 'topHelpers'> & {
  allUnresolved: UnresolvedSos[];
  firstUnresolved: Sos[];
  newestSos: Sos[];
};

async function sharedPart(deps: Pick<Deps, 'db' | 'clock'>): Promise<SharedPart> {
  const { orm } = deps.db;
  const since = parisMidnight(parisDay(deps.clock.now()) - 1);
  const [heroes, allUnresolved, counts, ...lists] = await Promise.all([
    topHelpersOf(deps),
    unresolvedSos(orm),
    countsSince(orm).all({ since, rank: feedRank(since, false) }),
    newest(orm).all(),
    unresolvedByFeed(orm).all(),
    resolvedSince(orm).all({ since }),
  ]);
  const [newestSos = [], firstUnresolved = [], lastResolved = []] = lists.map((rows) => rows.map(toSos));
  const [{ posted, resolved } = { posted: 0, resolved: 0 }] = counts;
  const sinceYesterday = { posted, resolved, lastResolved };
  return { sinceYesterday, topHelpers: heroes, allUnresolved, firstUnresolved, newestSos };
}
