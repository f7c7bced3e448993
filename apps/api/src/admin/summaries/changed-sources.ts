import { type SQL, sql } from 'drizzle-orm';
import { conversations, messages } from '../../conversations/tables.ts';
import { sosSummaries } from '../../knowledge/tables.ts';

/** The message was deleted or edited after the summary was made, or while it was being made. */
const changedSince = (at: typeof messages.deletedAt | typeof messages.editedAt) =>
  sql`(${messages.createdAt} <= ${sosSummaries.createdAt}
    and ${at} > ${sosSummaries.createdAt} - ${sosSummaries.generationTimeMs})`;

/** The query's table is `sosSummaries`. The result is a JSON array of sequence numbers. */
export const changedSources: SQL<string> = sql`(select json_group_array(${messages.seq}) from ${conversations}
  join ${messages} on ${messages.conversationId} = ${conversations.id} and messages.revision > 0
  where ${conversations.sosRequestId} = ${sosSummaries.sosRequestId}
    and (${changedSince(messages.deletedAt)} or ${changedSince(messages.editedAt)}))`;

/** The condition uses the short index of such messages. */
const withSourceChanged = (at: typeof messages.deletedAt | typeof messages.editedAt) =>
  sql`select ${sosSummaries.position} from ${messages}
    join ${conversations} on ${conversations.id} = ${messages.conversationId}
    join ${sosSummaries} on ${sosSummaries.sosRequestId} = ${conversations.sosRequestId}
    where ${at} is not null and ${changedSince(at)} and ${sosSummaries.status} <> 'rejected'`;

/** A solution failed, or the cited messages have changed, so the team reads the summary again. */
const toReview = sql`select ${sosSummaries.position} from ${sosSummaries} where ${sosSummaries.reviewSince} is not null
  union ${withSourceChanged(messages.deletedAt)} union ${withSourceChanged(messages.editedAt)}`;

export const isToReview: SQL = sql`${sosSummaries.position} in (${toReview})`;
