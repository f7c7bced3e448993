import { isEnded } from '@guilde/contracts/sos/rules.ts';
import { and, eq, exists, gt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { unreadBy } from '../conversations/reading.ts';
import { conversations, messages, participants } from '../conversations/tables.ts';
import type { DescribeNotice } from '../notices/content.ts';
import { notify } from '../notices/notify.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { profiles } from '../profiles/tables.ts';
import { helpMail, mailedUpTo, unseenJoin } from './first-help.ts';
import { pendingHelpRequest } from './help-requests.ts';
import { blockedAuthor } from './hidden-by-blocks.ts';
import { joinedSubject, momentSubject } from './subjects.ts';
import { sosRequests } from './tables.ts';

type TellDeps = Pick<Deps, 'clock' | 'jobs'>;

type SosRef = { id: string; author: { id: string } | null };

/** Notifies the author. A member who comes back causes no other notice. */
export function tellJoined(tx: Tx, deps: TellDeps, sos: SosRef, helperId: string): Promise<void> {
  const subject = joinedSubject.write({ sosId: sos.id, helperId });
  return notify(tx, deps, { kind: 'joined', memberIds: authorOf(sos), subject });
}

export function tellAssigned(tx: Tx, deps: TellDeps, sos: SosRef, memberId: string): Promise<void> {
  const subject = momentSubject.write({ sosId: sos.id, at: deps.clock.now() });
  return notify(tx, deps, { kind: 'assigned', memberIds: [memberId], subject });
}

export function tellEnded(tx: Tx, deps: TellDeps, sos: SosRef): Promise<void> {
  const subject = momentSubject.write({ sosId: sos.id, at: deps.clock.now() });
  return notify(tx, deps, { kind: 'ended', memberIds: authorOf(sos), subject });
}

function authorOf({ author }: SosRef): string[] {
  return author ? [author.id] : [];
}

/** Returns null once the author has seen it. A mail includes what is unread, and replaces its mail. */
export const describeJoined: DescribeNotice = async (queries, memberId, subject) => {
  const { sosId, helperId } = joinedSubject.read(subject);
  const helper = alias(participants, 'helper');
  const line = queries
    .select({ seq: messages.seq })
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversations.id),
        gt(messages.seq, participants.readSeq),
        eq(messages.kind, 'joined'),
        eq(messages.senderId, helperId),
      ),
    );
  const unread = (what: SQL) =>
    sql<number>`(select ${what} from ${messages} where ${and(eq(messages.conversationId, conversations.id), unreadBy(messages))})`;
  const [row] = await queries
    .select({
      title: sosRequests.title,
      status: sosRequests.status,
      isUrgent: sosRequests.isUrgent,
      conversationId: conversations.id,
      firstName: profiles.firstName,
      isUnseen: sql<number>`${exists(line)}`,
      unread: unread(sql`count(*)`),
      unreadUpTo: unread(sql`max(${messages.seq})`).mapWith(Number),
    })
    .from(sosRequests)
    .innerJoin(conversations, eq(conversations.sosRequestId, sosRequests.id))
    .innerJoin(
      participants,
      and(eq(participants.conversationId, conversations.id), eq(participants.userId, memberId)),
    )
    .innerJoin(
      helper,
      and(
        eq(helper.conversationId, conversations.id),
        eq(helper.userId, helperId),
        eq(helper.isActive, true),
      ),
    )
    .leftJoin(profiles, eq(profiles.userId, helperId))
    .where(and(eq(sosRequests.id, sosId), eq(sosRequests.userId, memberId)));
  if (!row?.isUnseen || isEnded(row)) return null;
  const { title, firstName, unread: count, unreadUpTo } = row;
  return {
    title: `${firstName || 'Un membre'} a rejoint ton SOS`,
    body: row.title,
    tag: `chat:${row.conversationId}`,
    mail: helpMail({ firstName, title, hasJoined: true, unread: count }),
    onMailed: mailedUpTo(memberId, row.conversationId, unreadUpTo),
    ...(row.isUrgent && { ifUnseen: unseenJoin(sosId, memberId) }),
  };
};

export const describeEnded: DescribeNotice = async (queries, memberId, subject) => {
  const { sosId } = momentSubject.read(subject);
  const [sos] = await queries
    .select({ title: sosRequests.title, status: sosRequests.status, conversationId: conversations.id })
    .from(sosRequests)
    .leftJoin(conversations, eq(conversations.sosRequestId, sosRequests.id))
    .where(and(eq(sosRequests.id, sosId), eq(sosRequests.userId, memberId)));
  if (!sos || !isEnded(sos)) return null;
  const title =
    sos.status === 'resolved' ? 'L’équipe a marqué ton SOS comme résolu' : 'L’équipe a fermé ton SOS';
  return {
    title,
    body: sos.title,
    tag: `chat:${sos.conversationId ?? sosId}`,
    mail: {
      subject: `${title}\u00a0: ${sos.title}`,
      heading: title,
      paragraphs: [`Il s’agit de ton SOS «\u00a0${sos.title}\u00a0».`],
      action: 'Voir mon SOS',
    },
  };
};

/** Returns null once the member may no longer follow it. */
export const describeAsked: DescribeNotice = async (queries, memberId, sosId) => {
  const request = await pendingHelpRequest(queries, memberId, sosId);
  if (!request) return blockedAuthor(queries, memberId, sosId);
  const name = request.requester.firstName || 'Un membre';
  const title = request.sos.title;
  return {
    title: `${name} t’invite à aider`,
    body: request.sos.title,
    tag: `sos:${sosId}`,
    mail: {
      subject: `${name} t’invite à aider\u00a0: ${title}`,
      heading: `${name} a pensé à toi`,
      paragraphs: [`${name} t’invite à aider sur le SOS «\u00a0${title}\u00a0».`],
      action: 'Voir le SOS',
    },
  };
};

/** Returns null once the seat is no longer theirs. */
export const describeAssigned: DescribeNotice = async (queries, memberId, subject) => {
  const { sosId } = momentSubject.read(subject);
  const [row] = await queries
    .select({ title: sosRequests.title, status: sosRequests.status, conversationId: conversations.id })
    .from(sosRequests)
    .innerJoin(conversations, eq(conversations.sosRequestId, sosRequests.id))
    .innerJoin(
      participants,
      and(
        eq(participants.conversationId, conversations.id),
        eq(participants.userId, memberId),
        eq(participants.isActive, true),
      ),
    )
    .where(eq(sosRequests.id, sosId));
  if (!row || isEnded(row)) return null;
  const title = row.title;
  return {
    title: 'L’équipe compte sur toi',
    body: row.title,
    tag: `chat:${row.conversationId}`,
    mail: {
      subject: `L’équipe compte sur toi\u00a0: ${title}`,
      heading: 'L’équipe compte sur toi',
      paragraphs: [
        `L’équipe t’a donné une place dans la conversation «\u00a0${title}\u00a0».`,
        'Si tu ne peux pas aider, quitte la conversation\u00a0: ta place sera libre pour quelqu’un d’autre.',
      ],
      action: 'Ouvrir le chat',
    },
  };
};
