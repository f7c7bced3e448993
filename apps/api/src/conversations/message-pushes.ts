import { textOrFiles } from '@guilde/contracts/files/rules.ts';
import { UNREAD_PUSH_SECONDS } from '@guilde/contracts/settings/rules.ts';
import { excerpt, plainLine } from '@guilde/contracts/text.ts';
import { and, asc, count, eq, exists, gt, isNull, lt, lte, max, min, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { members } from '../auth/tables.ts';
import { filesCiting } from '../files/files.ts';
import type { DescribeNotice } from '../notices/content.ts';
import { notify } from '../notices/notify.ts';
import { noticeSubject } from '../notices/subjects.ts';
import { pushSubscriptions } from '../notices/tables.ts';
import { preparedQuery, type Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { profiles } from '../profiles/tables.ts';
import { settingsOf } from '../settings/settings.ts';
import { chatPath, itsOwner, ownerColumns } from './owners.ts';
import { unreadBy } from './reading.ts';
import { activeSeatOf, conversations, messages, participants, seatOf } from './tables.ts';

const HOUR_MS = 3_600_000;
/** A batch is small, so that no message waits for a long transaction. */
const BATCH = 50;
export const EXTRACT_MAX = 160;
export const messageSubject = noticeSubject('conversationId', 'seq');

export const placeOfMessage = messageSubject.about('conversationId', () => '/chat');

/**
 * The query finds what somebody with a device has not read for 20 seconds and got no push about. Active
 * conversations of the last hour are few, and messages must not cost another statement.
 */
const duePushes = preparedQuery((queries) =>
  queries
    .select({
      conversationId: participants.conversationId,
      memberId: participants.userId,
      seq: max(messages.seq),
      since: min(messages.createdAt),
    })
    .from(conversations)
    .innerJoin(
      participants,
      and(
        eq(participants.conversationId, conversations.id),
        eq(participants.isActive, true),
        lt(participants.readSeq, conversations.lastSeq),
        lt(participants.pushedSeq, conversations.lastSeq),
        isNull(participants.mutedAt),
      ),
    )
    .innerJoin(members, and(eq(members.id, participants.userId), isNull(members.suspendedAt)))
    .innerJoin(
      messages,
      and(
        eq(messages.conversationId, participants.conversationId),
        unreadBy(messages),
        gt(messages.seq, participants.pushedSeq),
      ),
    )
    .where(
      and(
        eq(conversations.status, 'active'),
        gt(conversations.updatedAt, sql.placeholder('activeSince')),
        exists(
          queries
            .select({ id: pushSubscriptions.id })
            .from(pushSubscriptions)
            .where(eq(pushSubscriptions.memberId, participants.userId)),
        ),
      ),
    )
    .groupBy(participants.conversationId, participants.userId)
    .having(lte(min(messages.createdAt), sql.placeholder('unreadSince')))
    .limit(BATCH)
    .prepare(),
);

type DuePush = Awaited<ReturnType<ReturnType<typeof duePushes>['all']>>[number];

/** One push covers all unread messages of a conversation; a later one replaces it on the device. */
export async function pushUnreadMessages(deps: Pick<Deps, 'db' | 'clock' | 'jobs'>): Promise<void> {
  for (;;) {
    const now = deps.clock.now();
    const due = await duePushes(deps.db.orm).all({
      activeSince: now - HOUR_MS,
      unreadSince: now - UNREAD_PUSH_SECONDS * 1000,
    });
    if (due.length === 0) return;
    await deps.db.write((tx) => Promise.all(due.map((push) => requestPush(tx, deps, push))));
    if (due.length < BATCH) return;
  }
}

async function requestPush(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  { conversationId, memberId, seq, since }: DuePush,
): Promise<void> {
  if (seq === null || since === null) return;
  await tx.orm
    .update(participants)
    .set({ pushedSeq: seq })
    .where(and(seatOf(conversationId, memberId), lt(participants.pushedSeq, seq)));
  // Another instance may have done the same, but only one notice is stored.
  await notify(tx, deps, {
    kind: 'message',
    memberIds: [memberId],
    subject: messageSubject.write({ conversationId, seq }),
    until: since + HOUR_MS,
  });
}

/** A device that got a push makes the mail needless. */
export async function markNotified(tx: Tx, memberId: string, subject: string): Promise<void> {
  const { conversationId, seq } = messageSubject.read(subject);
  await tx.orm
    .update(participants)
    .set({ mailedSeq: sql`max(${participants.mailedSeq}, ${Number(seq)})` })
    .where(seatOf(conversationId, memberId));
}

/**
 * Returns null once the member has read up to there, has muted the conversation, or has left. The texts are
 * included only if the member wants extracts.
 */
export const describeMessages: DescribeNotice = async (queries, memberId, subject) => {
  const { conversationId, seq } = messageSubject.read(subject);
  const senders = alias(profiles, 'senders');
  const rows = await queries
    .select({
      ...ownerColumns(),
      firstName: senders.firstName,
      unread: count(),
      newest: max(messages.seq),
      // SQLite takes it from the row with the highest number (https://sqlite.org/lang_select.html#bareagg).
      content: messages.content,
      files: filesCiting('messageId', sql`${messages.id}`),
    })
    .from(participants)
    .innerJoin(
      conversations,
      and(eq(conversations.id, participants.conversationId), eq(conversations.status, 'active')),
    )
    .leftJoin(...itsOwner())
    .innerJoin(messages, and(eq(messages.conversationId, participants.conversationId), unreadBy(messages)))
    .leftJoin(senders, eq(senders.userId, messages.senderId))
    .where(
      and(
        activeSeatOf(conversationId, memberId),
        isNull(participants.mutedAt),
        lt(participants.readSeq, Number(seq)),
      ),
    )
    .groupBy(messages.senderId)
    .orderBy(asc(max(messages.seq)));
  const last = rows.at(-1);
  if (!last) return null;
  const { pushExtracts } = await settingsOf(queries, memberId);
  const names = rows.map(({ firstName }) => firstName || 'Un membre');
  return {
    title: last.title,
    body: pushExtracts
      ? `${names.at(-1)}\u00a0: ${excerpt(plainLine(textOrFiles({ ...last, files: last.files ?? [] })), EXTRACT_MAX)}`
      : summaryOf(
          names,
          rows.reduce((sum, { unread }) => sum + unread, 0),
        ),
    path: chatPath(last),
    tag: `chat:${conversationId}`,
  };
};

function summaryOf(names: readonly string[], unread: number): string {
  const who = new Intl.ListFormat('fr-FR').format(names);
  return unread > 1 ? `${unread} messages de ${who}` : `${who} t’a écrit`;
}
