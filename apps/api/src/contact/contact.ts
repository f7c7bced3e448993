import { rightDueAt } from '@guilde/contracts/account/rules.ts';
import type { contactInput } from '@guilde/contracts/contact/input.ts';
import type { RightRequest } from '@guilde/contracts/contact/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import type { MemberRef } from '@guilde/contracts/profiles/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { publishModeration } from '../auth/administrators.ts';
import { teamAddresses } from '../auth/roles.ts';
import { members } from '../auth/tables.ts';
import { iso, isoOrNull } from '../platform/clock.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import type { Limit, RateLimits } from '../platform/http/rate-limit.ts';
import { queueMail } from '../platform/services/mail.ts';
import { mailboxOf } from '../platform/services/sent-mails.ts';
import { memberRefs } from '../profiles/members.ts';
import { acknowledgementMail, contactMail } from './mails.ts';
import { contactAnswers, contactMessages } from './tables.ts';

/** Above this limit, messages wait in the back office without a mail. */
const ADMINISTRATORS_MAILS: Limit = { name: 'contact-mails:all', points: 60, seconds: 3600 };
/** The limit is per address, so that nobody can fill another person's mailbox. */
const ACKNOWLEDGEMENTS: Limit = { name: 'contact-acknowledgement:email', points: 2, seconds: 86_400 };

type ContactDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'limits' | 'live'>;
type Written = Omit<z.output<typeof contactInput>, 'homepage'>;

/** A message is idempotent by id. A bot that fills in `homepage` gets the same answer without effect. */
export async function sendContactMessage(
  deps: ContactDeps,
  viewer: Viewer | null,
  { homepage, ...written }: z.output<typeof contactInput>,
): Promise<void> {
  if (homepage !== '') return;
  const acknowledge = await mayAcknowledge(deps.limits, written.email);
  const isNotified = await isWithin(deps.limits, ADMINISTRATORS_MAILS, viewer ? 'members' : 'visitors');
  const now = deps.clock.now();
  await deps.db.write(async (tx) => {
    const [stored] = await tx.orm
      .insert(contactMessages)
      .values({ ...written, userId: viewer?.id ?? null, createdAt: now, updatedAt: now })
      .onConflictDoNothing()
      .returning({ id: contactMessages.id });
    if (!stored) return refuseTakenId(tx.orm, viewer, written);
    if (isNotified) await notifyAdministrators(tx, deps, viewer, written);
    await publishModeration(tx, deps, 'contact');
    if (!acknowledge) return;
    const own = await isOwnAddress(tx.orm, viewer, written.email);
    const dueAt = written.right === null ? null : rightDueAt(now);
    await queueMail(deps, tx, acknowledgementMail(written.email, own ? written : null, dueAt));
  });
}

export async function contactMessagesOf(queries: Queries, memberId: string) {
  const rows = await queries
    .select()
    .from(contactMessages)
    .where(eq(contactMessages.userId, memberId))
    .orderBy(asc(contactMessages.createdAt));
  const answered = await queries
    .select({ answer: contactAnswers })
    .from(contactMessages)
    .innerJoin(contactAnswers, eq(contactAnswers.contactId, contactMessages.id))
    .where(eq(contactMessages.userId, memberId))
    .orderBy(asc(contactAnswers.createdAt));
  const answers = Map.groupBy(answered, ({ answer }) => answer.contactId);
  return rows.map(({ id, name, email, subject, message, right, status, createdAt }) => ({
    name,
    email,
    subject,
    message,
    right,
    status,
    createdAt: iso(createdAt),
    answers: (answers.get(id) ?? []).map(({ answer }) => ({
      text: answer.text,
      createdAt: iso(answer.createdAt),
    })),
  }));
}

export async function rightRequestsOf(queries: Queries, { id }: Viewer): Promise<RightRequest[]> {
  const firstAnswer = queries
    .select({ at: sql<number | null>`min(${contactAnswers.createdAt})` })
    .from(contactAnswers)
    .where(eq(contactAnswers.contactId, contactMessages.id));
  const rows = await queries
    .select({ one: contactMessages, answeredAt: sql<number | null>`${firstAnswer}` })
    .from(contactMessages)
    .where(and(eq(contactMessages.userId, id), isNotNull(contactMessages.right)))
    .orderBy(desc(contactMessages.createdAt));
  return rows.flatMap(({ one: { right, ...one }, answeredAt }) =>
    right === null
      ? []
      : {
          ...{ id: one.id, right, status: one.status },
          createdAt: iso(one.createdAt),
          dueAt: iso(rightDueAt(one.createdAt)),
          answeredAt: isoOrNull(answeredAt),
        },
  );
}

export async function eraseContactMessages(tx: Tx, memberId: string): Promise<void> {
  await tx.orm.delete(contactMessages).where(eq(contactMessages.userId, memberId));
}

/** The limit counts by mailbox: « claire+x@… » is Claire's. */
function mayAcknowledge(limits: RateLimits, email: string): Promise<boolean> {
  return isWithin(limits, ACKNOWLEDGEMENTS, mailboxOf(email));
}

async function isWithin(limits: RateLimits, limit: Limit, key: string): Promise<boolean> {
  try {
    await limits.consume(limit, key);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

async function refuseTakenId(
  queries: Queries,
  viewer: Viewer | null,
  { id, name, email, subject, message, right }: Written,
): Promise<void> {
  const [known] = await queries.select().from(contactMessages).where(eq(contactMessages.id, id));
  if (!known) return;
  const isSame =
    known.userId === (viewer?.id ?? null) &&
    known.name === name &&
    known.email === email &&
    known.subject === subject &&
    known.message === message &&
    known.right === right;
  if (!isSame) throw new AppError('INVALID_INPUT', {}, { id: 'Cet identifiant est déjà utilisé.' });
}

async function notifyAdministrators(
  tx: Tx,
  { jobs, config }: Pick<Deps, 'jobs' | 'config'>,
  viewer: Viewer | null,
  written: Written,
): Promise<void> {
  const sender = await senderOf(tx.orm, viewer);
  for (const to of await teamAddresses(tx.orm))
    await queueMail({ jobs, config }, tx, contactMail(to, config.publicUrl, written, sender));
}

async function senderOf(
  queries: Queries,
  viewer: Viewer | null,
): Promise<MemberRef | 'visitor' | 'newcomer'> {
  if (!viewer) return 'visitor';
  if (!viewer.profileComplete) return 'newcomer';
  return (await memberRefs(queries, [viewer.id])).get(viewer.id) ?? 'newcomer';
}

async function isOwnAddress(queries: Queries, viewer: Viewer | null, email: string): Promise<boolean> {
  if (!viewer) return false;
  const [member] = await queries
    .select({ email: members.email })
    .from(members)
    .where(eq(members.id, viewer.id));
  return member?.email === email;
}
