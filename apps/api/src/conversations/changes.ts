import { eq, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { activeMemberIds } from './conversations.ts';
import { messageColumns, toMessage } from './messages.ts';
import { conversations, messages } from './tables.ts';

/** These columns belong to the message itself; reactions and files have their own tables. */
type Change = Partial<
  Pick<
    typeof messages.$inferInsert,
    | 'kind'
    | 'content'
    | 'deletedAt'
    | 'deletedByTeam'
    | 'editedAt'
    | 'replyTo'
    | 'mentions'
    | 'solutionBy'
    | 'solutionConfirmed'
  >
>;

/**
 * Every change of a stored message, or of what is shown with it, goes through here: it gives the message the
 * conversation's next revision and publishes it (docs/adr/0029-a-revision-for-what-changes.md). A new text
 * also changes the messages that quote it.
 */
export async function changeMessage(
  tx: Tx,
  { live }: Pick<Deps, 'live'>,
  { id, conversationId }: { id: string; conversationId: string },
  change: Change = {},
): Promise<void> {
  const changed = withQuotes(id, 'content' in change || 'kind' in change);
  await tx.orm
    .update(messages)
    .set({ revision: sql`numbered.revision` })
    .from(
      sql`(select changed.id, conversation.revision + row_number() over (order by changed.id <> ${id}, changed.seq) as revision
          from messages as changed join conversations as conversation on conversation.id = changed.conversation_id
          where changed.id in ${changed}) as numbered`,
    )
    .where(sql`${messages.id} = numbered.id`);
  if (Object.keys(change).length > 0) await tx.orm.update(messages).set(change).where(eq(messages.id, id));
  await tx.orm
    .update(conversations)
    .set({
      revision: sql`(select max(messages.revision) from messages
          where messages.conversation_id = ${conversationId} and messages.revision > 0)`,
    })
    .where(eq(conversations.id, conversationId));
  tx.atEnd(async () => {
    const [rows, audience] = await Promise.all([
      tx.orm
        .select(messageColumns)
        .from(messages)
        .where(sql`messages.id in ${changed}`)
        .orderBy(messages.revision),
      activeMemberIds(tx.orm, conversationId),
    ]);
    return () => {
      for (const row of rows)
        live.publish(audience, { type: 'message.changed', message: toMessage(row, conversationId) });
    };
  });
}

function withQuotes(id: string, isText: boolean): SQL {
  return isText
    ? sql`(select ${id} union all select reply.id from messages as reply where reply.reply_to = ${id})`
    : sql`(${id})`;
}
