import { MAX_PARTICIPANTS } from '@guilde/contracts/conversations.ts';
import { isEnded, type Sos } from '@guilde/contracts/sos.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, ne, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/sqlite-core';
import { conversations, participants } from '../conversations/tables.ts';
import { preparedQuery, type Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { separatedFrom, separatedFromAny } from '../profiles/blocks.ts';
import { sosRequests, unresolved } from './tables.ts';

/**
 * A member whom a block separates from somebody in an SOS sees it as full, everywhere (docs/specification.md#blocks).
 */

const closed = preparedQuery((queries) => {
  const others = separatedFrom(sql.placeholder('memberId'));
  const authored = queries
    .select({ id: sosRequests.id })
    .from(sosRequests)
    .where(and(unresolved, sql`${sosRequests.userId} in ${others}`));
  const helped = queries
    .select({ id: sql<string>`${conversations.sosRequestId}`.as('id') })
    .from(participants)
    .innerJoin(conversations, eq(conversations.id, participants.conversationId))
    .where(
      and(
        sql`${participants.userId} in ${others}`,
        eq(participants.isActive, true),
        ne(conversations.status, 'closed'),
      ),
    );
  return union(authored, helped).prepare();
});

/** Ids of SOS that have not ended; those in which the member takes part as well are among them. */
export async function closedTo(queries: Queries, { id }: Pick<Viewer, 'id'>): Promise<ReadonlySet<string>> {
  const rows = await closed(queries).all({ memberId: id });
  return new Set(rows.map((sos) => sos.id));
}

/** The members whom a block separates from the author of the SOS `id` or from somebody with a seat there. */
export const separatedFromCompany = preparedQuery((queries) => {
  const company = sql`(select ${sosRequests.userId} from ${sosRequests} where ${sosRequests.id} = ${sql.placeholder('id')}
    union all select ${participants.userId} from ${conversations} join ${participants} on ${participants.conversationId} = ${conversations.id}
    where ${conversations.sosRequestId} = ${sql.placeholder('id')} and ${participants.isActive})`;
  return queries.select({ id: sql<string>`id` }).from(separatedFromAny(company)).prepare();
});

/** `apart`: of `separatedFromCompany`. */
export function publishCard(
  { live }: Pick<Deps, 'live'>,
  type: 'sos.created' | 'sos.updated',
  sos: Sos,
  apart: readonly { id: string }[],
): void {
  const outside = apart.flatMap(({ id }) => (takesPart(id, sos) ? [] : [id]));
  live.publish(outside.length > 0 ? { everyoneBut: outside } : 'everyone', { type, sos });
  if (outside.length > 0) live.publish(outside, { type, sos: asFull(sos) });
}

/** The SOS as the viewer sees it: full when a block leaves them no seat. */
export function seenBy<T extends Sos>(viewer: Pick<Viewer, 'id'>, sos: T, closedSos: ReadonlySet<string>): T {
  return closedSos.has(sos.id) && !takesPart(viewer.id, sos) ? asFull(sos) : sos;
}

function takesPart(memberId: string, { author, helpers }: Sos): boolean {
  return author?.id === memberId || helpers.some(({ id }) => id === memberId);
}

function asFull<T extends Sos>(sos: T): T {
  if (isEnded(sos)) return sos;
  const maxParticipants = sos.conversation?.maxParticipants ?? MAX_PARTICIPANTS;
  return {
    ...sos,
    // Somebody has answered where all seats are taken.
    status: 'in_progress',
    responsesCount: Math.max(sos.responsesCount, maxParticipants - 1),
    conversation: {
      // No other conversation has it, and who has no seat can do nothing with it.
      id: sos.id,
      status: 'active',
      ...sos.conversation,
      maxParticipants,
      currentParticipants: maxParticipants,
    },
  };
}
