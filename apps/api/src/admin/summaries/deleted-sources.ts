import { type SQL, sql } from 'drizzle-orm';
import { conversations, messages } from '../../conversations/tables.ts';
import { sosSummaries } from '../../knowledge/tables.ts';
import type { Queries } from '../../platform/database/db.ts';

/**
 * Messages that were there when a summary was made, and that the moderation has removed since: what was removed before
 * is no source. A text may also have been removed while the summary was being written.
 */
const removedSince = sql`${messages.createdAt} <= ${sosSummaries.createdAt}
  and ${messages.deletedAt} > ${sosSummaries.createdAt} - ${sosSummaries.generationTimeMs}`;

/** Of a summary in the surrounding query: the sequence numbers as JSON. */
export const deletedSources: SQL<string> = sql`(select json_group_array(${messages.seq}) from ${conversations}
  join json_each(${conversations.deletedSeqs}) as removed
  join ${messages} on ${messages.conversationId} = ${conversations.id} and ${messages.seq} = removed.value
  where ${conversations.sosRequestId} = ${sosSummaries.sosRequestId} and ${removedSince})`;

/** Summaries that such messages stand behind, unless they were rejected; by the index of what was removed, which is short. */
const withDeletedSources = sql`select ${sosSummaries.position} from ${messages}
  join ${conversations} on ${conversations.id} = ${messages.conversationId}
  join ${sosSummaries} on ${sosSummaries.sosRequestId} = ${conversations.sosRequestId}
  where ${messages.deletedAt} is not null and ${removedSince} and ${sosSummaries.status} <> 'rejected'`;

/** The condition of a list of summaries. */
export const hasDeletedSources: SQL = sql`${sosSummaries.position} in (${withDeletedSources})`;

export async function countWithDeletedSources(queries: Queries): Promise<number> {
  return queries.$count(sosSummaries, hasDeletedSources);
}
