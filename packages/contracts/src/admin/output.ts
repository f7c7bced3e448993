import { z } from 'zod';
import { DATA_RIGHTS } from '../account/rules.ts';
import { roleOutput } from '../auth/output.ts';
import { messageVersionsOutput } from '../conversations/output.ts';
import { evidenceOutput } from '../evidence/output.ts';
import { fileOutput } from '../files/output.ts';
import { incidentOutput } from '../incidents/output.ts';
import {
  citedTextOutput,
  summaryOriginOutput,
  summaryPrivacyOutput,
  summaryStatusOutput,
} from '../knowledge/output.ts';
import { outcomeOutput, standingOutput } from '../outcomes/output.ts';
import { certificationOutput, memberRefOutput, shopOutput } from '../profiles/output.ts';
import { REPORT_REASONS } from '../reports/rules.ts';
import { instant, pageOf } from '../shared-output.ts';
import { sosDetailOutput, sosOutput } from '../sos/output.ts';
import { SOS_CATEGORIES, SOS_STATUSES } from '../sos/rules.ts';
import { oneOf } from '../validation.ts';

// Users

export const adminUserOutput = memberRefOutput
  .extend({
    email: z.string(),
    role: roleOutput,
    profileComplete: z.boolean(),
    suspendedAt: instant.nullable(),
    totalHelpCount: z.number(),
    /** To the hour; null without a session. */
    lastSeenAt: instant.nullable(),
    pendingReports: z.number(),
    createdAt: instant,
  })
  .meta({ id: 'AdminUser' });

export const adminUserPageOutput = pageOf(adminUserOutput)
  .extend({
    counts: z.object({
      total: z.number(),
      /** What the filters leave. */
      matched: z.number(),
      admins: z.number(),
      moderators: z.number(),
      suspended: z.number(),
      incomplete: z.number(),
      pendingReports: z.number(),
    }),
  })
  .meta({ id: 'AdminUserPage' });

export const adminUserDetailOutput = adminUserOutput
  .extend({
    ...shopOutput.shape,
    emailConfirmed: z.boolean(),
    sponsor: memberRefOutput.nullable(),
    sessions: z.number(),
    counts: z.object({ sos: z.number(), messages: z.number(), invited: z.number(), reports: z.number() }),
    averageRating: z.number(),
    totalRatings: z.number(),
    certification: certificationOutput,
    siren: z.string().nullable(),
    /** Asked for and not decided. */
    evidence: evidenceOutput.nullable(),
    /** When the sponsor said that they know this merchant. */
    vouchedAt: instant.nullable(),
    suspension: z
      .object({ by: z.string(), at: instant, reason: z.string(), until: instant.nullable() })
      .nullable(),
  })
  .meta({ id: 'AdminUserDetail' });

// Reports

export const adminReportOutput = z
  .object({
    id: z.string(),
    /** Null once the account is gone. */
    reported: memberRefOutput.extend({ suspendedAt: instant.nullable() }).nullable(),
    reporter: memberRefOutput.nullable(),
    reason: oneOf(REPORT_REASONS),
    description: z.string(),

    status: z.enum(['pending', 'resolved', 'dismissed']),
    createdAt: instant,
    decidedAt: instant.nullable(),
    decidedBy: z.string().nullable(),
    /** Null for one decided before there were cases. */
    caseId: z.string().nullable(),
    isMessage: z.boolean(),
  })
  .meta({ id: 'AdminReport' });

export const adminReportPageOutput = pageOf(adminReportOutput)
  .extend({ counts: z.object({ total: z.number(), pending: z.number(), reportedUsers: z.number() }) })
  .meta({ id: 'AdminReportPage' });

// Summaries

export const summaryJobStateOutput = z.enum(['waiting', 'running', 'retrying', 'failed']);

export const summaryJobOutput = z
  .object({
    sosId: z.string(),
    sosTitle: z.string().nullable(),
    sosStatus: oneOf(SOS_STATUSES).nullable(),
    state: summaryJobStateOutput,
    attempts: z.number(),
    lastError: z.string().nullable(),
    /** Next attempt; for a failed job, when it failed. */
    at: instant,
    createdAt: instant,
  })
  .meta({ id: 'SummaryJob' });

export const adminSummaryOutput = z
  .object({
    id: z.string(),
    /** Null once the SOS is gone. */
    sosId: z.string().nullable(),
    title: z.string(),
    summary: z.string(),
    /** Of `summary`, in their order. */
    sentences: z.array(citedTextOutput),
    keyPoints: z.array(citedTextOutput),
    /** Sentences that were left out, because the messages that they cite do not bear them out. */
    dropped: z.number(),
    category: oneOf(SOS_CATEGORIES),
    status: summaryStatusOutput,
    privacyLevel: summaryPrivacyOutput.nullable(),
    participantsCount: z.number(),
    sourceMessageCount: z.number(),
    wordCount: z.number(),
    origin: summaryOriginOutput,
    model: z.string(),
    inputTokens: z.number(),
    outputTokens: z.number(),
    generationTimeMs: z.number(),
    /** Of all calls about its SOS, in dollars, also of those that failed or whose text was replaced. */
    generationCost: z.number(),
    promptUsed: z.string().nullable(),
    customPrompt: z.string().nullable(),
    moderationNotes: z.string().nullable(),
    moderatedBy: z.string().nullable(),
    moderatedAt: instant.nullable(),
    standing: standingOutput.nullable(),
    /** Its resolution did not hold, and nobody has looked since. */
    reviewSince: instant.nullable(),
    /** Approved, for whom: it is published once the time of those who took part is over. */
    scheduledPrivacy: summaryPrivacyOutput.nullable(),
    /** When that time is over. Null for texts made before there was one. */
    reviewUntil: instant.nullable(),
    /** When the team last changed the text that was generated. */
    correctedAt: instant.nullable(),
    /** A text made anew since, beside the one that the team has corrected: the number of its version. */
    proposedVersion: z.number().nullable(),
    /** Sentences that those who took part want out, each with a reason or an empty one. */
    vetoes: z.array(z.object({ text: z.string(), reason: z.string() })),
    createdAt: instant,
    updatedAt: instant,
    job: summaryJobStateOutput.nullable(),
    /** Numbers of cited messages that were removed since. */
    changedSources: z.array(z.number()),
  })
  .meta({ id: 'AdminSummary' });

export const adminSummaryPageOutput = pageOf(adminSummaryOutput)
  .extend({
    counts: z.object({
      total: z.number(),
      pending: z.number(),
      /** Approved, and published once the time of those who took part is over. */
      scheduled: z.number(),
      approved: z.number(),
      rejected: z.number(),
      toReview: z.number(),
      cost: z.number(),
      jobs: z.number(),
      failedJobs: z.number(),
    }),
  })
  .meta({ id: 'AdminSummaryPage' });

export const sourceMessageOutput = z
  .object({
    seq: z.number(),
    /** « Membre 2 »: as the model was told. */
    speaker: z.string(),
    isRequester: z.boolean(),
    isSolution: z.boolean(),
    /** Masked. Null once it is deleted. */
    text: z.string().nullable(),
    createdAt: instant,
  })
  .meta({ id: 'SourceMessage' });

/** `author` is null for a generated text, and once the account is gone. */
export const summaryVersionOutput = z
  .object({
    version: z.number(),
    isCorrection: z.boolean(),
    author: z.string().nullable(),
    title: z.string(),
    sentences: z.array(citedTextOutput),
    keyPoints: z.array(citedTextOutput),
    createdAt: instant,
  })
  .meta({ id: 'SummaryVersion' });

export const adminSummaryDetailOutput = adminSummaryOutput
  .extend({
    sosTitle: z.string().nullable(),
    sosStatus: oneOf(SOS_STATUSES).nullable(),
    sosDescription: z.string().nullable(),
    sources: z.array(sourceMessageOutput).nullable(),
    versions: z.array(summaryVersionOutput),
    outcomes: z.array(outcomeOutput),
  })
  .meta({ id: 'AdminSummaryDetail' });

// SOS

export const adminSosOutput = z
  .object({
    id: z.string(),
    author: memberRefOutput.nullable(),
    title: z.string(),
    category: oneOf(SOS_CATEGORIES),
    status: oneOf(SOS_STATUSES),
    isUrgent: z.boolean(),
    viewsCount: z.number(),
    responsesCount: z.number(),
    createdAt: instant,
    /** Null: no summary. */
    summary: adminSummaryOutput.pick({ id: true, status: true }).nullable(),
    job: summaryJobStateOutput.nullable(),
  })
  .meta({ id: 'AdminSos' });

export const adminSosPageOutput = pageOf(adminSosOutput)
  .extend({
    counts: z.object({
      open: z.number(),
      in_progress: z.number(),
      resolved: z.number(),
      closed: z.number(),
      total: z.number(),
      urgent: z.number(),
      /** Nobody helps, and the waves are over. */
      unhelped: z.number(),
    }),
  })
  .meta({ id: 'AdminSosPage' });

export const adminSosDetailOutput = adminSosOutput
  .extend({
    ...sosDetailOutput.pick({
      description: true,
      additions: true,
      files: true,
      correctedAt: true,
      specialties: true,
      helpers: true,
      updatedAt: true,
      resolvedAt: true,
      closedAt: true,
    }).shape,
    conversationId: z.string().nullable(),
    messagesCount: z.number(),
    /** As the author sees it (`Reach`). */
    alerted: z.number(),
  })
  .meta({ id: 'AdminSosDetail' });

// Messages

export const adminMessageOutput = z
  .object({
    id: z.string(),
    conversationId: z.string(),
    sosId: z.string(),
    sosTitle: z.string(),
    seq: z.number(),
    kind: z.enum(['text', 'deleted']),
    sender: memberRefOutput.nullable(),
    content: z.string(),
    createdAt: instant,
    editedAt: instant.nullable(),
    deletedByTeam: z.boolean(),
    files: z.array(fileOutput),
    /** Until when the viewer may read the conversation; null: text and files are left out. */
    openUntil: instant.nullable(),
  })
  .meta({ id: 'AdminMessage' });

export const adminMessageDetailOutput = adminMessageOutput
  .extend(messageVersionsOutput.shape)
  .meta({ id: 'AdminMessageDetail' });

export const openingOutput = z.object({ openUntil: instant }).meta({ id: 'Opening' });

export const adminMessagePageOutput = pageOf(adminMessageOutput).meta({ id: 'AdminMessagePage' });

// Incidents

export const adminIncidentOutput = incidentOutput
  .omit({ vote: true })
  .extend({ proposedAt: instant, confirmedAt: instant.nullable(), endedAt: instant.nullable() })
  .meta({ id: 'AdminIncident' });

export const adminIncidentPageOutput = pageOf(adminIncidentOutput)
  .extend({
    counts: z.object({ all: z.number(), proposed: z.number(), confirmed: z.number(), ended: z.number() }),
  })
  .meta({ id: 'AdminIncidentPage' });

export const adminIncidentDetailOutput = adminIncidentOutput
  .extend({
    sos: z.array(
      sosOutput
        .pick({ id: true, title: true, status: true, createdAt: true })
        .extend({ author: memberRefOutput.nullable() }),
    ),
  })
  .meta({ id: 'AdminIncidentDetail' });

// Contact

export const adminContactOutput = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    subject: z.string(),
    excerpt: z.string(),
    status: z.enum(['pending', 'in_progress', 'resolved']),
    /** With the last moment to answer; null for any other message. */
    right: z.object({ id: oneOf(DATA_RIGHTS), dueAt: instant }).nullable(),
    member: memberRefOutput.nullable(),
    answersCount: z.number(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'AdminContact' });

export const contactAnswerOutput = z
  .object({ id: z.string(), authorName: z.string(), text: z.string(), createdAt: instant })
  .meta({ id: 'ContactAnswer' });

export const adminContactPageOutput = pageOf(adminContactOutput)
  .extend({
    counts: z.object({
      total: z.number(),
      pending: z.number(),
      inProgress: z.number(),
      resolved: z.number(),
    }),
  })
  .meta({ id: 'AdminContactPage' });

export const adminContactDetailOutput = adminContactOutput
  .extend({ message: z.string(), answers: z.array(contactAnswerOutput) })
  .meta({ id: 'AdminContactDetail' });
