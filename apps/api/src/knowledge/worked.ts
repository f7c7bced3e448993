import type { Worked } from '@guilde/contracts/knowledge/rules.ts';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { conversations, participants } from '../conversations/tables.ts';
import { articleConfirmations, sosSummaries } from './tables.ts';

const memberId = sql.placeholder('memberId');

/** A query of `sosSummaries` joins these for `workedColumns`. `memberId` is the viewer. */
export const workedJoins = {
  own: and(eq(articleConfirmations.summaryId, sosSummaries.id), eq(articleConfirmations.userId, memberId)),
  conversation: eq(conversations.sosRequestId, sosSummaries.sosRequestId),
  seat: and(eq(participants.conversationId, conversations.id), eq(participants.userId, memberId)),
};

export const workedColumns = {
  count: sql<number>`(select count(*) from ${articleConfirmations}
    where ${articleConfirmations.summaryId} = ${sosSummaries.id})`,
  isMine: sql<number>`${isNotNull(articleConfirmations.userId)}`,
  /** A participant of the conversation would judge their own work. */
  isSource: sql<number>`${isNotNull(participants.userId)}`,
};

export function toWorked({ count, isMine, isSource }: Record<keyof Worked, number>): Worked {
  return { count, isMine: Boolean(isMine), isSource: Boolean(isSource) };
}
