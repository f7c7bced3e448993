import type { notificationsQuery } from '@guilde/contracts/home/input.ts';
import type { NotificationPage } from '@guilde/contracts/home/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import {
  and,
  type Column,
  eq,
  inArray,
  isNotNull,
  lte,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { z } from 'zod';
import { announcements } from '../announcements/tables.ts';
import { chatPath, itsOwner, ownerColumns } from '../conversations/owners.ts';
import { conversations, participants } from '../conversations/tables.ts';
import { deals } from '../deals/tables.ts';
import { events } from '../events/tables.ts';
import { NOTICE_SOURCES } from '../notice-sources.ts';
import { notices } from '../notices/tables.ts';
import { iso } from '../platform/clock.ts';
import type { Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { newestPage } from '../platform/paging.ts';
import { hiddenFrom } from '../sos/hidden-by-blocks.ts';
import { sosRequests } from '../sos/tables.ts';

/** Titles are read when the list is: they are those of today, and what is gone or hidden has none. */
export async function listNotifications(
  { db: { orm } }: Pick<Deps, 'db'>,
  viewer: Viewer,
  { cursor, limit }: z.output<typeof notificationsQuery>,
): Promise<NotificationPage> {
  const { rows, nextCursor } = await newestPage(orm.select().from(notices).$dynamic(), {
    where: eq(notices.memberId, viewer.id),
    at: notices.createdAt,
    id: notices.id,
    placeOf: ({ createdAt, id }) => ({ at: createdAt, id }),
    cursor,
    limit,
  });
  const placed = rows.map((row) => ({ ...row, place: NOTICE_SOURCES.kinds[row.kind].place(row.subject) }));
  const titled = await titledOf(
    orm,
    viewer,
    placed.flatMap(({ place }) => place.id ?? []),
  );
  return {
    items: placed.map(({ id, kind, place, createdAt, channel, reason, isUnread }) => {
      const found = place.id ? titled.get(place.id) : place;
      const path = found ? (found.path ?? place.path) : null;
      const title = found?.title ?? null;
      return { id, kind, title, path, createdAt: iso(createdAt), channel, reason, isUnread };
    }),
    nextCursor,
  };
}

/** Takes a constant number of statements, whatever the page contains. A conversation knows its own path. */
async function titledOf(queries: Queries, viewer: Viewer, ids: readonly string[]) {
  const listed = sql`(select value from json_each(${JSON.stringify(ids)}))`;
  const titles = (
    table: typeof sosRequests | typeof events | typeof deals | typeof announcements,
    isShown?: SQL,
  ) =>
    queries
      .select({ id: table.id, title: table.title })
      .from(table)
      .where(and(inArray(table.id, listed), isShown));
  const isOwn = (...columns: Column[]) => or(...columns.map((column) => eq(column, viewer.id)));
  const [chats, ...others] = await Promise.all([
    queries
      .select({ id: conversations.id, ...ownerColumns() })
      .from(participants)
      .innerJoin(conversations, eq(conversations.id, participants.conversationId))
      .leftJoin(...itsOwner())
      .where(
        and(
          inArray(participants.conversationId, listed),
          isOwn(participants.userId),
          eq(participants.isActive, true),
        ),
      ),
    titles(sosRequests, notInArray(sosRequests.id, hiddenFrom(sql`${viewer.id}`))),
    titles(events, or(ne(events.status, 'proposed'), isOwn(events.hostId))),
    titles(deals, or(isNotNull(deals.approvedAt), isOwn(deals.authorId, deals.leadId))),
    titles(announcements),
  ]);
  return new Map<string, { title: string; path?: string }>([
    ...others.flat().map((one) => [one.id, one] as const),
    ...chats.map(({ id, title, ...owner }) => [id, { title, path: chatPath(owner) }] as const),
  ]);
}

/** Notices that came after `until` stay unread. */
export async function markNotificationsRead(
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
