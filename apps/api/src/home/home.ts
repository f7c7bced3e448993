import { FOR_YOU_AMONG, type Home, MATCHING_COUNTED } from '@guilde/contracts/home/rules.ts';
import type { Specialty } from '@guilde/contracts/profiles/rules.ts';
import { feedRank, parisDay, parisMidnight } from '@guilde/contracts/sos/ranking.ts';
import { denyJoinSos, HOME_HELP_REQUESTS, HOME_SOS, type Sos } from '@guilde/contracts/sos/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { desc, eq, gte, sql } from 'drizzle-orm';
import { type MemberSeat, seatsOfMember } from '../conversations/reading.ts';
import { openIncidents } from '../incidents/incidents.ts';
import { countLeft } from '../invitations/invitations.ts';
import { notices } from '../notices/tables.ts';
import { allNamed } from '../platform/all-named.ts';
import { preparedQuery } from '../platform/database/db.ts';
import { versionedCache } from '../platform/database/versioned-cache.ts';
import type { Deps } from '../platform/deps.ts';
import { topHelpers as topHelpersOf } from '../profiles/profile.ts';
import { profiles } from '../profiles/tables.ts';
import { feedOrder } from '../sos/feed.ts';
import { helpRequestsTo } from '../sos/help-requests.ts';
import { hiddenSos } from '../sos/hidden-by-blocks.ts';
import { selectSos, toSos } from '../sos/queries.ts';
import { sosRequests, unresolved } from '../sos/tables.ts';
import { matchingSos, type UnresolvedSos, unresolvedSos } from '../sos/unresolved.ts';
import { alertsOf } from '../sos/waves/alerts.ts';

/** Home takes a constant number of statements, and the shared part is cached. */
export async function homeOf(deps: Pick<Deps, 'db' | 'clock'>, viewer: Viewer): Promise<Home> {
  const { orm } = deps.db;
  const [seats, allRequests, asked, [profile], incidents, invitationsLeft, hidden, shared] =
    await Promise.all([
      seatsOfMember(orm, viewer.id),
      helpRequestsTo(orm, viewer.id, []),
      alertsOf(orm).all({ memberId: viewer.id }),
      ownFacts(orm).all({ memberId: viewer.id }),
      openIncidents(deps, viewer),
      countLeft(orm, viewer.id, deps.clock.now()),
      hiddenSos(orm, viewer),
      versionedCache(orm, `home ${parisDay(deps.clock.now())}`, () => sharedPart(deps)),
    ]);
  const helpRequests = hidden.size > 0 ? await helpRequestsTo(orm, viewer.id, hidden.keys()) : allRequests;
  const isVisible = ({ id }: { id: string }) => !hidden.has(id);
  const firstUnresolved = shared.firstUnresolved.filter(isVisible);
  const requested = helpRequests.map(({ sos }) => sos);
  const known = new Set([...seats.flatMap(({ sosId }) => sosId ?? []), ...requested.map(({ id }) => id)]);
  const member = { id: viewer.id, specialties: profile?.specialties ?? [], joined: known };
  const forYou = chooseFor(firstUnresolved, member);
  const alerts = alertsAmong(firstUnresolved, member, asked);
  const shown = new Set([...requested, ...alerts, ...forYou].map(({ id }) => id));
  const newestSos = shared.newestSos.filter((sos) => isVisible(sos) && !shown.has(sos.id));
  return {
    incidents,
    unread: unreadSummary(seats),
    helpRequests,
    alerts,
    matching: matchingSummary(matchingSos(shared.allUnresolved.filter(isVisible), member)),
    forYou,
    recentSos: ownLast(newestSos.slice(0, HOME_SOS), viewer.id),
    furtherSos: newestSos.slice(HOME_SOS, 2 * HOME_SOS),
    invitationsLeft,
    hasUnreadTold: profile?.hasUnreadTold === 1,
    sinceYesterday: withoutHidden(shared.sinceYesterday, hidden, deps.clock.now()),
    topHelpers: shared.topHelpers,
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
  return asks
    .filter((sos) => canHelp(sos, member))
    .map(({ id, title, tool, excerpt }) => ({ id, title, tool, excerpt }));
}

function chooseFor(firstUnresolved: readonly Sos[], member: Helper): Sos[] {
  const free = firstUnresolved.filter((sos) => canHelp(sos, member));
  const suits = ({ specialties }: Sos) => specialties.some((one) => member.specialties.includes(one));
  return [...free.filter(suits), ...free.filter((sos) => sos.isUrgent && !suits(sos))].slice(0, HOME_SOS);
}

function ownLast(recent: readonly Sos[], memberId: string): Sos[] {
  const isOwn = ({ author }: Sos) => author?.id === memberId;
  return [...recent.filter((sos) => !isOwn(sos)), ...recent.filter(isOwn)];
}

const ownFacts = preparedQuery((queries) =>
  queries
    .select({
      specialties: profiles.specialties,
      hasUnreadTold: sql<number>`exists (select 1 from ${notices} where ${notices.memberId} = ${profiles.userId} and ${notices.isUnread} = 1)`,
    })
    .from(profiles)
    .where(eq(profiles.userId, sql.placeholder('memberId')))
    .prepare(),
);

function unreadSummary(seats: readonly MemberSeat[]): Home['unread'] {
  const [most] = seats.filter(({ unread }) => unread > 0).toSorted((a, b) => b.unread - a.unread);
  return {
    total: seats.reduce((total, { unread }) => total + unread, 0),
    conversation: most
      ? {
          sosId: most.sosId,
          eventId: most.eventId,
          dealId: most.dealId,
          title: most.title,
          unread: most.unread,
        }
      : null,
  };
}

function matchingSummary(matching: readonly UnresolvedSos[]): Home['matching'] {
  const [first] = matching;
  return {
    count: Math.min(matching.length, MATCHING_COUNTED),
    first: first ? { id: first.id, title: first.title } : null,
  };
}

/** The count of the posts is that of the SOS that the member sees. */
function withoutHidden(
  { posted, ...others }: Home['sinceYesterday'],
  hidden: ReadonlyMap<string, number>,
  now: number,
): Home['sinceYesterday'] {
  const from = feedRank(midnightBefore(now), false);
  return { ...others, posted: posted - [...hidden.values()].filter((rank) => rank >= from).length };
}

/** Returns the beginning of yesterday in Paris, in milliseconds. */
function midnightBefore(now: number): number {
  return parisMidnight(parisDay(now) - 1);
}

const newest = preparedQuery((queries) =>
  selectSos(queries)
    .orderBy(desc(sosRequests.position))
    .limit(2 * HOME_SOS + HOME_HELP_REQUESTS + FOR_YOU_AMONG)
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
  const since = midnightBefore(deps.clock.now());
  const { counts, newestSos, firstUnresolved, lastResolved, ...others } = await allNamed({
    topHelpers: topHelpersOf(deps),
    allUnresolved: unresolvedSos(orm),
    counts: countsSince(orm).all({ since, rank: feedRank(since, false) }),
    newestSos: newest(orm).all(),
    firstUnresolved: unresolvedByFeed(orm).all(),
    lastResolved: resolvedSince(orm).all({ since }),
  });
  const [{ posted, resolved } = { posted: 0, resolved: 0 }] = counts;
  return {
    ...others,
    sinceYesterday: { posted, resolved, lastResolved: lastResolved.map(toSos) },
    firstUnresolved: firstUnresolved.map(toSos),
    newestSos: newestSos.map(toSos),
  };
}
