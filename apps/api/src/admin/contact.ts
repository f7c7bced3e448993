import { rightDueAt } from '@guilde/contracts/account/rules.ts';
import {
  adminContactQuery,
  contactAnswerInput,
  contactParams,
  contactStatusInput,
  optionalReasonInput,
} from '@guilde/contracts/admin/input.ts';
import { adminContactDetailOutput, adminContactPageOutput } from '@guilde/contracts/admin/output.ts';
import {
  type AdminContact,
  type AdminContactDetail,
  type AdminContactPage,
  CONTACT_EXCERPT_MAX,
  denyContactStatus,
} from '@guilde/contracts/admin/rules.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import { excerpt } from '@guilde/contracts/text.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, count, eq, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { z } from 'zod';
import { contactAnswers, contactMessages } from '../contact/tables.ts';
import { iso } from '../platform/clock.ts';
import type { Queries } from '../platform/database/db.ts';
import { matchOfBeginnings } from '../platform/database/search.ts';
import type { Deps } from '../platform/deps.ts';
import { describe, type Env, params, query } from '../platform/http/http.ts';
import { newestPage } from '../platform/paging.ts';
import { queueMail } from '../platform/services/mail.ts';
import { memberRefColumns, toMemberRef } from '../profiles/members.ts';
import { profiles } from '../profiles/tables.ts';
import { act, answersDone } from './act.ts';
import { UNCHANGED } from './journal/administer.ts';
import { contactAnswerMail } from './notices.ts';

async function listContact(
  queries: Queries,
  { q, status, ...page }: z.output<typeof adminContactQuery>,
): Promise<AdminContactPage> {
  const searched = q
    ? sql`${contactMessages.id} in (select id from contact_search where contact_search match ${matchOfBeginnings(q)})`
    : undefined;
  const { rows, nextCursor } = await newestPage(selectContact(queries), {
    ...page,
    where: and(status === 'all' ? undefined : eq(contactMessages.status, status), searched),
    at: contactMessages.createdAt,
    id: contactMessages.id,
    placeOf: ({ contact }) => ({ at: contact.createdAt, id: contact.id }),
  });
  return { items: rows.map(toAdminContact), nextCursor, counts: await countContact(queries) };
}

async function contactDetail(queries: Queries, contactId: string): Promise<AdminContactDetail> {
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

const answersContact = {
  params: contactParams,
  answer: adminContactDetailOutput,
  isForModerators: true,
  show: ({ db }: Deps, _viewer: Viewer, { contactId }: { contactId: string }) =>
    contactDetail(db.orm, contactId),
};

const setContactStatus = act({
  ...answersContact,
  summary: 'Take a message in charge, or end it',
  refusals: ['CONTACT_STATUS_PASSED'],
  input: contactStatusInput,
  areas: ['contact'],
  run: async ({ deps, tx, record }, { contactId }, { status }) => {
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
  },
});

/** The answer also marks a new message as under way. */
const answerContact = act({
  ...answersContact,
  summary: 'Answer by e-mail; the same id sent again is the same answer',
  input: contactAnswerInput,
  areas: ['contact'],
  run: async ({ deps, tx, actor, record }, { contactId }, { id, text }) => {
    const now = deps.clock.now();
    const contact = await contactDetail(tx.orm, contactId);
    const [stored] = await tx.orm
      .insert(contactAnswers)
      .values({ id, contactId, authorId: actor.id, authorName: actor.name, text, createdAt: now })
      .onConflictDoNothing()
      .returning({ id: contactAnswers.id });
    if (!stored) {
      const isSame = contact.answers.some((answer) => answer.id === id && answer.text === text);
      if (!isSame) throw new AppError('INVALID_INPUT', {}, { id: 'Cet identifiant est déjà utilisé.' });
      return UNCHANGED;
    }
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
  },
});

const deleteContact = act({
  ...answersDone,
  summary: 'Remove a message to the team',
  params: contactParams,
  input: optionalReasonInput,
  needsProof: true,
  areas: ['contact'],
  run: async ({ tx, record }, { contactId }, { reason }) => {
    const contact = await contactDetail(tx.orm, contactId);
    await tx.orm.delete(contactMessages).where(eq(contactMessages.id, contactId));
    await record({
      action: 'contact.delete',
      subject: subjectOf(contact),
      before: { status: contact.status, answers: contact.answers.length },
      reason,
    });
  },
});

/** The journal outlives the message, so it does not name the sender. */
function subjectOf({ id, subject }: AdminContactDetail) {
  return { type: 'contact', id, label: subject } as const;
}

function selectContact(queries: Queries) {
  const answersCount = queries.$count(contactAnswers, eq(contactAnswers.contactId, contactMessages.id));
  return queries
    .select({ contact: contactMessages, member: memberRefColumns, answersCount })
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

async function countContact(queries: Queries): Promise<AdminContactPage['counts']> {
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

export function contactInboxRoutes(deps: Deps) {
  const { orm } = deps.db;
  return new Hono<Env>()
    .get(
      '/',
      describe('Messages to the team, newest first', adminContactPageOutput),
      query(adminContactQuery),
      async (c) => c.json(await listContact(orm, c.req.valid('query')), 200),
    )
    .get(
      '/:contactId',
      describe('A message to the team with its answers', adminContactDetailOutput),
      params(contactParams),
      async (c) => c.json(await contactDetail(orm, c.req.valid('param').contactId), 200),
    )
    .put('/:contactId/status', ...setContactStatus.handlers(deps))
    .post('/:contactId/answers', ...answerContact.handlers(deps));
}

export function contactDeletionRoutes(deps: Deps) {
  return new Hono<Env>().post('/:contactId/delete', ...deleteContact.handlers(deps));
}
