import { type SQL, sql } from 'drizzle-orm';
import { conversations, messages } from '../../conversations/tables.ts';
import { sosSummaries } from '../../knowledge/tables.ts';
import type { Queries } from '../../platform/database/db.ts';

/** Deleted after the summary was made, or while it was being made. */
const removedSince = sql`${messages.createdAt} <= ${sosSummaries.createdAt}
  and ${messages.deletedAt} > ${sosSummaries.createdAt} - ${sosSummaries.generationTimeMs}`;

/** For `sosSummaries` of the surrounding query: a JSON array of sequence numbers. */
export const deletedSources: SQL<string> = sql`(select json_group_array(${messages.seq}) from ${conversations}
  join ${messages} on ${messages.conversationId} = ${conversations.id} and messages.revision > 0
  where ${conversations.sosRequestId} = ${sosSummaries.sosRequestId} and ${removedSince})`;

/** Uses the short index of deleted messages. */
const withDeletedSources = sql`select ${sosSummaries.position} from ${messages}
  join ${conversations} on ${conversations.id} = ${messages.conversationId}
  join ${sosSummaries} on ${sosSummaries.sosRequestId} = ${conversations.sosRequestId}
  where ${messages.deletedAt} is not null and ${removedSince} and ${sosSummaries.status} <> 'rejected'`;

export const hasDeletedSources: SQL = sql`${sosSummaries.position} in (${withDeletedSources})`;

export async function countWithDeletedSources(queries: Queries): Promise<number> {
  return queries.$count(sosSummaries, hasDeletedSources);
}
