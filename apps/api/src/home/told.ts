import type { toldQuery } from '@guilde/contracts/home/input.ts';
import type { ToldPage } from '@guilde/contracts/home/rules.ts';
import type { NoticeKind } from '@guilde/contracts/notices/channels.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, inArray, isNotNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { chatPath, itsOwner, ownerColumns } from '../conversations/owners.ts';
import { conversations, participants } from '../conversations/tables.ts';
import { deals } from '../deals/tables.ts';
import { events } from '../events/tables.ts';
import { notices } from '../notices/tables.ts';
import { iso } from '../platform/clock.ts';
import type { Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { newestPage } from '../platform/paging.ts';
import { hiddenSos } from '../sos/hidden-by-blocks.ts';
import { sosRequests } from '../sos/tables.ts';

type About = { title: string | null; path: string };
/** The part of the stored subject at this place is an id, and `path` that of what has it; `fixed` needs none. */
type Place = { at?: 0 | 1; path?: (id: string) => string; fixed?: string };

const toSos: Place = { path: (id) => `/sos/${id}` };
const toChat: Place = { path: (sosId) => chatPath({ sosId }) };
const toEvent: Place = { path: (id) => `/events/${id}` };
const toDeal: Place = { at: 1, path: (id) => `/deals/${id}` };

const PLACES: Record<NoticeKind, Place> = {
  // Their conversation has its own path.
  message: {},
  mention: {},
  joined: toChat,
  ended: toSos,
  asked: toSos,
  assigned: toChat,
  alert: toSos,
  held: toSos,
  draft: { path: (id) => `/knowledge/draft/${id}` },
  unhelped: { path: (id) => `/admin/sos/${id}?status=unhelped` },
  announcement: { fixed: '/announcements' },
  benchmark: { fixed: '/benchmarks' },
  examined: { fixed: '/information/contact' },
  helped: toChat,
  'event-seat': { ...toEvent, at: 1 },
  'event-changed': toEvent,
  'event-reminder': { ...toEvent, at: 1 },
  'deal-changed': toDeal,
  'deal-ended': toDeal,
  'deal-reminder': toDeal,
};

/** Titles are read when the list is: they are those of today, and what is gone or hidden has none. */
export async function toldTo(
  { db: { orm } }: Pick<Deps, 'db'>,
  viewer: Viewer,
  { cursor, limit }: z.output<typeof toldQuery>,
): Promise<ToldPage> {
  const { rows, nextCursor } = await newestPage(orm.select().from(notices).$dynamic(), {
    where: eq(notices.memberId, viewer.id),
    at: notices.createdAt,
    id: notices.id,
    placeOf: ({ createdAt, id }) => ({ at: createdAt, id }),
    cursor,
    limit,
  });
  const about = await abouts(orm, viewer, rows.map(idOf));
  return {
    items: rows.map((row) => {
      const { id, kind, createdAt, channel, reason, isUnread } = row;
      const { title, path } = aboutOf(row, about);
      return { id, kind, title, path, createdAt: iso(createdAt), channel, reason, isUnread };
    }),
    nextCursor,
  };
}

type Row = Pick<typeof notices.$inferSelect, 'kind' | 'subject'>;

function idOf({ kind, subject }: Row): string {
  return subject.split(':')[PLACES[kind].at ?? 0] ?? '';
}

function aboutOf(row: Row, about: ReadonlyMap<string, About>): { title: string | null; path: string | null } {
  const { path, fixed } = PLACES[row.kind];
  if (fixed) return { title: null, path: fixed };
  const id = idOf(row);
  const found = about.get(id);
  return found ? { title: found.title, path: path?.(id) ?? found.path } : { title: null, path: null };
}

/** Takes a constant number of statements, whatever the page contains. */
async function abouts(queries: Queries, viewer: Viewer, ids: readonly string[]): Promise<Map<string, About>> {
  const listed = (column: SQL) => sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`;
  const [hidden, ofSos, ofEvents, ofDeals, ofChats] = await Promise.all([
    hiddenSos(queries, viewer),
    queries
      .select({ id: sosRequests.id, title: sosRequests.title })
      .from(sosRequests)
      .where(listed(sql`${sosRequests.id}`)),
    queries
      .select({ id: events.id, title: events.title })
      .from(events)
      .where(and(listed(sql`${events.id}`), or(ne(events.status, 'proposed'), eq(events.hostId, viewer.id)))),
    queries
      .select({ id: deals.id, title: deals.title })
      .from(deals)
      .where(
        and(
          listed(sql`${deals.id}`),
          or(isNotNull(deals.approvedAt), eq(deals.authorId, viewer.id), eq(deals.leadId, viewer.id)),
        ),
      ),
    queries
      .select({ id: conversations.id, ...ownerColumns() })
      .from(participants)
      .innerJoin(conversations, eq(conversations.id, participants.conversationId))
      .leftJoin(...itsOwner())
      .where(
        and(
          inArray(participants.conversationId, [...ids]),
          eq(participants.userId, viewer.id),
          eq(participants.isActive, true),
        ),
      ),
  ]);
  return new Map<string, About>([
    ...[...ofSos, ...ofEvents, ...ofDeals]
      .filter(({ id }) => !hidden.has(id))
      .map(({ id, title }) => [id, { title, path: '' }] as const),
    ...ofChats.map(({ id, title, ...owner }) => [id, { title, path: chatPath(owner) }] as const),
  ]);
}

/** Notices that came after `until` stay unread. */
export async function readTold(
  { db }: Pick<Deps, 'db'>,
  viewer: Viewer,
  { until }: { until: string },
): Promise<void> {
  await db.orm
    .update(notices)
    .set({ isUnread: false })
    .where(
      and(
        eq(notices.memberId, viewer.id),
        sql`${notices.isUnread} = 1`,
        lte(notices.createdAt, Date.parse(until)),
      ),
    );
}
