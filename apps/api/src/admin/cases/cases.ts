import { caseClosingInput, caseParams } from '@guilde/contracts/cases/input.ts';
import { adminCaseOutput } from '@guilde/contracts/cases/output.ts';
import type { AdminCase, AdminDecision } from '@guilde/contracts/cases/rules.ts';
import { denyCancellation } from '@guilde/contracts/deals/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import { endOf } from '@guilde/contracts/events/rules.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import { administratorIds, publishModerationExcept } from '../../auth/administrators.ts';
import { members, userRoles } from '../../auth/tables.ts';
import { itsOwner, ownerColumns } from '../../conversations/owners.ts';
import { conversations, messages } from '../../conversations/tables.ts';
import { deals } from '../../deals/tables.ts';
import { events } from '../../events/tables.ts';
import { iso, isoOrNull } from '../../platform/clock.ts';
import type { Queries } from '../../platform/database/db.ts';
import { memberRefColumns, memberRefs, toMemberRef } from '../../profiles/members.ts';
import { profiles } from '../../profiles/tables.ts';
import { sosRatings } from '../../ratings/tables.ts';
import { receivedBy } from '../../ratings/words.ts';
import { aboutOf, storeDecision } from '../../reports/cases.ts';
import { type Decided, selectDecisions, toContest } from '../../reports/decisions.ts';
import {
  type caseContests,
  caseDecisions,
  cases,
  decisionRecipients,
  reports,
} from '../../reports/tables.ts';
import { act } from '../act.ts';

const HISTORY = 50;

/** @throws NOT_FOUND, also when the case is about the viewer, who must not learn who reported. */
export async function caseDetail(queries: Queries, viewer: Viewer, caseId: string): Promise<AdminCase> {
  const [row] = await queries
    .select({
      one: cases,
      member: memberRefColumns,
      suspendedAt: members.suspendedAt,
      role: userRoles.role,
    })
    .from(cases)
    .leftJoin(members, eq(members.id, cases.memberId))
    .leftJoin(profiles, eq(profiles.userId, cases.memberId))
    .leftJoin(userRoles, eq(userRoles.userId, cases.memberId))
    .where(and(eq(cases.id, caseId), notAbout(viewer)));
  if (!row) throw new AppError('NOT_FOUND');
  const { one, member } = row;
  const [decision = null] = await decisionsWhere(queries, eq(caseDecisions.caseId, caseId), 1);
  const others = await otherReviewers(queries, viewer, one.memberId);
  const isOwn = await hasOwnDecision(queries, caseId, viewer);
  return {
    id: one.id,
    subject: aboutOf(one),
    member: member && {
      ...toMemberRef(member),
      role: row.role ?? 'member',
      suspendedAt: isoOrNull(row.suspendedAt),
    },
    message: one.messageId === null ? null : await reportedMessage(queries, one.messageId),
    content: await reportedContent(queries, one),
    openedAt: iso(one.openedAt),
    reports: await reportsIn(queries, caseId),
    decision,
    history: one.memberId === null ? [] : await historyOf(queries, one.memberId, caseId),
    formerReports: one.memberId === null ? 0 : await formerReportsOf(queries, one.memberId, caseId),
    isAlone: isOwn && others === 0,
    mayReview: !isOwn || others === 0,
  };
}

/** The case ends without a measure, and the members who reported learn that it was examined. */
export const closeCase = act({
  summary: 'Close a case without a measure',
  answer: adminCaseOutput,
  refusals: ['CASE_DECIDED'],
  params: caseParams,
  input: caseClosingInput,
  isForModerators: true,
  run: async ({ deps, tx, viewer, actor, record }, { caseId }, { outcome, reason }) => {
    const { member } = await caseDetail(tx.orm, viewer, caseId);
    const memberId = member?.id ?? null;
    await storeDecision(tx, deps, { caseId, memberId, outcome, reason, decider: actor });
    await record({
      action: outcome === 'dismissed' ? 'case.dismiss' : 'case.settle',
      subject: { type: 'case', id: caseId, label: memberName(member) },
      reason,
    });
    await publishModerationExcept(tx, deps, memberId, 'reports', 'users');
  },
  show: ({ db }, viewer, { caseId }) => caseDetail(db.orm, viewer, caseId),
});

export function notAbout(viewer: Pick<Viewer, 'id'>): SQL {
  return sql`${cases.memberId} is not ${viewer.id}`;
}

/** The member concerned by a decision may not review it. */
export async function otherReviewers(
  queries: Queries,
  viewer: Viewer,
  memberId: string | null,
): Promise<number> {
  const ids = await administratorIds(queries);
  return ids.filter((id) => id !== viewer.id && id !== memberId).length;
}

/** The condition needs `case_decisions`: the viewer has decided, or gave or received the rating that was removed. */
export function isOwnDecision({ id }: Pick<Viewer, 'id'>): SQL {
  const { decisionId, memberId } = decisionRecipients;
  const received = sql`(select ${decisionId} from ${decisionRecipients} where ${memberId} = ${id})`;
  return sql`(${caseDecisions.decidedBy} is ${id}
    or (${caseDecisions.contentKind} is 'rating' and ${caseDecisions.id} in ${received}))`;
}

export async function hasOwnDecision(queries: Queries, caseId: string, viewer: Viewer): Promise<boolean> {
  const isOwn = and(eq(caseDecisions.caseId, caseId), isOwnDecision(viewer));
  return (await queries.$count(caseDecisions, isOwn)) > 0;
}

/** The message is null once it is deleted with its SOS. */
async function reportedMessage(queries: Queries, messageId: string): Promise<AdminCase['message']> {
  const [row] = await queries
    .select({
      kind: messages.kind,
      createdAt: messages.createdAt,
      ...ownerColumns(),
    })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .leftJoin(...itsOwner())
    .where(eq(messages.id, messageId));
  if (!row) return null;
  const { kind, createdAt, title: sosTitle, ...owner } = row;
  return { id: messageId, ...owner, sosTitle, sentAt: iso(createdAt), isDeleted: kind === 'deleted' };
}

async function reportedContent(
  queries: Queries,
  { contentId, contentKind }: Pick<typeof cases.$inferSelect, 'contentId' | 'contentKind'>,
): Promise<AdminCase['content']> {
  const id = contentId ?? '';
  if (contentKind === 'rating') {
    const [found] = await receivedBy(queries).where(eq(sosRatings.id, id));
    if (!found) return null;
    const { raterId: ownerId, removedAt } = found.rating;
    return { id, title: found.sos.title, ownerId, isCancelled: removedAt !== null, endsAt: null };
  }
  if (contentKind === 'deal') {
    const [deal] = await queries.select().from(deals).where(eq(deals.id, id));
    if (!deal) return null;
    const { title, leadId, authorId, status } = deal;
    const endsAt = isoOrNull(denyCancellation(deal) ? deal.endedAt : null);
    return { id, title, ownerId: leadId ?? authorId, isCancelled: status === 'cancelled', endsAt };
  }
  const [event] = await queries.select().from(events).where(eq(events.id, id));
  if (!event) return null;
  const { title, hostId: ownerId, status } = event;
  return { id, title, ownerId, isCancelled: status === 'cancelled', endsAt: iso(endOf(event)) };
}

async function reportsIn(queries: Queries, caseId: string): Promise<AdminCase['reports']> {
  const rows = await queries
    .select()
    .from(reports)
    .where(eq(reports.caseId, caseId))
    .orderBy(asc(reports.createdAt));
  const reporters = await memberRefs(
    queries,
    rows.flatMap(({ reporterId }) => reporterId ?? []),
  );
  return rows.map(({ id, reporterId, reason, description, quote, status, createdAt }) => ({
    id,
    reporter: reporters.get(reporterId ?? '') ?? null,
    ...{ reason, description, quote, status },
    createdAt: iso(createdAt),
  }));
}

function historyOf(queries: Queries, memberId: string, caseId: string): Promise<AdminDecision[]> {
  const ofOthers = and(eq(caseDecisions.memberId, memberId), ne(caseDecisions.caseId, caseId));
  return decisionsWhere(queries, ofOthers, HISTORY);
}

function formerReportsOf(queries: Queries, memberId: string, caseId: string): Promise<number> {
  const isFormer = sql`${reports.caseId} is not ${caseId} and ${reports.status} <> 'pending'`;
  return queries.$count(reports, and(eq(reports.reportedUserId, memberId), isFormer));
}

async function decisionsWhere(
  queries: Queries,
  which: SQL | undefined,
  limit: number,
): Promise<AdminDecision[]> {
  const rows = await selectDecisions(queries)
    .where(which)
    .orderBy(desc(caseDecisions.decidedAt))
    .limit(limit);
  return rows.map(({ decision, contest }) => toDecision(decision, contest));
}

function toDecision(decision: Decided, contest: typeof caseContests.$inferSelect | null): AdminDecision {
  const { id, caseId, outcome, rule, reason, deciderName } = decision;
  return {
    ...{ id, caseId, outcome, rule, reason },
    decidedAt: iso(decision.decidedAt),
    decidedBy: deciderName,
    until: isoOrNull(decision.until),
    endedAt: isoOrNull(decision.endedAt),
    acknowledgedAt: isoOrNull(decision.acknowledgedAt),
    contest: contest && { ...toContest(contest), id: contest.id, decidedBy: contest.deciderName },
  };
}
