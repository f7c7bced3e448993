import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import { textOrFiles } from '@guilde/contracts/files/rules.ts';
import { type MemberRef, memberName } from '@guilde/contracts/profiles/rules.ts';
import type { messageReportInput, reportInput, reportTextInput } from '@guilde/contracts/reports/input.ts';
import {
  denyMessageReport,
  denyReport,
  type Reported,
  type ReportedContent,
} from '@guilde/contracts/reports/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { otherAdministrators, publishModerationExcept } from '../auth/administrators.ts';
import { teamAddresses } from '../auth/roles.ts';
import { members } from '../auth/tables.ts';
import { requireSeat } from '../conversations/conversations.ts';
import { messages } from '../conversations/tables.ts';
import { dealFor } from '../deals/queries.ts';
import { eventFor } from '../events/queries.ts';
import { filesCiting } from '../files/files.ts';
import { iso } from '../platform/clock.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { queueMail } from '../platform/services/mail.ts';
import { consumeMailQuota } from '../platform/services/sent-mails.ts';
import { isVisible, memberRefColumns, memberRefs, toMemberRef } from '../profiles/members.ts';
import { profiles } from '../profiles/tables.ts';
import { standingRating } from '../ratings/removal.ts';
import { emitWebhook } from '../webhooks/emit.ts';
import { aboutOf, isAbout, openCase } from './cases.ts';
import { companyReportMail, reportMail } from './mails.ts';
import { reports } from './tables.ts';

type MemberReport = z.output<typeof reportInput>;
type MessageReport = z.output<typeof messageReportInput>;
type ContentReport = z.output<typeof reportTextInput> & { contentId: string; contentKind: ReportedContent };
type Report = z.output<typeof reportTextInput> & {
  reportedUserId?: string;
  messageId?: string;
} & Partial<ContentReport>;
type ReportDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'live'>;

/**
 * A report is idempotent by id. Without another active administrator it goes to `LEGAL_EMAIL`, unless that is
 * the reported person's address.
 */
export function reportMember(deps: ReportDeps, viewer: Viewer, input: MemberReport): Promise<Reported> {
  return deps.db.write(async (tx) => {
    if (await isStored(tx.orm, viewer, input)) return { id: input.id };
    refuseIf(denyReport(viewer.id, input.reportedUserId));
    const reported = await visibleMember(tx.orm, input.reportedUserId);
    if (await hasPending(tx.orm, viewer, input)) throw new AppError('REPORT_PENDING');
    const caseId = await storeReport(tx, deps, viewer, input);
    await notifyAdministrators(tx, deps, viewer, reported, { ...input, caseId });
    return { id: input.id };
  });
}

/** Keeps the text of the message as it is now (docs/specification.md#cases-and-measures). */
export function reportMessage(deps: ReportDeps, viewer: Viewer, input: MessageReport): Promise<Reported> {
  return deps.db.write(async (tx) => {
    if (await isStored(tx.orm, viewer, input)) return { id: input.id };
    const message = await readableMessage(tx.orm, viewer, input.messageId);
    refuseIf(denyMessageReport(viewer.id, message));
    if (await hasPending(tx.orm, viewer, input)) throw new AppError('MESSAGE_REPORT_PENDING');
    const quote = textOrFiles({ content: message.content, files: message.files ?? [] });
    const caseId = await storeReport(tx, deps, viewer, {
      ...input,
      reportedUserId: message.senderId,
      quote,
    });
    await notifyAdministrators(tx, deps, viewer, await refOf(tx.orm, message.senderId), { ...input, caseId });
    return { id: input.id };
  });
}

/** Each throws NOT_FOUND for what the viewer may not see. */
const CONTENTS = {
  event: async (queries: Queries, viewer: Viewer, id: string, now: number) => {
    const { stored, isHost } = await eventFor(queries, viewer, id, now);
    const texts = [stored.title, stored.description];
    return { ownerId: stored.hostId, isOwn: isHost, texts };
  },
  deal: async (queries: Queries, viewer: Viewer, id: string) => {
    const { stored, offer, isAuthor, isLead } = await dealFor(queries, viewer, id);
    const ownerId = stored.leadId ?? stored.authorId;
    const texts = [stored.title, stored.need, ...(offer ? [offer.supplierName, offer.conditions] : [])];
    return { ownerId, isOwn: stored.leadId === null ? isAuthor : isLead, texts };
  },
  /** Only the helper asks, who knows who gave it: the author of the SOS. */
  rating: async (queries: Queries, viewer: Viewer, id: string) => {
    const { rating, sos } = await standingRating(queries, id);
    const { raterId: ownerId, ratedUserId, rating: stars, comment, reply } = rating;
    if (ownerId === viewer.id) throw new AppError('RATING_GIVEN');
    if (ratedUserId !== viewer.id) throw new AppError('NOT_FOUND');
    return {
      ownerId,
      isOwn: false,
      texts: [`${sos.title}\u00a0: ${stars} sur 5`, comment, reply].filter(Boolean),
    };
  },
};

/** Keeps the text as it is now. */
export function reportContent(deps: ReportDeps, viewer: Viewer, input: ContentReport): Promise<Reported> {
  return deps.db.write(async (tx) => {
    if (await isStored(tx.orm, viewer, input)) return { id: input.id };
    const content = await CONTENTS[input.contentKind](tx.orm, viewer, input.contentId, deps.clock.now());
    if (content.isOwn) throw new AppError('REPORT_SELF');
    if (await hasPending(tx.orm, viewer, input)) throw new AppError('CONTENT_REPORT_PENDING');
    const reported = { reportedUserId: content.ownerId, quote: content.texts.join('\n') };
    const caseId = await storeReport(tx, deps, viewer, { ...input, ...reported });
    await notifyAdministrators(tx, deps, viewer, await refOf(tx.orm, content.ownerId), { ...input, caseId });
    return { id: input.id };
  });
}

async function refOf(queries: Queries, memberId: string | null): Promise<MemberRef | null> {
  return (memberId !== null && (await memberRefs(queries, [memberId])).get(memberId)) || null;
}

async function storeReport(
  tx: Tx,
  deps: ReportDeps,
  viewer: Viewer,
  report: Omit<Report, 'reportedUserId'> & { reportedUserId: string | null; quote?: string },
): Promise<string> {
  const { reportedUserId: memberId, messageId, contentId, contentKind } = report;
  const createdAt = deps.clock.now();
  const caseId = await openCase(tx, { memberId, messageId, contentId, contentKind }, createdAt);
  await tx.orm.insert(reports).values({ ...report, reporterId: viewer.id, caseId, createdAt });
  await publishModerationExcept(tx, deps, memberId, 'reports', 'users');
  await emitWebhook(tx, deps, 'report.created', report.id);
  return caseId;
}

/** @throws NOT_FOUND, when the viewer has no seat or the message has no text. */
async function readableMessage(queries: Queries, viewer: Viewer, messageId: string) {
  const [message] = await queries
    .select({
      conversationId: messages.conversationId,
      senderId: messages.senderId,
      kind: messages.kind,
      content: messages.content,
      files: filesCiting('messageId', sql`${messages.id}`),
    })
    .from(messages)
    .where(and(eq(messages.id, messageId), inArray(messages.kind, ['text', 'deleted'])));
  if (!message) throw new AppError('NOT_FOUND');
  await requireSeat(queries, viewer, message.conversationId);
  return message;
}

/** Reports by others are not included: they are their data. */
export async function reportsMadeBy(queries: Queries, memberId: string) {
  const rows = await queries
    .select({ report: reports, reported: memberRefColumns })
    .from(reports)
    .leftJoin(profiles, eq(profiles.userId, reports.reportedUserId))
    .where(eq(reports.reporterId, memberId))
    .orderBy(asc(reports.createdAt));
  return rows.map(({ report, reported }) => ({
    member: memberName(reported),
    about: aboutOf(report),
    reason: report.reason,
    description: report.description,
    createdAt: iso(report.createdAt),
  }));
}

/** Another report with the same id is refused. */
async function isStored(queries: Queries, viewer: Viewer, sent: Report): Promise<boolean> {
  const [known] = await queries.select().from(reports).where(eq(reports.id, sent.id));
  if (!known) return false;
  const isSame =
    known.reporterId === viewer.id &&
    aboutOf(known) === aboutOf(sent) &&
    (known.messageId ?? known.contentId ?? known.reportedUserId) ===
      (sent.messageId ?? sent.contentId ?? sent.reportedUserId) &&
    known.reason === sent.reason &&
    known.description === sent.description;
  if (!isSame)
    throw new AppError(
      'INVALID_INPUT',
      {},
      { id: 'Cet identifiant est déjà utilisé. Renvoie ton signalement.' },
    );
  return true;
}

/** @throws NOT_FOUND, when the profile is incomplete or the member suspended. */
async function visibleMember(queries: Queries, memberId: string): Promise<MemberRef> {
  const [row] = await queries
    .select(memberRefColumns)
    .from(profiles)
    .innerJoin(members, eq(members.id, profiles.userId))
    .where(and(eq(profiles.userId, memberId), isVisible));
  if (!row) throw new AppError('NOT_FOUND');
  return toMemberRef(row);
}

async function hasPending(queries: Queries, viewer: Viewer, sent: Report): Promise<boolean> {
  const [pending] = await queries
    .select({ id: reports.id })
    .from(reports)
    .where(
      and(
        eq(reports.reporterId, viewer.id),
        isAbout({ memberId: sent.reportedUserId ?? null, ...sent }, reports.reportedUserId, reports),
        eq(reports.status, 'pending'),
      ),
    )
    .limit(1);
  return pending !== undefined;
}

async function notifyAdministrators(
  tx: Tx,
  { jobs, config, clock }: Pick<Deps, 'jobs' | 'config' | 'clock'>,
  viewer: Viewer,
  reported: MemberRef | null,
  sent: Report & { caseId: string },
): Promise<void> {
  const reporter = (await memberRefs(tx.orm, [viewer.id])).get(viewer.id);
  if (!reporter) throw new AppError('NOT_FOUND');
  // Above the limit, reports wait in the back office without a mail.
  const exhausted = await consumeMailQuota(tx, 'report', {
    to: 'administrators',
    causedBy: viewer.id,
    now: clock.now(),
  });
  if (exhausted) return;
  const { reason, description, caseId } = sent;
  const report = { caseId, reporter, reported, reason, description, about: aboutOf(sent) };
  for (const to of await teamAddresses(tx.orm, reported?.id))
    await queueMail({ jobs, config }, tx, reportMail(to, config.publicUrl, report));
  if (config.company.email === null || (await otherAdministrators(tx.orm, reported?.id ?? '')) > 0) return;
  if (reported && (await isAddressOf(tx.orm, reported.id, config.company.email))) return;
  await queueMail({ jobs, config }, tx, companyReportMail(config.company.email, report));
}

async function isAddressOf(queries: Queries, memberId: string, address: string): Promise<boolean> {
  const [member] = await queries
    .select({ email: members.email })
    .from(members)
    .where(eq(members.id, memberId));
  return member?.email === address.toLowerCase();
}
