import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import {
  type AskableSos,
  denyHelpRequest,
  HELP_REQUESTS_MAX,
  type HelpRequest,
  HOME_HELP_REQUESTS,
  type Sos,
  type SosForViewer,
  STATUSES_OF_FILTER,
} from '@guilde/contracts/sos/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, desc, eq, inArray, notExists, or, type SQL, sql } from 'drizzle-orm';
import { conversations, participants } from '../conversations/tables.ts';
import { memberProfile } from '../invitations/member-profile.ts';
import { notify } from '../notices/notify.ts';
import { iso } from '../platform/clock.ts';
import { preparedQuery, type Queries, type Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { memberRefColumns, toMemberRef } from '../profiles/members.ts';
import { profiles } from '../profiles/tables.ts';
import { feedOrder } from './feed.ts';
import { excludedMembers, hiddenSos } from './hidden-by-blocks.ts';
import { cardOf, selectSos, sosDetail, toSos, visibleSos } from './queries.ts';
import { helpRequests, sosRequests } from './tables.ts';
import { ownAlert, toAlert } from './waves/alerts.ts';

const OFFERED_MAX = 20;

/**
 * A repeated request changes nothing. Throws NOT_FOUND for an SOS of somebody else or an invisible member,
 * SOS_OWN, SOS_ENDED, ALREADY_HELPING, CONVERSATION_FULL, HELP_REQUESTS_EXHAUSTED.
 */
export function requestHelp(
  deps: Pick<Deps, 'db' | 'clock' | 'live' | 'jobs'>,
  viewer: Viewer,
  sosId: string,
  memberId: string,
): Promise<AskableSos> {
  return deps.db.write(async (tx) => {
    const sos = cardOf(await sosDetail(tx.orm, sosId));
    if (sos.author?.id !== viewer.id) throw new AppError('NOT_FOUND');
    await memberProfile(tx.orm, viewer, memberId);
    refuseIf(denyHelpRequest(memberId, sos));
    const sent = await sentOn(tx.orm, [sosId], memberId);
    const known = toAskable(sos, sent.get(sosId));
    if (known.requestedAt) return known;
    refuseIf(known.denied);
    return store(tx, deps, { sos, memberId, viewer });
  });
}

async function store(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'live' | 'jobs'>,
  { sos, memberId, viewer }: { sos: Sos; memberId: string; viewer: Viewer },
): Promise<AskableSos> {
  const now = deps.clock.now();
  // A block that hides the SOS from a member also stops the invitation, which the viewer must not notice.
  const excluded = await excludedMembers(tx.orm).all({ id: sos.id });
  const invited = excluded.some(({ id }) => id === memberId) ? [] : [memberId];
  await tx.orm.insert(helpRequests).values({ sosId: sos.id, memberId, createdAt: now });
  await notify(tx, deps, { kind: 'asked', memberIds: invited, subject: sos.id });
  tx.afterCommit(() => deps.live.publish([...invited, viewer.id], { type: 'help.requested', memberId, sos }));
  return { id: sos.id, title: sos.title, requestedAt: iso(now), denied: null };
}

/** Throws NOT_FOUND for an invisible member. */
export async function askableSos(
  { db: { orm } }: Pick<Deps, 'db'>,
  viewer: Viewer,
  memberId: string,
): Promise<AskableSos[]> {
  await memberProfile(orm, viewer, memberId);
  const rows = await ownUnresolved(orm).all({ viewerId: viewer.id });
  const offered = rows.map(toSos).filter((sos) => denyHelpRequest(memberId, sos) === null);
  const ids = offered.map(({ id }) => id);
  const sent = await sentOn(orm, ids, memberId);
  return offered.map((sos) => toAskable(sos, sent.get(sos.id)));
}

const ownUnresolved = preparedQuery((queries) =>
  selectSos(queries)
    .where(
      and(
        eq(sosRequests.userId, sql.placeholder('viewerId')),
        inArray(sosRequests.status, STATUSES_OF_FILTER.unresolved),
      ),
    )
    .orderBy(...feedOrder)
    .limit(OFFERED_MAX)
    .prepare(),
);

/** `at` is the time of this member's request. */
type Sent = { count: number; at: number | null };

const sentRequests = preparedQuery((queries) =>
  queries
    .select({
      sosId: helpRequests.sosId,
      count: sql<number>`count(*)`,
      at: sql<
        number | null
      >`max(case when ${helpRequests.memberId} = ${sql.placeholder('memberId')} then ${helpRequests.createdAt} end)`,
    })
    .from(helpRequests)
    .where(sql`${helpRequests.sosId} in (select value from json_each(${sql.placeholder('sosIds')}))`)
    .groupBy(helpRequests.sosId)
    .prepare(),
);

async function sentOn(
  queries: Queries,
  sosIds: readonly string[],
  memberId: string,
): Promise<Map<string, Sent>> {
  if (sosIds.length === 0) return new Map();
  const rows = await sentRequests(queries).all({ sosIds: JSON.stringify(sosIds), memberId });
  return new Map(rows.map(({ sosId, ...sent }) => [sosId, sent]));
}

function toAskable({ id, title }: Pick<Sos, 'id' | 'title'>, sent: Sent | undefined): AskableSos {
  const requestedAt = sent?.at ? iso(sent.at) : null;
  const isExhausted = !requestedAt && (sent?.count ?? 0) >= HELP_REQUESTS_MAX;
  return { id, title, requestedAt, denied: isExhausted ? 'HELP_REQUESTS_EXHAUSTED' : null };
}

/** The SOS is unresolved, has a seat and is not among `hidden` (JSON), and the member has not been there since. */
function selectPending(queries: Queries, narrower?: SQL) {
  const taken = queries
    .select({ id: conversations.id })
    .from(conversations)
    .leftJoin(
      participants,
      and(
        eq(participants.conversationId, conversations.id),
        eq(participants.userId, helpRequests.memberId),
        or(eq(participants.isActive, true), sql`${participants.leftAt} >= ${helpRequests.createdAt}`),
      ),
    )
    .where(
      and(
        eq(conversations.sosRequestId, helpRequests.sosId),
        sql`(${participants.userId} is not null or ${conversations.currentParticipants} >= ${conversations.maxParticipants})`,
      ),
    );
  return queries
    .select({ id: sosRequests.id, title: sosRequests.title, requester: memberRefColumns })
    .from(helpRequests)
    .innerJoin(sosRequests, eq(sosRequests.id, helpRequests.sosId))
    .innerJoin(profiles, eq(profiles.userId, sosRequests.userId))
    .where(
      and(
        eq(helpRequests.memberId, sql.placeholder('memberId')),
        narrower,
        inArray(sosRequests.status, STATUSES_OF_FILTER.unresolved),
        notExists(taken),
        sql`${sosRequests.id} not in (select value from json_each(${sql.placeholder('hidden')}))`,
      ),
    )
    .orderBy(desc(helpRequests.createdAt))
    .limit(HOME_HELP_REQUESTS);
}

const pending = preparedQuery((queries) => selectPending(queries).prepare());
const pendingOnSos = preparedQuery((queries) =>
  selectPending(queries, eq(helpRequests.sosId, sql.placeholder('sosId'))).prepare(),
);

/** The newest request comes first, and none is on an SOS of `hidden`. */
export async function helpRequestsTo(
  queries: Queries,
  memberId: string,
  hidden: Iterable<string>,
): Promise<HelpRequest[]> {
  const rows = await pending(queries).all({ memberId, hidden: JSON.stringify([...hidden]) });
  return rows.map(({ id, title, requester }) => ({ sos: { id, title }, requester: toMemberRef(requester) }));
}

/** Returns undefined when the member can no longer follow the request. */
export async function pendingHelpRequest(
  queries: Queries,
  memberId: string,
  sosId: string,
): Promise<HelpRequest | undefined> {
  const [hidden, [row]] = await Promise.all([
    hiddenSos(queries, { id: memberId }),
    pendingOnSos(queries).all({ memberId, sosId, hidden: '[]' }),
  ]);
  if (hidden.has(sosId)) return undefined;
  return row && { sos: { id: row.id, title: row.title }, requester: toMemberRef(row.requester) };
}

/** Throws NOT_FOUND. */
export async function sosForViewer(queries: Queries, viewer: Viewer, sosId: string): Promise<SosForViewer> {
  const [sos, requests, [alert]] = await Promise.all([
    visibleSos(queries, viewer, sosId),
    pendingOnSos(queries).all({ memberId: viewer.id, sosId, hidden: '[]' }),
    ownAlert(queries).all({ memberId: viewer.id, sosId }),
  ]);
  return { ...sos, invitesYou: requests.length > 0, alert: toAlert(alert) };
}
