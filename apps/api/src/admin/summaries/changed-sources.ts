import { type SQL, sql } from 'drizzle-orm';
import { conversations, messages } from '../../conversations/tables.ts';
import { sosSummaries } from '../../knowledge/tables.ts';

/** Deleted or edited after the summary was made, or while it was being made. */
const changedSince = (at: typeof messages.deletedAt | typeof messages.editedAt) =>
  sql`(${messages.createdAt} <= ${sosSummaries.createdAt}
    and ${at} > ${sosSummaries.createdAt} - ${sosSummaries.generationTimeMs})`;

/** For `sosSummaries` of the surrounding query: a JSON array of sequence numbers. */
export const changedSources: SQL<string> = sql`(select json_group_array(${messages.seq}) from ${conversations}
  join ${messages} on ${messages.conversationId} = ${conversations.id} and messages.revision > 0
  where ${conversations.sosRequestId} = ${sosSummaries.sosRequestId}
    and (${changedSince(messages.deletedAt)} or ${changedSince(messages.editedAt)}))`;

/** Uses the short index of such messages. */
const withSourceChanged = (at: typeof messages.deletedAt | typeof messages.editedAt) =>
  sql`select ${sosSummaries.position} from ${messages}
    join ${conversations} on ${conversations.id} = ${messages.conversationId}
    join ${sosSummaries} on ${sosSummaries.sosRequestId} = ${conversations.sosRequestId}
    where ${at} is not null and ${changedSince(at)} and ${sosSummaries.status} <> 'rejected'`;

/** What it tells did not hold, or the messages that it rests on have changed: whoever moderates looks at it again. */
const toReview = sql`select ${sosSummaries.position} from ${sosSummaries} where ${sosSummaries.reviewSince} is not null
  union ${withSourceChanged(messages.deletedAt)} union ${withSourceChanged(messages.editedAt)}`;

export const isToReview: SQL = sql`${sosSummaries.position} in (${toReview})`;
