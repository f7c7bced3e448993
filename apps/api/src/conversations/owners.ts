import type { Conversation } from '@guilde/contracts/conversations/rules.ts';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type AnySQLiteColumn, text } from 'drizzle-orm/sqlite-core';

/**
 * A conversation shows these facts of its owner without storing them; `closedAt` is in milliseconds. A
 * conversation has one owner, today always an SOS (docs/adr/0051-one-key-for-each-kind-of-owner.md).
 */
type OwnerFacts = Pick<Conversation, 'title' | 'requesterId' | 'outcome' | 'closedByTeam'> & {
  closedAt: number | null;
};

/** `id` is the key of the owners' table; the facts are SQL about one of its rows. */
type OwnerTable = { id: AnySQLiteColumn } & Record<keyof OwnerFacts, SQLWrapper>;

let sosTable: OwnerTable | undefined;

/** The owning feature hands in its table, because it stands on the right and cannot be imported here. */
export function ownConversations(table: OwnerTable): void {
  sosTable = table;
}

function ownerTable(): OwnerTable {
  if (!sosTable) throw new Error('No feature has handed in the owners of conversations.');
  return sosTable;
}

export const ownerKeys = {
  sosRequestId: text('sos_request_id')
    .notNull()
    .unique()
    .references(() => ownerTable().id, { onDelete: 'cascade' }),
};

/** A statement about `conversations` joins this to select the columns below: `.innerJoin(...itsOwner())`. */
export function itsOwner(): [owner: SQL, isIts: SQL] {
  const { id } = ownerTable();
  return [sql`${id.table}`, sql`${id} = conversations.sos_request_id`];
}

export function ownerColumns() {
  return { sosId: sql<string>`conversations.sos_request_id`, title: ownerFact('title') };
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
  return sql`${ownerTable()[fact]}`;
}

export function chatPath(sosId: string): string {
  return `/chat?sos=${encodeURIComponent(sosId)}`;
}
