import type { conversationListQuery } from '@guilde/contracts/conversations/input.ts';
import type { ConversationItem, ConversationPage } from '@guilde/contracts/conversations/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { z } from 'zod';
import { iso } from '../platform/clock.ts';
import { preparedQueries, type Queries } from '../platform/database/db.ts';
import { foldedWords } from '../platform/database/search.ts';
import { readTimeCursor, timeCursor } from '../platform/paging.ts';
import { avatarUrl } from '../profiles/members.ts';
import { profiles } from '../profiles/tables.ts';
import { messageColumns, toMessage } from './messages.ts';
import { itsOwner, ownerColumns, ownerFacts } from './owners.ts';
import { isUnread, readPosition } from './reading.ts';
import { conversations, messages, participants } from './tables.ts';

/** The newest activity comes first. The list takes one statement, and two with a search. */
export async function listConversations(
  queries: Queries,
  viewer: Viewer,
  { q, cursor, limit }: z.output<typeof conversationListQuery>,
): Promise<ConversationPage> {
  const found = q ? await matchingIds(queries, viewer, q) : null;
  if (found?.length === 0) return { items: [], nextCursor: null };
  const rows = await pageOf(queries, { isSearch: found !== null, hasCursor: Boolean(cursor) }).all({
    viewerId: viewer.id,
    limit: limit + 1,
    found: JSON.stringify(found),
    ...(cursor ? readTimeCursor(cursor) : {}),
  });
  const page = rows.toSorted(byActivity).slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { items: page.map(toItem), nextCursor: last ? timeCursor(last.updatedAt, last.id) : null };
}

/** SQLite guarantees no order after a join. */
function byActivity(a: ItemRow, b: ItemRow): number {
  return b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1);
}

type Shape = { isSearch: boolean; hasCursor: boolean };

const pageOf = preparedQueries(({ isSearch, hasCursor }: Shape) => `${isSearch} ${hasCursor}`, preparePage);

/** All of the viewer's conversations are sorted, because an index by activity would change with every message. */
function keysOf(queries: Queries, { isSearch, hasCursor }: Shape) {
  return queries
    .select({ id: conversations.id, readSeq: readPosition.as('read_position') })
    .from(participants)
    .innerJoin(conversations, eq(conversations.id, participants.conversationId))
    .where(
      and(
        eq(participants.userId, sql.placeholder('viewerId')),
        eq(participants.isActive, true),
        isSearch
          ? sql`${conversations.id} in (select value from json_each(${sql.placeholder('found')}))`
          : undefined,
        hasCursor
          ? sql`(${conversations.updatedAt}, ${conversations.id}) < (${sql.placeholder('at')}, ${sql.placeholder('id')})`
          : undefined,
      ),
    )
    .orderBy(desc(conversations.updatedAt), desc(conversations.id))
    .limit(sql.placeholder('limit'))
    .as('page');
}

function preparePage(queries: Queries, shape: Shape) {
  const page = keysOf(queries, shape);
  const newer = alias(messages, 'newer');
  const unread = queries
    .select({ unread: count() })
    .from(newer)
    .where(
      and(
        eq(newer.conversationId, conversations.id),
        isUnread(newer, { readSeq: page.readSeq, memberId: sql.placeholder('viewerId') }),
      ),
    );
  return queries
    .select({
      id: conversations.id,
      ...ownerColumns(),
      outcome: ownerFacts().outcome,
      status: conversations.status,
      currentParticipants: conversations.currentParticipants,
      maxParticipants: conversations.maxParticipants,
      updatedAt: conversations.updatedAt,
      lastMessage: messageColumns,
      lastSender: {
        id: profiles.userId,
        firstName: profiles.firstName,
        lastName: profiles.lastName,
        avatarKey: profiles.avatarKey,
      },
      unread: sql<number>`case when ${conversations.lastSeq} > ${page.readSeq} then ${unread} else 0 end`,
    })
    .from(page)
    .crossJoin(conversations)
    .leftJoin(...itsOwner())
    .leftJoin(
      messages,
      and(eq(messages.conversationId, conversations.id), eq(messages.seq, conversations.lastSeq)),
    )
    .leftJoin(profiles, eq(profiles.userId, messages.senderId))
    .where(eq(conversations.id, page.id))
    .prepare();
}

function toSender({
  avatarKey,
  ...names
}: NonNullable<ItemRow['lastSender']>): ConversationItem['lastSender'] {
  return { ...names, avatarUrl: avatarUrl(avatarKey, 'small') };
}

type ItemRow = Awaited<ReturnType<ReturnType<typeof preparePage>['all']>>[number];

function toItem(row: ItemRow): ConversationItem {
  return {
    id: row.id,
    sosId: row.sosId,
    eventId: row.eventId,
    dealId: row.dealId,
    title: row.title,
    status: row.status,
    outcome: row.outcome,
    currentParticipants: row.currentParticipants,
    maxParticipants: row.maxParticipants,
    lastSender: row.lastSender && toSender(row.lastSender),
    unread: row.unread,
    lastMessage: row.lastMessage && toMessage(row.lastMessage, row.id),
    updatedAt: iso(row.updatedAt),
  };
}

/**
 * Every searched word begins a word of the title or of a name. They are folded here, because names change and
 * a member has few conversations.
 */
async function matchingIds(queries: Queries, viewer: Viewer, q: string): Promise<string[]> {
  const mine = queries
    .select({ id: participants.conversationId })
    .from(participants)
    .where(and(eq(participants.userId, viewer.id), eq(participants.isActive, true)));
  const rows = await queries
    .select({
      id: conversations.id,
      title: ownerColumns().title,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
    })
    .from(participants)
    .innerJoin(conversations, eq(conversations.id, participants.conversationId))
    .leftJoin(...itsOwner())
    .innerJoin(profiles, eq(profiles.userId, participants.userId))
    .where(and(inArray(participants.conversationId, mine), eq(participants.isActive, true)));
  const texts = new Map<string, string>();
  for (const { id, title, firstName, lastName } of rows)
    texts.set(id, `${texts.get(id) ?? title} ${firstName} ${lastName}`);
  const sought = foldedWords(q);
  return [...texts]
    .filter(([, text]) => sought.every((word) => foldedWords(text).some((known) => known.startsWith(word))))
    .map(([id]) => id);
}
