import type { Home } from '@guilde/contracts/home.ts';
import { HOME_SOS } from '@guilde/contracts/sos.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { desc, sql } from 'drizzle-orm';
import { unreadConversations } from '../conversations/reading.ts';
import { countLeft } from '../invitations/invitations.ts';
import { built, type Queries } from '../platform/db.ts';
import type { Deps } from '../platform/deps.ts';
import { topHelpers } from '../profiles/profile.ts';
import { feedOrder, matching } from '../sos/feed.ts';
import { sosRequests } from '../sos/tables.ts';
import { selectSos, toSosList } from '../sos/views.ts';

/** The viewer's dashboard, in a constant number of statements. */
export async function homeOf(deps: Pick<Deps, 'db' | 'clock'>, viewer: Viewer): Promise<Home> {
  const { orm } = deps.db;
  const [unread, waiting, recentSos, heroes, invitationsLeft] = await Promise.all([
    unreadSummary(orm, viewer),
    matchingSummary(orm, viewer),
    recent(orm),
    topHelpers(deps),
    countLeft(orm, viewer.id, deps.clock.now()),
  ]);
  return { unread, matching: waiting, recentSos, topHelpers: heroes, invitationsLeft };
}

async function unreadSummary(queries: Queries, viewer: Viewer): Promise<Home['unread']> {
  const rows = await unreadConversations(queries, viewer.id);
  const [most] = rows.toSorted((a, b) => b.unread - a.unread);
  return {
    total: rows.reduce((total, row) => total + row.unread, 0),
    conversation: most ? { sosId: most.sosId, title: most.title, unread: most.unread } : null,
  };
}

const firstMatching = built((queries) =>
  queries
    .select({ id: sosRequests.id, title: sosRequests.title, count: sql<number>`count(*) over ()` })
    .from(sosRequests)
    .where(matching(queries, sql.placeholder('viewerId')))
    .orderBy(...feedOrder)
    .limit(1)
    .prepare(),
);

async function matchingSummary(queries: Queries, viewer: Viewer): Promise<Home['matching']> {
  const [first] = await firstMatching(queries).all({ viewerId: viewer.id });
  return first
    ? { count: first.count, first: { id: first.id, title: first.title } }
    : { count: 0, first: null };
}

const newest = built((queries) =>
  selectSos(queries).orderBy(desc(sosRequests.position)).limit(HOME_SOS).prepare(),
);

async function recent(queries: Queries): Promise<Home['recentSos']> {
  return toSosList(queries, await newest(queries).all());
}
