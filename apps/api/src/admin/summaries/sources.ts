import type { AdminSummaryDetail, SourceMessage } from '@guilde/contracts/admin/rules.ts';
import { and, asc, eq, inArray, lte } from 'drizzle-orm';
import { conversations, messages } from '../../conversations/tables.ts';
import { type ConversationText, conversationTextOf } from '../../knowledge/conversation-text.ts';
import { iso } from '../../platform/clock.ts';
import type { Queries } from '../../platform/database/db.ts';
import { sosRequests } from '../../sos/tables.ts';

/** No chat is as long. */
const SOURCES_MAX = 1000;

type Sources = Pick<AdminSummaryDetail, 'sosTitle' | 'sosStatus' | 'sosDescription' | 'sources'>;

/** Deleted messages have no text. `until` is when the summariser read the conversation, in milliseconds. */
export async function sourcesOf(queries: Queries, sosId: string | null, until: number): Promise<Sources> {
  const [sos] =
    sosId === null
      ? []
      : await queries
          .select({ title: sosRequests.title, status: sosRequests.status })
          .from(sosRequests)
          .where(eq(sosRequests.id, sosId));
  if (sosId === null || !sos) return { sosTitle: null, sosStatus: null, sosDescription: null, sources: null };
  const conversation = await conversationTextOf(queries, sosId, until);
  return {
    sosTitle: sos.title,
    sosStatus: sos.status,
    sosDescription: conversation?.description ?? null,
    sources: await messagesOf(queries, sosId, until, conversation?.lines ?? []),
  };
}

async function messagesOf(
  queries: Queries,
  sosId: string,
  until: number,
  lines: ConversationText['lines'],
): Promise<SourceMessage[]> {
  const rows = await queries
    .select({ seq: messages.seq, kind: messages.kind, createdAt: messages.createdAt })
    .from(conversations)
    .innerJoin(messages, eq(messages.conversationId, conversations.id))
    .where(
      and(
        eq(conversations.sosRequestId, sosId),
        inArray(messages.kind, ['text', 'deleted']),
        lte(messages.createdAt, until),
      ),
    )
    .orderBy(asc(messages.seq))
    .limit(SOURCES_MAX);
  const bySeq = new Map(lines.map((line) => [line.seq, line]));
  return rows.flatMap(({ seq, kind, createdAt }) => {
    const line = bySeq.get(seq);
    // The message is only a file, or was left out of the summary.
    if (!line && kind === 'text') return [];
    return {
      seq,
      speaker: line?.speaker ?? '',
      isRequester: line?.isHelper === false,
      isSolution: line?.isSolution === true,
      text: line?.text ?? null,
      createdAt: iso(createdAt),
    };
  });
}
