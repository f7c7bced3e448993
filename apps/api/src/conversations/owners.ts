import type { Conversation, ConversationOwner } from '@guilde/contracts/conversations/rules.ts';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type AnySQLiteColumn, text } from 'drizzle-orm/sqlite-core';

/**
 * A conversation shows these facts of its owner without storing them; `closedAt` is in milliseconds. A
 * conversation has one owner, an SOS, an event or a deal (docs/adr/0051-one-key-for-each-kind-of-owner.md).
 */
type OwnerFacts = Pick<Conversation, 'title' | 'requesterId' | 'outcome' | 'closedByTeam'> & {
  closedAt: number | null;
};

/** `id` is the key of the owners' table; the facts are SQL about one of its rows. */
type OwnerTable = { id: AnySQLiteColumn } & Record<keyof OwnerFacts, SQLWrapper>;

const ownerTables: { sos?: OwnerTable; event?: OwnerTable; deal?: OwnerTable } = {};

/** The owning features hand in their tables, because they stand on the right and cannot be imported here. */
export function ownConversations(kind: keyof typeof ownerTables, table: OwnerTable): void {
  ownerTables[kind] = table;
}

function ownerTable(kind: keyof typeof ownerTables): OwnerTable {
  const table = ownerTables[kind];
  if (!table) throw new Error(`No feature has handed in the owners of conversations: ${kind}.`);
  return table;
}

export const ownerKeys = {
  sosRequestId: text('sos_request_id')
    .unique()
    .references(() => ownerTable('sos').id, { onDelete: 'cascade' }),
  eventId: text('event_id')
    .unique()
    .references(() => ownerTable('event').id, { onDelete: 'cascade' }),
  dealId: text('deal_id')
    .unique()
    .references(() => ownerTable('deal').id, { onDelete: 'cascade' }),
};

/**
 * A statement about `conversations` joins this to select the columns below: `.leftJoin(...itsOwner())`. The
 * condition goes on to the other tables, because each row is found by its own key.
 */
export function itsOwner(): [owner: SQL, isIts: SQL] {
  const [sos, event, deal] = [ownerTable('sos').id, ownerTable('event').id, ownerTable('deal').id];
  return [
    sql`${sos.table}`,
    sql`${sos} = conversations.sos_request_id left join ${event.table} on ${event} = conversations.event_id
      left join ${deal.table} on ${deal} = conversations.deal_id`,
  ];
}

export function ownerColumns() {
  return {
    sosId: sql<string | null>`conversations.sos_request_id`,
    eventId: sql<string | null>`conversations.event_id`,
    dealId: sql<string | null>`conversations.deal_id`,
    title: ownerFact('title'),
  };
}

export function ownerFacts() {
  return {
    ...ownerColumns(),
    requesterId: ownerFact('requesterId'),
    outcome: ownerFact('outcome'),
    closedAt: ownerFact('closedAt'),
    closedByTeam: ownerFact('closedByTeam').mapWith(Boolean),
  };
}

function ownerFact<Fact extends keyof OwnerFacts>(fact: Fact): SQL<OwnerFacts[Fact]> {
  return sql`case when conversations.event_id is not null then ${ownerTable('event')[fact]}
    when conversations.deal_id is not null then ${ownerTable('deal')[fact]} else ${ownerTable('sos')[fact]} end`;
}

export function chatPath({ sosId, eventId, dealId }: ConversationOwner): string {
  const [kind, id] = sosId ? ['sos', sosId] : eventId ? ['event', eventId] : ['deal', dealId ?? ''];
  return `/chat?${kind}=${encodeURIComponent(id)}`;
}
