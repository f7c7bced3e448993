import {
  type AdminContact,
  type AdminContactCounts,
  type AdminContactDetail,
  type AdminContactPage,
  CONTACT_EXCERPT_MAX,
  denyContactStatus,
} from '@guilde/contracts/admin.ts';
import type {
  adminContactQuery,
  contactAnswerInput,
  contactStatusInput,
  optionalReasonInput,
} from '@guilde/contracts/admin-input.ts';
import { rightDueAt } from '@guilde/contracts/data-rights.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import { excerpt } from '@guilde/contracts/text.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { publishModeration } from '../auth/administrators.ts';
import { contactAnswers, contactMessages } from '../contact/tables.ts';
import { iso } from '../platform/clock.ts';
import { isDuplicate } from '../platform/database/database-errors.ts';
import type { Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { queueMail } from '../platform/services/mail.ts';
import { memberRefColumns, toMemberRef } from '../profiles/members.ts';
import { profiles } from '../profiles/tables.ts';
import { administer, moderate } from './journal/administer.ts';
import { contactAnswerMail } from './notices.ts';
import { pageOf, readTimeCursor, timeCursor } from './paging.ts';
import { prefixQuery } from './prefix-search.ts';

type ContactDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'live' | 'jobs' | 'config'>;

export async function listContact(
  queries: Queries,
  { q, cursor, limit, status }: z.output<typeof adminContactQuery>,
): Promise<AdminContactPage> {
  const rows = await selectContact(queries)
    .where(
      and(
        status === 'all' ? undefined : eq(contactMessages.status, status),
        q
          ? sql`${contactMessages.id} in (select id from contact_search where contact_search match ${prefixQuery(q)})`
          : undefined,
        cursor ? before(readTimeCursor(cursor)) : undefined,
      ),
    )
    .orderBy(desc(contactMessages.createdAt), desc(contactMessages.id))
    .limit(limit + 1);
  const page = pageOf(rows, limit, ({ contact }) => timeCursor(contact.createdAt, contact.id));
  return {
    items: page.rows.map(toAdminContact),
    nextCursor: page.nextCursor,
    counts: await countContact(queries),
  };
}

export async function contactDetail(queries: Queries, contactId: string): Promise<AdminContactDetail> {
  const [row] = await selectContact(queries).where(eq(contactMessages.id, contactId));
  if (!row) throw new AppError('NOT_FOUND');
  const answers = await queries
    .select()
    .from(contactAnswers)
    .where(eq(contactAnswers.contactId, contactId))
    .orderBy(asc(contactAnswers.createdAt));
  return {
    ...toAdminContact(row),
    message: row.contact.message,
    answers: answers.map(({ id, authorName, text, createdAt }) => ({
      id,
      authorName,
      text,
      createdAt: iso(createdAt),
    })),
  };
}

export function setContactStatus(
  deps: ContactDeps,
  viewer: Viewer,
  contactId: string,
  { status }: z.output<typeof contactStatusInput>,
): Promise<AdminContactDetail> {
  return moderate(deps, viewer, async ({ tx, record }) => {
    const contact = await contactDetail(tx.orm, contactId);
    refuseIf(denyContactStatus(contact.status, status));
    await tx.orm
      .update(contactMessages)
      .set({ status, updatedAt: deps.clock.now() })
      .where(eq(contactMessages.id, contactId));
    await record({
      action: 'contact.status',
      subject: subjectOf(contact),
      before: { status: contact.status },
      after: { status },
    });
    await publishModeration(tx, deps, 'contact');
    return contactDetail(tx.orm, contactId);
  });
}

/**
 * Also takes a new message in charge. Idempotent by id. Codes: NOT_FOUND, INVALID_INPUT (the id belongs to another
 * answer).
 */
export async function answerContact(
  deps: ContactDeps,
  viewer: Viewer,
  contactId: string,
  answer: z.output<typeof contactAnswerInput>,
): Promise<AdminContactDetail> {
  try {
    return await storeAnswer(deps, viewer, contactId, answer);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    const kept = await contactDetail(deps.db.orm, contactId);
    const isSame = kept.answers.some(({ id, text }) => id === answer.id && text === answer.text);
    if (!isSame) throw new AppError('INVALID_INPUT', {}, { id: 'Cet identifiant est déjà utilisé.' });
    return kept;
  }
}

function storeAnswer(
  deps: ContactDeps,
  viewer: Viewer,
  contactId: string,
  { id, text }: z.output<typeof contactAnswerInput>,
): Promise<AdminContactDetail> {
  return moderate(deps, viewer, async ({ tx, actor, record }) => {
    const now = deps.clock.now();
    const contact = await contactDetail(tx.orm, contactId);
    await tx.orm
      .insert(contactAnswers)
      .values({ id, contactId, authorId: actor.id, authorName: actor.name, text, createdAt: now });
    const status = contact.status === 'pending' ? 'in_progress' : contact.status;
    await tx.orm
      .update(contactMessages)
      .set({ status, updatedAt: now })
      .where(eq(contactMessages.id, contactId));
    await queueMail(deps, tx, contactAnswerMail(contact, text, deps.config.publicUrl));
    await record({
      action: 'contact.answer',
      subject: subjectOf(contact),
      before: { status: contact.status },
      after: { status, answer: id, characters: text.length },
    });
    await publishModeration(tx, deps, 'contact');
    return contactDetail(tx.orm, contactId);
  });
}

export function deleteContact(
  deps: ContactDeps,
  viewer: Viewer,
  contactId: string,
  { reason }: z.output<typeof optionalReasonInput>,
): Promise<void> {
  return administer(deps, viewer, async ({ tx, record }) => {
    const contact = await contactDetail(tx.orm, contactId);
    await tx.orm.delete(contactMessages).where(eq(contactMessages.id, contactId));
    await record({
      action: 'contact.delete',
      subject: subjectOf(contact),
      before: { status: contact.status, answers: contact.answers.length },
      reason,
    });
    await publishModeration(tx, deps, 'contact');
  });
}

/** The journal outlives the message: it does not name the sender. */
function subjectOf({ id, subject }: AdminContactDetail) {
  return { type: 'contact', id, label: subject } as const;
}

function before({ at, id }: { at: number; id: string }): SQL {
  return sql`(${contactMessages.createdAt}, ${contactMessages.id}) < (${at}, ${id})`;
}

function selectContact(queries: Queries) {
  const answers = queries
    .select({ count: count() })
    .from(contactAnswers)
    .where(eq(contactAnswers.contactId, contactMessages.id));
  return queries
    .select({ contact: contactMessages, member: memberRefColumns, answersCount: sql<number>`${answers}` })
    .from(contactMessages)
    .leftJoin(profiles, eq(profiles.userId, contactMessages.userId))
    .$dynamic();
}

function toAdminContact({
  contact,
  member,
  answersCount,
}: Awaited<ReturnType<typeof selectContact>>[number]): AdminContact {
  return {
    id: contact.id,
    name: contact.name,
    email: contact.email,
    subject: contact.subject,
    excerpt: excerpt(contact.message, CONTACT_EXCERPT_MAX),
    status: contact.status,
    right: contact.right && { id: contact.right, dueAt: iso(rightDueAt(contact.createdAt)) },
    member: member && toMemberRef(member),
    answersCount,
    createdAt: iso(contact.createdAt),
    updatedAt: iso(contact.updatedAt),
  };
}

async function countContact(queries: Queries): Promise<AdminContactCounts> {
  const rows = await queries
    .select({ status: contactMessages.status, count: count() })
    .from(contactMessages)
    .groupBy(contactMessages.status);
  const of = (status: string) => rows.find((row) => row.status === status)?.count ?? 0;
  return {
    total: rows.reduce((sum, row) => sum + row.count, 0),
    pending: of('pending'),
    inProgress: of('in_progress'),
    resolved: of('resolved'),
  };
}
