import type { ConversationOwner } from '@guilde/contracts/conversations/rules.ts';
import { secondsLabel } from '@guilde/contracts/files/rules.ts';
import { UNREAD_MAIL_MINUTES } from '@guilde/contracts/settings/rules.ts';
import { and, count, eq, gt, isNull, lt, lte, max, min, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { members } from '../auth/tables.ts';
import { files } from '../files/tables.ts';
import { preparedQuery, type Queries, type Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import type { JobPayloads } from '../platform/jobs/jobs.ts';
import { countWaiting } from '../platform/jobs/queue-state.ts';
import { MAIL_JOBS, type MailContent, mailOf } from '../platform/services/mail.ts';
import { consumeMailQuota } from '../platform/services/sent-mails.ts';
import { profiles } from '../profiles/tables.ts';
import { memberSettings } from '../settings/tables.ts';
import { unsubscribeLink } from '../settings/unsubscribe.ts';
import { chatPath, itsOwner, ownerColumns } from './owners.ts';
import { unreadBy } from './reading.ts';
import { activeSeatOf, conversations, messages, participants } from './tables.ts';

const MINUTE_MS = 60_000;
/** Older conversations were mailed already, or are no news. */
const LOOKED_BACK_MS = 2 * 86_400_000;
/** A batch is small, so that no message waits for a long transaction. */
const BATCH = 50;
/** The queue has no more mails, after an upgrade or while the mail service is away. */
const WAITING_MAX = 200;

declare module '../platform/jobs/jobs.ts' {
  interface JobPayloads {
    /** The mail is sent only if the messages are still unread. */
    'unread.mail': { conversationId: string; memberId: string; seq: number };
  }
}

const isOpen = eq(conversations.status, 'active');
/** No row means the defaults. */
const wantsMails = or(isNull(memberSettings.userId), eq(memberSettings.emailUnread, true));

/** A muted conversation sends only what concerns the member. */
const isToMail = and(
  unreadBy(messages),
  sql`(${participants.mutedAt} is null
    or ${participants.userId} in (select value from json_each(${messages.mentions}))
    or ${participants.userId} = (select quoted.sender_id from messages as quoted where quoted.id = ${messages.replyTo}))`,
);

/** The last mail must have been read. The order avoids scanning old rows. */
const dueMails = preparedQuery((queries) =>
  queries
    .select({
      conversationId: participants.conversationId,
      memberId: participants.userId,
      email: members.email,
      readSeq: participants.readSeq,
      lastSeq: max(messages.seq),
    })
    .from(conversations)
    .innerJoin(
      participants,
      and(
        eq(participants.conversationId, conversations.id),
        eq(participants.isActive, true),
        lte(participants.mailedSeq, participants.readSeq),
      ),
    )
    .innerJoin(members, and(eq(members.id, participants.userId), isNull(members.suspendedAt)))
    .innerJoin(messages, and(eq(messages.conversationId, participants.conversationId), isToMail))
    .leftJoin(memberSettings, eq(memberSettings.userId, participants.userId))
    .where(and(isOpen, gt(conversations.updatedAt, sql.placeholder('activeSince')), wantsMails))
    .groupBy(participants.conversationId, participants.userId)
    .having(lte(min(messages.createdAt), sql.placeholder('unreadSince')))
    .limit(BATCH)
    .prepare(),
);

type DueMail = Awaited<ReturnType<ReturnType<typeof dueMails>['all']>>[number];

/** Each conversation causes one mail, without its texts, and no other until the member has read. */
export async function mailUnreadMessages(deps: Pick<Deps, 'db' | 'clock' | 'jobs'>): Promise<void> {
  let room: number | null = null;
  for (;;) {
    const now = deps.clock.now();
    const due = await dueMails(deps.db.orm).all({
      activeSince: now - LOOKED_BACK_MS,
      unreadSince: now - UNREAD_MAIL_MINUTES * MINUTE_MS,
    });
    if (due.length === 0) return;
    room ??= WAITING_MAX - (await countWaiting(deps.db.orm, 'unread.mail'));
    if (room <= 0) return;
    const next = due.slice(0, room);
    const queued = await deps.db.write((tx) => requestMails(tx, deps, next));
    if (queued < BATCH) return;
    room -= queued;
  }
}

async function requestMails(
  tx: Tx,
  { jobs, clock }: Pick<Deps, 'jobs' | 'clock'>,
  due: DueMail[],
): Promise<number> {
  let queued = 0;
  for (const mail of due) {
    const seq = await markMailed(tx, mail);
    if (seq === null) continue;
    const { conversationId, memberId, email } = mail;
    if (await consumeMailQuota(tx, 'unread', { to: email, now: clock.now() })) continue;
    await jobs.enqueue(tx, 'unread.mail', { conversationId, memberId, seq });
    queued++;
  }
  return queued;
}

/** Resolves with null when it was read, or another instance queued it. */
async function markMailed(
  tx: Tx,
  { conversationId, memberId, readSeq, lastSeq }: DueMail,
): Promise<number | null> {
  const [marked] = await tx.orm
    .update(participants)
    .set({ mailedSeq: lastSeq ?? readSeq })
    .where(
      and(
        activeSeatOf(conversationId, memberId),
        eq(participants.readSeq, readSeq),
        lte(participants.mailedSeq, readSeq),
      ),
    )
    .returning({ seq: participants.mailedSeq });
  return marked?.seq ?? null;
}

/** Each attempt checks again: the member may have read, left, unsubscribed or been suspended. */
export function handleUnreadMails(deps: Pick<Deps, 'db' | 'jobs' | 'mailer' | 'config' | 'secrets'>): void {
  deps.jobs.handle(
    'unread.mail',
    async (payload, { id, signal }) => {
      const unread = await stillUnread(deps.db.orm, payload);
      if (unread)
        await deps.mailer.send(mailOf(unreadMail(deps, payload.memberId, unread), deps.config), id, signal);
    },
    { ...MAIL_JOBS, bulk: true },
  );
}

type Unread = ConversationOwner & {
  email: string;
  title: string;
  unread: number;
  files: number;
  /** `voices` counts messages with a recording, and `seconds` is the longest. */
  voices: number;
  seconds: number | null;
  senders: string;
};

/** Resolves with undefined when no mail is needed any more. */
async function stillUnread(
  queries: Queries,
  { conversationId, memberId, seq }: JobPayloads['unread.mail'],
): Promise<Unread | undefined> {
  const senders = alias(profiles, 'senders');
  const sent = queries.select({ files: count() }).from(files);
  const filesOf = sent.where(and(eq(files.messageId, messages.id), ne(files.kind, 'voice')));
  const secondsOf = queries
    .select({ seconds: files.seconds })
    .from(files)
    .where(and(eq(files.messageId, messages.id), eq(files.kind, 'voice')))
    .limit(1);
  const name = sql`nullif(trim(${senders.firstName} || ' ' || ${senders.lastName}), '')`;
  const [unread] = await queries
    .select({
      email: members.email,
      ...ownerColumns(),
      unread: count(),
      files: sql<number>`sum(${filesOf})`,
      voices: sql<number>`count(${secondsOf})`,
      seconds: sql<number | null>`max(${secondsOf})`,
      senders: sql<string>`json_group_array(distinct ${name}) filter (where ${name} is not null)`,
    })
    .from(participants)
    .innerJoin(conversations, and(eq(conversations.id, participants.conversationId), isOpen))
    .leftJoin(...itsOwner())
    .innerJoin(members, and(eq(members.id, participants.userId), isNull(members.suspendedAt)))
    .innerJoin(messages, and(eq(messages.conversationId, participants.conversationId), isToMail))
    .leftJoin(memberSettings, eq(memberSettings.userId, participants.userId))
    .leftJoin(senders, eq(senders.userId, messages.senderId))
    .where(and(activeSeatOf(conversationId, memberId), lt(participants.readSeq, seq), wantsMails))
    .groupBy(participants.userId);
  return unread;
}

function unreadMail(
  deps: Pick<Deps, 'config' | 'secrets'>,
  memberId: string,
  { email, title, unread, files: sent, voices, seconds, senders, ...owner }: Unread,
): MailContent {
  const { publicUrl } = deps.config;
  const { url, headers } = unsubscribeLink(deps, memberId);
  const names = JSON.parse(senders) as string[];
  const topic = title;
  const written = names.length > 1 ? 't’ont écrit' : 't’a écrit';
  const text = messagesText(unread, voices, seconds ?? 0);
  const comma = voices > 0 && voices < unread ? ',' : '';
  const waiting = sent > 0 ? `${text}${comma} et ${sent} ${sent > 1 ? 'fichiers' : 'fichier'}` : text;
  return {
    to: email,
    isNews: true,
    subject: `${unread > 1 ? `${unread} messages non lus` : 'Un message non lu'}\u00a0: ${topic}`,
    heading: `${waiting} ${unread > 1 || sent > 0 ? 't’attendent' : 't’attend'}`,
    paragraphs: [
      names.length > 0
        ? `${new Intl.ListFormat('fr-FR').format(names)} ${written} dans la conversation «\u00a0${topic}\u00a0».`
        : `Tu as reçu un message dans la conversation «\u00a0${topic}\u00a0».`,
      'Par discrétion, le contenu des messages n’est pas repris dans cet e-mail.',
    ],
    action: { label: 'Ouvrir la conversation', url: `${publicUrl}${chatPath(owner)}` },
    footnote: `Tu reçois cet e-mail parce que tu n’as pas lu cette conversation depuis ${UNREAD_MAIL_MINUTES} minutes. Tu n’en recevras pas d’autre avant de l’avoir lue.`,
    footnoteLink: { label: 'Ne plus recevoir ces e-mails', url },
    headers,
  };
}

/** Returns « 3 messages », « Un message vocal (0:42) » or « 3 messages, dont 1 vocal ». */
function messagesText(unread: number, voices: number, seconds: number): string {
  if (unread === 1) return voices > 0 ? `Un message vocal (${secondsLabel(seconds)})` : 'Un message';
  if (voices === unread) return `${unread} messages vocaux`;
  const among = voices > 0 ? `, dont ${voices} ${voices > 1 ? 'vocaux' : 'vocal'}` : '';
  return `${unread} messages${among}`;
}
