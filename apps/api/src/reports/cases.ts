import { randomUUID } from 'node:crypto';
import type { CaseOutcome, Measure } from '@guilde/contracts/cases/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import type { RuleId } from '@guilde/contracts/reports/conduct.ts';
import type { ReportedContent, ReportStatus, ReportSubject } from '@guilde/contracts/reports/rules.ts';
import { and, type Column, eq, isNull, type SQL } from 'drizzle-orm';
import { notify } from '../notices/notify.ts';
import type { Actor } from '../platform/audit.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { caseDecisions, cases, reports } from './tables.ts';

type Content = { contentId?: string | null | undefined; contentKind?: ReportedContent | null | undefined };
type Subject = Content & { memberId: string | null; messageId?: string | undefined };

/** What is reported of a message, event, deal or rating does not count as about its author. */
export function isAbout(
  { memberId, messageId, contentId }: Subject,
  member: Column,
  content: Pick<typeof cases | typeof reports, 'messageId' | 'contentId'>,
): SQL | undefined {
  if (messageId) return eq(content.messageId, messageId);
  if (contentId) return eq(content.contentId, contentId);
  const isMember = memberId === null ? undefined : eq(member, memberId);
  return and(isMember, isNull(content.messageId), isNull(content.contentId));
}

export function aboutOf({
  messageId,
  contentId,
  contentKind,
}: Content & { messageId?: string | null | undefined }): ReportSubject {
  return messageId ? 'message' : contentId ? (contentKind ?? 'event') : 'member';
}

/** Resolves with the id of the open case about the same subject, or opens a new one. */
export async function openCase(tx: Tx, subject: Subject, now: number): Promise<string> {
  const [open] = await tx.orm
    .select({ id: cases.id })
    .from(cases)
    .where(and(isAbout(subject, cases.memberId, cases), isNull(cases.closedAt)));
  if (open) return open.id;
  const id = randomUUID();
  await tx.orm.insert(cases).values({ id, ...subject, openedAt: now });
  return id;
}

type NewDecision = Content & {
  /** The case is null for a measure that answers no report: reports about the member go on waiting. */
  caseId: string | null;
  memberId: string | null;
  outcome: CaseOutcome;
  rule?: RuleId;
  reason: string;
  until?: number | null;
  decider: Actor;
};

/**
 * Closes the case and tells who reported. Resolves with the ids of decision and case. Throws CASE_DECIDED.
 */
export async function storeDecision(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  { caseId: openId, decider, ...decision }: NewDecision,
): Promise<{ id: string; caseId: string }> {
  const now = deps.clock.now();
  const caseId =
    openId === null ? await storeClosedCase(tx, decision, now) : await closeCase(tx, openId, now);
  const id = randomUUID();
  await tx.orm.insert(caseDecisions).values({
    ...{ id, caseId, ...decision },
    ...(decision.contentId && { outcome: 'settled' as const }),
    ...{ decidedAt: now, decidedBy: decider.id, deciderName: decider.name },
  });
  const isDismissed = decision.outcome === 'dismissed';
  await decideReports(tx, deps, eq(reports.caseId, caseId), {
    status: isDismissed ? 'dismissed' : 'resolved',
    decider,
  });
  // Nobody is told of the decision or contests it, so the text of the message is no longer needed.
  if (isDismissed || decision.outcome === 'settled')
    await tx.orm.update(reports).set({ quote: null }).where(eq(reports.caseId, caseId));
  return { id, caseId };
}

/** Decides one report by itself. Deciding the last report of a case closes it without a measure. */
export async function decideOneReport(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  report: { id: string; caseId: string | null; memberId: string | null },
  decision: { status: DecidedStatus; reason: string; decider: Actor },
): Promise<void> {
  const { caseId, memberId } = report;
  const { status, reason, decider } = decision;
  await decideReports(tx, deps, eq(reports.id, report.id), decision);
  if (caseId === null) return;
  const others = and(eq(reports.caseId, caseId), eq(reports.status, 'pending'));
  if ((await tx.orm.$count(reports, others)) > 0) return;
  const outcome = status === 'resolved' ? 'settled' : 'dismissed';
  await storeDecision(tx, deps, { caseId, memberId, outcome, reason, decider });
}

type DecidedStatus = Exclude<ReportStatus, 'pending'>;

/** Decides the pending reports. Their senders learn only that they were examined. */
async function decideReports(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  which: SQL,
  { status, decider }: { status: DecidedStatus; decider: Actor },
): Promise<void> {
  const decided = await tx.orm
    .update(reports)
    .set({ status, decidedAt: deps.clock.now(), decidedBy: decider.id })
    .where(and(which, eq(reports.status, 'pending')))
    .returning({ id: reports.id, reporterId: reports.reporterId });
  for (const { id, reporterId } of decided)
    if (reporterId !== null)
      await notify(tx, deps, { kind: 'examined', memberIds: [reporterId], subject: id });
}

async function closeCase(tx: Tx, caseId: string, now: number): Promise<string> {
  const [closed] = await tx.orm
    .update(cases)
    .set({ closedAt: now })
    .where(and(eq(cases.id, caseId), isNull(cases.closedAt)))
    .returning({ id: cases.id });
  if (!closed) throw new AppError('CASE_DECIDED');
  return closed.id;
}

async function storeClosedCase(
  tx: Tx,
  { memberId, contentId, contentKind }: Subject,
  now: number,
): Promise<string> {
  const id = randomUUID();
  await tx.orm.insert(cases).values({ id, memberId, contentId, contentKind, openedAt: now, closedAt: now });
  return id;
}

/** Ends the measures whose effect is over, be it by expiry, by the team or after a contest. */
export async function endMeasures(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  memberId: string,
  measure: Measure,
): Promise<void> {
  const running = and(
    eq(caseDecisions.memberId, memberId),
    eq(caseDecisions.outcome, measure),
    isNull(caseDecisions.endedAt),
  );
  await tx.orm.update(caseDecisions).set({ endedAt: clock.now() }).where(running);
}
