import { UNREAD_MAIL_MINUTES } from '@guilde/contracts/settings.ts';
import { and, count, eq, gt, isNull, lte, max, min, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { members } from '../auth/tables.ts';
import { built, type Tx } from '../platform/db.ts';
import type { Deps } from '../platform/deps.ts';
import { type MailContent, queueMail } from '../platform/mail.ts';
import { profiles } from '../profiles/tables.ts';
import { memberSettings } from '../settings/tables.ts';
import { wayOut } from '../settings/unsubscribing.ts';
import { unreadBy } from './reading.ts';
import { conversations, messages, participants } from './tables.ts';

const MINUTE_MS = 60_000;
/** A conversation that has been silent for longer was told of, or is nobody's news any more. */
const LOOKED_BACK_MS = 2 * 86_400_000;
/** Mails per transaction, so that nobody's message waits for a long one. */
const BATCH = 50;

type MailDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'secrets'>;

/**
 * Who has texts unread for 15 minutes in an open conversation, and has read everything that the last mail told of.
 * Conversations by their activity, unread texts by their sequence: what was read long ago is not walked through.
 */
const dueMails = built((queries) => {
  const senders = alias(profiles, 'senders');
  const name = sql`nullif(trim(${senders.firstName} || ' ' || ${senders.lastName}), '')`;
  return queries
    .select({
      conversationId: participants.conversationId,
      memberId: participants.userId,
      readSeq: participants.readSeq,
      email: members.email,
      sosId: conversations.sosRequestId,
      title: conversations.title,
      unread: count(),
      lastSeq: max(messages.seq),
      senders: sql<string>`json_group_array(distinct ${name}) filter (where ${name} is not null)`,
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
    .innerJoin(messages, and(eq(messages.conversationId, participants.conversationId), unreadBy(messages)))
    .leftJoin(memberSettings, eq(memberSettings.userId, participants.userId))
    .leftJoin(senders, eq(senders.userId, messages.senderId))
    .where(
      and(
        eq(conversations.status, 'active'),
        gt(conversations.updatedAt, sql.placeholder('activeSince')),
        or(isNull(memberSettings.userId), eq(memberSettings.emailUnread, true)),
      ),
    )
    .groupBy(participants.conversationId, participants.userId)
    .having(lte(min(messages.createdAt), sql.placeholder('unreadSince')))
    .limit(BATCH)
    .prepare();
});

type DueMail = Awaited<ReturnType<ReturnType<typeof dueMails>['all']>>[number];

/**
 * Sends an e-mail for texts that stay unread for 15 minutes: one per conversation, without what was said, and no other
 * until the member has read. Closed conversations ask nothing of anybody any more, so that they send none.
 */
export async function mailUnreadMessages(deps: MailDeps): Promise<void> {
  for (;;) {
    const now = deps.clock.now();
    const due = await dueMails(deps.db.orm).all({
      activeSince: now - LOOKED_BACK_MS,
      unreadSince: now - UNREAD_MAIL_MINUTES * MINUTE_MS,
    });
    const sent = due.length > 0 ? await deps.db.write((tx) => mailAll(tx, deps, due)) : 0;
    if (sent < BATCH) return;
  }
}

async function mailAll(tx: Tx, deps: MailDeps, due: DueMail[]): Promise<number> {
  let sent = 0;
  for (const mail of due) {
    if (!(await noteMail(tx, mail))) continue;
    await queueMail(deps.jobs, tx, unreadMail(deps, mail));
    sent++;
  }
  return sent;
}

/** False when the member has read or left meanwhile, or another instance was here before. */
async function noteMail(tx: Tx, { conversationId, memberId, readSeq, lastSeq }: DueMail): Promise<boolean> {
  const noted = await tx.orm
    .update(participants)
    .set({ mailedSeq: lastSeq ?? readSeq })
    .where(
      and(
        eq(participants.conversationId, conversationId),
        eq(participants.userId, memberId),
        eq(participants.isActive, true),
        eq(participants.readSeq, readSeq),
        lte(participants.mailedSeq, readSeq),
      ),
    )
    .returning({ seq: participants.mailedSeq });
  return noted.length > 0;
}

function unreadMail(
  deps: MailDeps,
  { memberId, email, sosId, title, unread, senders }: DueMail,
): MailContent {
  const { publicUrl } = deps.config;
  const { url, headers } = wayOut(deps, memberId);
  const names = JSON.parse(senders) as string[];
  const written = names.length > 1 ? 't’ont écrit' : 't’a écrit';
  return {
    to: email,
    subject: `${unread > 1 ? `${unread} messages non lus` : 'Un message non lu'}\u00a0: ${title}`,
    heading: unread > 1 ? `${unread} messages t’attendent` : 'Un message t’attend',
    paragraphs: [
      names.length > 0
        ? `${new Intl.ListFormat('fr-FR').format(names)} ${written} dans la discussion «\u00a0${title}\u00a0».`
        : `On t’a écrit dans la discussion «\u00a0${title}\u00a0».`,
      'Ce qui s’y dit reste entre ses participants\u00a0: le contenu n’est pas repris ici.',
    ],
    action: { label: 'Ouvrir la discussion', url: `${publicUrl}/chat?sos=${encodeURIComponent(sosId)}` },
    footnote: `Tu reçois cet e-mail parce que tu n’as pas lu cette discussion depuis ${UNREAD_MAIL_MINUTES} minutes. Il n’y en aura pas d’autre pour elle avant que tu l’aies lue.`,
    footnoteLink: { label: 'Ne plus recevoir ces e-mails', url },
    headers,
  };
}
