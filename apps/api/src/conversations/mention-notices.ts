import { quotedBefore } from '@guilde/contracts/notices/rules.ts';
import { excerpt, plainLine } from '@guilde/contracts/text.ts';
import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { DescribeNotice } from '../notices/content.ts';
import { notify } from '../notices/notify.ts';
import type { Deps } from '../platform/deps.ts';
import type { JobPayloads } from '../platform/jobs/jobs.ts';
import { profiles } from '../profiles/tables.ts';
import { settingsOf } from '../settings/settings.ts';
import { EXTRACT_MAX, messageSubject } from './message-pushes.ts';
import { chatPath, itsOwner, ownerColumns } from './owners.ts';
import { activeSeatOf, conversations, messages, participants } from './tables.ts';

declare module '../platform/jobs/jobs.ts' {
  interface JobPayloads {
    /**
     * These texts mention or answer somebody; the job is stored with them (sending.ts). A correction names
     * the `memberIds` whom only the new text mentions.
     */
    'messages.mentions': { messageIds: readonly string[]; memberIds?: readonly string[] };
  }
}

/** Notifies each mentioned or answered member once, also about a muted conversation. */
export async function tellConcerned(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  { messageIds, memberIds: added }: JobPayloads['messages.mentions'],
): Promise<void> {
  const quoted = alias(messages, 'quoted');
  const concerned = await deps.db.orm
    .select({
      conversationId: messages.conversationId,
      seq: messages.seq,
      memberId: participants.userId,
    })
    .from(messages)
    .leftJoin(quoted, eq(quoted.id, messages.replyTo))
    .innerJoin(
      participants,
      and(
        eq(participants.conversationId, messages.conversationId),
        eq(participants.isActive, true),
        sql`${participants.userId} is not ${messages.senderId}`,
        sql`(${participants.userId} = ${quoted.senderId}
          or ${participants.userId} in (select value from json_each(${messages.mentions})))`,
      ),
    )
    .where(
      and(
        inArray(messages.id, [...messageIds]),
        added ? inArray(participants.userId, [...added]) : undefined,
      ),
    );
  for (const [subject, [first, ...others]] of Map.groupBy(concerned, messageSubject.write)) {
    if (!first) continue;
    const memberIds = [first, ...others].map(({ memberId }) => memberId);
    await deps.db.write(async (tx) => {
      await notify(tx, deps, { kind: 'mention', memberIds, subject });
      // The push about unread messages would repeat this one.
      await tx.orm
        .update(participants)
        .set({ pushedSeq: sql`max(${participants.pushedSeq}, ${first.seq})` })
        .where(
          and(eq(participants.conversationId, first.conversationId), inArray(participants.userId, memberIds)),
        );
    });
  }
}

/** Returns null once it is read, deleted or corrected to concern others, or the member has left. */
export const describeMention: DescribeNotice = async (queries, memberId, subject) => {
  const { conversationId, seq } = messageSubject.read(subject);
  const quoted = alias(messages, 'quoted');
  const [row] = await queries
    .select({
      ...ownerColumns(),
      content: messages.content,
      mentions: messages.mentions,
      // A deleted message has an empty text.
      quoted: quoted.content,
      quotedSender: quoted.senderId,
      firstName: profiles.firstName,
    })
    .from(participants)
    .innerJoin(conversations, eq(conversations.id, participants.conversationId))
    .leftJoin(...itsOwner())
    .innerJoin(
      messages,
      and(
        eq(messages.conversationId, participants.conversationId),
        eq(messages.seq, Number(seq)),
        gt(messages.seq, participants.readSeq),
        eq(messages.kind, 'text'),
      ),
    )
    .leftJoin(quoted, eq(quoted.id, messages.replyTo))
    .leftJoin(profiles, eq(profiles.userId, messages.senderId))
    .where(and(activeSeatOf(conversationId, memberId), ne(conversations.status, 'closed')));
  const isMentioned = row?.mentions?.includes(memberId);
  if (!row || (!isMentioned && row.quotedSender !== memberId)) return null;
  const { pushExtracts } = await settingsOf(queries, memberId);
  const name = row.firstName || 'Un membre';
  const act = isMentioned ? 'te mentionne' : 'te répond';
  return {
    title: row.title,
    body: pushExtracts
      ? `${name} ${act}\u00a0: ${excerpt(quotedBefore(row.quoted) + plainLine(row.content), EXTRACT_MAX)}`
      : `${name} ${act}`,
    path: chatPath(row),
    tag: `chat:${conversationId}`,
  };
};
