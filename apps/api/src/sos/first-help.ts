import { UNREAD_PUSH_SECONDS } from '@guilde/contracts/settings/rules.ts';
import { isEnded } from '@guilde/contracts/sos/rules.ts';
import { and, asc, eq, exists, gt, inArray, isNull, lt, lte, ne, not, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { markNotified, messageSubject } from '../conversations/message-pushes.ts';
import { unreadBy } from '../conversations/reading.ts';
import { conversations, messages, participants } from '../conversations/tables.ts';
import type { DescribeNotice, NoticeContent, NoticeMail } from '../notices/content.ts';
import { type Notice, notify } from '../notices/notify.ts';
import { notices } from '../notices/tables.ts';
import { preparedQuery, type Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { profiles } from '../profiles/tables.ts';
import { helpSubject } from './subjects.ts';
import { sosRequests } from './tables.ts';

const HOUR_MS = 3_600_000;
/** So many urgent SOS are handled at once; the next run finds the others. */
const BATCH = 50;

/** The author of an urgent SOS gets this once, after a device or a client showed that somebody joined. */
export function unseenJoin(sosId: string, authorId: string): Notice {
  return { kind: 'helped', memberIds: [authorId], subject: helpSubject.write({ sosId, sign: 'join' }) };
}

/** The participant has read a text of somebody else; conversation and participant must be in the query. */
function hasRead(queries: Queries, isWanted: ReturnType<typeof and>) {
  return exists(
    queries
      .select({ seq: messages.seq })
      .from(messages)
      .where(
        and(
          eq(messages.conversationId, participants.conversationId),
          lte(messages.seq, participants.readSeq),
          ne(messages.senderId, participants.userId),
          isWanted,
        ),
      ),
  );
}

/** The author has not read another's first message for 20 seconds, and got no notice about it. */
const unreadFirstMessages = preparedQuery((queries) => {
  const subject = sql`${sosRequests.id} || ':message'`;
  return queries
    .selectDistinct({ sosId: sosRequests.id, authorId: participants.userId })
    .from(conversations)
    .innerJoin(
      sosRequests,
      and(eq(sosRequests.id, conversations.sosRequestId), eq(sosRequests.isUrgent, true)),
    )
    .innerJoin(
      participants,
      and(
        eq(participants.conversationId, conversations.id),
        eq(participants.userId, sosRequests.userId),
        isNull(participants.mutedAt),
        lt(participants.readSeq, conversations.lastSeq),
      ),
    )
    .innerJoin(
      messages,
      and(
        eq(messages.conversationId, conversations.id),
        unreadBy(messages),
        lte(messages.createdAt, sql.placeholder('unreadSince')),
        gt(messages.createdAt, sql.placeholder('activeSince')),
      ),
    )
    .where(
      and(
        eq(conversations.status, 'active'),
        gt(conversations.updatedAt, sql.placeholder('activeSince')),
        not(hasRead(queries, eq(messages.kind, 'text'))),
        notExists(
          queries
            .select({ id: notices.id })
            .from(notices)
            .where(
              and(
                eq(notices.memberId, participants.userId),
                eq(notices.kind, 'helped'),
                eq(notices.subject, subject),
              ),
            ),
        ),
      ),
    )
    .limit(BATCH)
    .prepare();
});

/** This is a regular task, because a message must not cost another statement. */
export async function tellFirstMessages(deps: Pick<Deps, 'db' | 'clock' | 'jobs'>): Promise<void> {
  const now = deps.clock.now();
  const due = await unreadFirstMessages(deps.db.orm).all({
    unreadSince: now - UNREAD_PUSH_SECONDS * 1000,
    activeSince: now - HOUR_MS,
  });
  if (due.length === 0) return;
  await deps.db.write(async (tx) => {
    for (const { sosId, authorId } of due)
      await notify(tx, deps, {
        kind: 'helped',
        memberIds: [authorId],
        subject: helpSubject.write({ sosId, sign: 'message' }),
      });
  });
}

/** Returns mails about help on the SOS, and undecided notices. `subject` is the asking notice's. */
async function otherNotices(queries: Queries, memberId: string, sosId: string, subject: string) {
  const isAsking = and(eq(notices.kind, 'helped'), eq(notices.subject, subject));
  const isMailed = eq(notices.channel, 'mail');
  const [row] = await queries
    .select({
      mailedAt: sql<number | null>`max(${notices.decidedAt}) filter (where ${isMailed})`,
      waiting: sql<number>`count(*) filter (where ${notices.decidedAt} is null and not (${isAsking}))`,
    })
    .from(notices)
    .where(
      and(
        eq(notices.memberId, memberId),
        inArray(notices.kind, ['joined', 'helped']),
        gt(notices.subject, `${sosId}:`),
        lt(notices.subject, `${sosId};`),
      ),
    );
  return { mailedAt: row?.mailedAt ?? null, isWaiting: (row?.waiting ?? 0) > 0 };
}

const seatOfAuthor = preparedQuery((queries) =>
  queries
    .select({
      conversationId: conversations.id,
      title: sosRequests.title,
      status: sosRequests.status,
      hasSeenHelp: sql<number>`${hasRead(queries, eq(messages.kind, 'joined'))}`,
      hasReadText: sql<number>`${hasRead(queries, eq(messages.kind, 'text'))}`,
    })
    .from(sosRequests)
    .innerJoin(conversations, eq(conversations.sosRequestId, sosRequests.id))
    .innerJoin(
      participants,
      and(eq(participants.conversationId, conversations.id), eq(participants.userId, sosRequests.userId)),
    )
    .where(
      and(
        eq(sosRequests.id, sql.placeholder('sosId')),
        eq(sosRequests.userId, sql.placeholder('memberId')),
        eq(sosRequests.isUrgent, true),
      ),
    )
    .prepare(),
);

/** The author has not read these texts and joins of members who are still there. The oldest comes first. */
const unseenHelp = preparedQuery((queries) => {
  const helper = alias(participants, 'helper');
  return queries
    .select({
      seq: messages.seq,
      kind: messages.kind,
      createdAt: messages.createdAt,
      firstName: profiles.firstName,
    })
    .from(participants)
    .innerJoin(conversations, eq(conversations.id, participants.conversationId))
    .innerJoin(
      messages,
      and(eq(messages.conversationId, conversations.id), gt(messages.seq, participants.readSeq)),
    )
    .leftJoin(helper, and(eq(helper.conversationId, conversations.id), eq(helper.userId, messages.senderId)))
    .leftJoin(profiles, eq(profiles.userId, messages.senderId))
    .where(
      and(
        eq(participants.conversationId, sql.placeholder('conversationId')),
        eq(participants.userId, sql.placeholder('memberId')),
        or(
          unreadBy(messages),
          and(
            eq(messages.kind, 'joined'),
            ne(messages.senderId, participants.userId),
            eq(helper.isActive, true),
          ),
        ),
      ),
    )
    .orderBy(asc(messages.seq))
    .prepare();
});

/** Returns null once the author has seen it, or another mail covers it or will. */
export const describeFirstHelp: DescribeNotice = async (queries, memberId, subject) => {
  const { sosId, sign } = helpSubject.read(subject);
  const [[seat], { mailedAt, isWaiting }] = await Promise.all([
    seatOfAuthor(queries).all({ sosId, memberId }),
    otherNotices(queries, memberId, sosId, subject),
  ]);
  if (!seat || isEnded(seat)) return null;
  if (sign === 'message' ? isWaiting || seat.hasReadText : seat.hasSeenHelp) return null;
  const { conversationId } = seat;
  const unseen = await unseenHelp(queries).all({ conversationId, memberId });
  const signs = unseen.filter(({ createdAt }) => createdAt > (mailedAt ?? 0));
  const [first] = signs;
  if (!first) return null;
  const joined = signs.find(({ kind }) => kind === 'joined');
  const texts = unseen.filter(({ kind }) => kind === 'text');
  const name = (joined ?? first).firstName;
  return {
    // Only a mail has it.
    title: seat.title,
    body: '',
    tag: `helped:${sosId}`,
    since: first.createdAt,
    isReached: mailedAt !== null,
    onMailed: mailedUpTo(memberId, conversationId, texts.at(-1)?.seq),
    mail: helpMail({
      firstName: name,
      title: seat.title,
      hasJoined: joined !== undefined,
      unread: texts.length,
    }),
  };
};

/** No mail about these unread messages follows. */
export function mailedUpTo(
  memberId: string,
  conversationId: string,
  seq: number | null | undefined,
): NonNullable<NoticeContent['onMailed']> {
  return async (tx) => {
    if (seq) await markNotified(tx, memberId, messageSubject.write({ conversationId, seq }));
  };
}

/** The mail is about who joined and what is unread, or about messages alone. */
export function helpMail(help: {
  firstName: string | null;
  title: string;
  hasJoined: boolean;
  unread: number;
}): NoticeMail {
  const name = help.firstName || 'Un membre';
  const title = help.title;
  const { unread } = help;
  const waiting = unread > 1 ? `${unread} messages t’y attendent.` : 'Un message t’y attend.';
  if (!help.hasJoined)
    return {
      subject: `${name} t’a écrit\u00a0: ${title}`,
      heading: `${name} t’a répondu`,
      paragraphs: [
        `${name} t’a écrit dans la conversation «\u00a0${title}\u00a0».`,
        ...(unread > 1 ? [waiting] : []),
      ],
      action: 'Ouvrir le chat',
    };
  return {
    subject: `${name} a rejoint ton SOS\u00a0: ${title}`,
    heading: `${name} vient t’aider`,
    paragraphs: [
      `${name} a rejoint la conversation «\u00a0${title}\u00a0» pour t’aider.`,
      ...(unread > 0 ? [waiting] : []),
    ],
    action: 'Ouvrir le chat',
  };
}
