import type { Worked } from '@guilde/contracts/knowledge/rules.ts';
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { conversations, participants } from '../conversations/tables.ts';
import { eventSeats, events } from '../events/tables.ts';
import { articleConfirmations, sosSummaries } from './tables.ts';

const memberId = sql.placeholder('memberId');

/** The query selects the ids of all participants, also those who left, and of who was at the event, hosts too. */
export function peopleOf(sourceId: string | SQL): SQL {
  return sql`(select ${participants.userId} from ${participants}
      join ${conversations} on ${conversations.id} = ${participants.conversationId}
      where ${conversations.sosRequestId} = ${sourceId}
    union select ${eventSeats.memberId} from ${eventSeats} where ${eventSeats.eventId} = ${sourceId}
      and ${eventSeats.state} = 'going' and ${eventSeats.attended} is not 0
    union select ${events.hostId} from ${events} where ${events.id} = ${sourceId})`;
}

/** A query of `sosSummaries` joins `articleConfirmations` with it for `workedColumns`. `memberId` is the viewer. */
export const isOwnConfirmation = and(
  eq(articleConfirmations.summaryId, sosSummaries.id),
  eq(articleConfirmations.userId, memberId),
);

export const workedColumns = {
  count: sql<number>`(select count(*) from ${articleConfirmations}
    where ${articleConfirmations.summaryId} = ${sosSummaries.id})`,
  isMine: sql<number>`${isNotNull(articleConfirmations.userId)}`,
  /** They would judge their own work. */
  isSource: sql<number>`${memberId} in ${peopleOf(sql`coalesce(${sosSummaries.sosRequestId}, ${sosSummaries.eventId})`)}`,
};

export function toWorked({ count, isMine, isSource }: Record<keyof Worked, number>): Worked {
  return { count, isMine: Boolean(isMine), isSource: Boolean(isSource) };
}
