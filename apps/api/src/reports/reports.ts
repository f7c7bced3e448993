import { AppError, type ErrorCode, refuseIf } from '@guilde/contracts/errors.ts';
import { textOrFiles } from '@guilde/contracts/files/rules.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import type { reportTextInput } from '@guilde/contracts/reports/input.ts';
import {
  denyMessageReport,
  denyReport,
  type Reported,
  type ReportSubject,
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
import { isVisible, memberRefColumns, memberRefs } from '../profiles/members.ts';
import { profiles } from '../profiles/tables.ts';
import { activeRating } from '../ratings/removal.ts';
import { emitWebhook } from '../webhooks/emit.ts';
import { aboutOf, isAbout, openCase } from './cases.ts';
import { companyReportMail, type ReportToRead, reportMail } from './mails.ts';
import { reports } from './tables.ts';

type ReportText = z.output<typeof reportTextInput>;
type Subject = { memberId: string | null; quote?: string };
type Examine = (queries: Queries, viewer: Viewer, id: string, now: number) => Promise<Subject>;

/**
 * Each resolves with the member concerned and with the text as it is now, which is kept
 * (docs/specification.md#cases-and-measures). It throws NOT_FOUND for what the viewer may not see.
 */
const SUBJECTS: Record<ReportSubject, Examine> = {
  member: async (queries, viewer, id) => {
    refuseIf(denyReport(viewer.id, id));
    const [visible] = await queries
      .select({ id: members.id })
      .from(profiles)
      .innerJoin(members, eq(members.id, profiles.userId))
      .where(and(eq(profiles.userId, id), isVisible));
    if (!visible) throw new AppError('NOT_FOUND');
    return { memberId: id };
  },
  message: async (queries, viewer, id) => {
    const { senderId, kind, content, files } = await readableMessage(queries, viewer, id);
    refuseIf(denyMessageReport(viewer.id, { senderId, kind }));
    return { memberId: senderId, quote: textOrFiles({ content, files: files ?? [] }) };
  },
  event: async (queries, viewer, id, now) => {
    const { stored, isHost } = await eventFor(queries, viewer, id, now);
    if (isHost) throw new AppError('REPORT_SELF');
    return { memberId: stored.hostId, quote: [stored.title, stored.description].join('\n') };
  },
  deal: async (queries, viewer, id) => {
    const { stored, offer, isAuthor, isLead } = await dealFor(queries, viewer, id);
    if (stored.leadId === null ? isAuthor : isLead) throw new AppError('REPORT_SELF');
    const texts = [stored.title, stored.need, ...(offer ? [offer.supplierName, offer.conditions] : [])];
    return { memberId: stored.leadId ?? stored.authorId, quote: texts.join('\n') };
  },
  /** Only the helper asks, who knows who gave it: the author of the SOS. */
  rating: async (queries, viewer, id) => {
    const { rating, sos } = await activeRating(queries, id);
    const { raterId, ratedUserId, comment, reply } = rating;
    if (raterId === viewer.id) throw new AppError('RATING_GIVEN');
    if (ratedUserId !== viewer.id) throw new AppError('NOT_FOUND');
    const texts = [`${sos.title}\u00a0: ${rating.rating} sur 5`, comment, reply];
    return { memberId: raterId, quote: texts.filter(Boolean).join('\n') };
  },
};

/**
 * A report is idempotent by id. Without another active administrator it goes to `LEGAL_EMAIL`, unless that is
 * the reported person's address.
 */
export function report(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'live'>,
  viewer: Viewer,
  about: ReportSubject,
  subjectId: string,
  text: ReportText,
): Promise<Reported> {
  return deps.db.write(async (tx) => {
    if (await isStored(tx.orm, viewer, about, subjectId, text)) return { id: text.id };
    const createdAt = deps.clock.now();
    const { memberId, quote } = await SUBJECTS[about](tx.orm, viewer, subjectId, createdAt);
    const place = placeOf(about, subjectId);
    const isSame = isAbout({ memberId, ...place }, reports.reportedUserId, reports);
    const isPending = and(eq(reports.reporterId, viewer.id), isSame, eq(reports.status, 'pending'));
    if ((await tx.orm.$count(reports, isPending)) > 0) throw new AppError(pendingCode(about));
    const caseId = await openCase(tx, { memberId, ...place }, createdAt);
    const row = { ...text, ...place, reportedUserId: memberId, quote, reporterId: viewer.id, caseId };
    await tx.orm.insert(reports).values({ ...row, createdAt });
    await publishModerationExcept(tx, deps, memberId, 'reports', 'users');
    await emitWebhook(tx, deps, 'report.created', text.id);
    await notifyAdministrators(tx, deps, viewer, memberId, { ...text, about, caseId });
    return { id: text.id };
  });
}

function placeOf(about: ReportSubject, id: string) {
  if (about === 'member') return {};
  return about === 'message' ? { messageId: id } : { contentId: id, contentKind: about };
}

function pendingCode(about: ReportSubject): ErrorCode {
  if (about === 'member') return 'REPORT_PENDING';
  return about === 'message' ? 'MESSAGE_REPORT_PENDING' : 'CONTENT_REPORT_PENDING';
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
async function isStored(
  queries: Queries,
  viewer: Viewer,
  about: ReportSubject,
  subjectId: string,
  text: ReportText,
): Promise<boolean> {
  const [known] = await queries.select().from(reports).where(eq(reports.id, text.id));
  if (!known) return false;
  const isSame =
    known.reporterId === viewer.id &&
    aboutOf(known) === about &&
    (known.messageId ?? known.contentId ?? known.reportedUserId) === subjectId &&
    known.reason === text.reason &&
    known.description === text.description;
  if (!isSame)
    throw new AppError(
      'INVALID_INPUT',
      {},
      { id: 'Cet identifiant est déjà utilisé. Renvoie ton signalement.' },
    );
  return true;
}

async function notifyAdministrators(
  tx: Tx,
  { jobs, config, clock }: Pick<Deps, 'jobs' | 'config' | 'clock'>,
  viewer: Viewer,
  memberId: string | null,
  sent: Omit<ReportToRead, 'reporter' | 'reported'>,
): Promise<void> {
  const refs = await memberRefs(tx.orm, memberId === null ? [viewer.id] : [viewer.id, memberId]);
  const reporter = refs.get(viewer.id);
  if (!reporter) throw new AppError('NOT_FOUND');
  // Above the limit, reports wait in the back office without a mail.
  const exhausted = await consumeMailQuota(tx, 'report', {
    to: 'administrators',
    causedBy: viewer.id,
    now: clock.now(),
  });
  if (exhausted) return;
  const reported = refs.get(memberId ?? '') ?? null;
  for (const to of await teamAddresses(tx.orm, reported?.id))
    await queueMail({ jobs, config }, tx, reportMail(to, config.publicUrl, { ...sent, reporter, reported }));
  if (config.company.email === null || (await otherAdministrators(tx.orm, reported?.id ?? '')) > 0) return;
  if (reported && (await isAddressOf(tx.orm, reported.id, config.company.email))) return;
  const mail = companyReportMail(config.company.email, { ...sent, reporter, reported });
  await queueMail({ jobs, config }, tx, mail);
}

async function isAddressOf(queries: Queries, memberId: string, address: string): Promise<boolean> {
  const [member] = await queries
    .select({ email: members.email })
    .from(members)
    .where(eq(members.id, memberId));
  return member?.email === address.toLowerCase();
}
