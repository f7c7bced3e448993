import { type Home, MATCHING_COUNTED } from '@guilde/contracts/home.ts';
import { HOME_SOS } from '@guilde/contracts/sos.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { desc, sql } from 'drizzle-orm';
import { unreadConversations } from '../conversations/reading.ts';
import { countLeft } from '../invitations/invitations.ts';
import { built, type Queries } from '../platform/db.ts';
import type { Deps } from '../platform/deps.ts';
import { sharedView } from '../platform/shared-views.ts';
import { topHelpers } from '../profiles/profile.ts';
import { feedOrder, matching } from '../sos/feed.ts';
import { sosRequests } from '../sos/tables.ts';
import { selectSos, toSosList } from '../sos/views.ts';

/** The viewer's dashboard, in a constant number of statements; what all members see on it is kept until it changes. */
export async function homeOf(deps: Pick<Deps, 'db' | 'clock'>, viewer: Viewer): Promise<Home> {
  const { orm } = deps.db;
  const [unread, waiting, invitationsLeft, shared] = await Promise.all([
    unreadSummary(orm, viewer),
    matchingSummary(orm, viewer),
    countLeft(orm, viewer.id, deps.clock.now()),
    sharedView(orm, 'home', () => sharedPart(deps)),
  ]);
  return { unread, matching: waiting, invitationsLeft, ...shared };
}

async function unreadSummary(queries: Queries, viewer: Viewer): Promise<Home['unread']> {
  const rows = await unreadConversations(queries, viewer.id);
  const [most] = rows.toSorted((a, b) => b.unread - a.unread);
  return {
    total: rows.reduce((total, row) => total + row.unread, 0),
    conversation: most ? { sosId: most.sosId, title: most.title, unread: most.unread } : null,
  };
}

const firstMatching = built((queries) => {
  const some = queries
    .select({
      id: sosRequests.id,
      title: sosRequests.title,
      feedRank: sosRequests.feedRank,
      position: sosRequests.position,
    })
    .from(sosRequests)
    .where(matching(queries, sql.placeholder('viewerId')))
    .orderBy(...feedOrder)
    .limit(MATCHING_COUNTED)
    .as('some');
  return queries
    .select({ id: some.id, title: some.title, count: sql<number>`count(*) over ()` })
    .from(some)
    .orderBy(desc(some.feedRank), desc(some.position))
    .limit(1)
    .prepare();
});

async function matchingSummary(queries: Queries, viewer: Viewer): Promise<Home['matching']> {
  const [first] = await firstMatching(queries).all({ viewerId: viewer.id });
  return first
    ? { count: first.count, first: { id: first.id, title: first.title } }
    : { count: 0, first: null };
}

const newest = built((queries) =>
  selectSos(queries).orderBy(desc(sosRequests.position)).limit(HOME_SOS).prepare(),
);

async function sharedPart(deps: Pick<Deps, 'db'>): Promise<Pick<Home, 'recentSos' | 'topHelpers'>> {
  const { orm } = deps.db;
  const [recentSos, heroes] = await Promise.all([
    newest(orm)
      .all()
      .then((rows) => toSosList(orm, rows)),
    topHelpers(deps),
  ]);
  return { recentSos, topHelpers: heroes };
}
