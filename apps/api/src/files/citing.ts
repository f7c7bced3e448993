import { type SQL, sql } from 'drizzle-orm';
import { files, unused } from './tables.ts';

/** `ids` is a JSON array. The files are the owner's, accepted, of the conversation and cited nowhere. */
export function areUsable({ ids, owner, conversation }: Record<'ids' | 'owner' | 'conversation', SQL>): SQL {
  return sql`(select count(*) from ${files} where ${files.id} in (select value from json_each(${ids}))
    and ${files.ownerId} = ${owner} and ${files.conversationId} is ${conversation}
    and ${files.readyAt} is not null and ${unused}) = json_array_length(${ids})`;
}

/** The names of the message's files have a line each; the text is empty without any. */
export const namesCited = sql<string>`(select coalesce(group_concat(files.name, char(10)), '') from files
  where files.message_id = messages.id)`;

export const citesFiles = sql`exists (select 1 from files where files.message_id = messages.id)`;

/** `cited` has the ids of messages of a conversation with files, once for each file. */
export function citedIn(conversation: SQL): SQL {
  return sql`(select files.message_id as id from files
    where files.conversation_id = ${conversation} and files.message_id is not null) as cited`;
}
