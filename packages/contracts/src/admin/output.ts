import { z } from 'zod';
import { DATA_RIGHTS } from '../account/rules.ts';
import { roleOutput } from '../auth/output.ts';
import { messageVersionsOutput, ownerOutput } from '../conversations/output.ts';
import { evidenceOutput } from '../evidence/output.ts';
import { fileOutput } from '../files/output.ts';
import { incidentOutput } from '../incidents/output.ts';
import { summaryOriginFields } from '../knowledge/import-output.ts';
import { citedTextOutput, summaryPrivacyOutput, summaryStatusOutput } from '../knowledge/output.ts';
import { lastOutcomeOutput, outcomeOutput } from '../outcomes/output.ts';
import { certificationOutput, memberRefOutput, shopOutput } from '../profiles/output.ts';
import { loweredRatingOutput } from '../ratings/output.ts';
import { ALL_REASONS, REPORT_SUBJECTS } from '../reports/rules.ts';
import { component, instant, pageOf } from '../shared-output.ts';
import { sosDetailOutput, sosOutput } from '../sos/output.ts';
import { SOS_CATEGORIES, SOS_STATUSES } from '../sos/rules.ts';
import { oneOf } from '../validation.ts';

export const adminUserOutput = memberRefOutput
  .extend({
    email: z.string(),
    role: roleOutput,
    profileComplete: z.boolean(),
    suspendedAt: instant.nullable(),
    totalHelpCount: z.number(),
    /** The time is rounded to the hour, and null without a session. */
    lastSeenAt: instant.nullable(),
    pendingReports: z.number(),
    createdAt: instant,
  })
  .meta({ id: 'AdminUser' });

export const adminUserPageOutput = pageOf(adminUserOutput)
  .extend({
    counts: z.object({
      total: z.number(),
      /** The number counts the users whom the filters leave. */
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
    /** Mails to the address come back since this time. */
    emailBouncedAt: instant.nullable(),
    sponsor: memberRefOutput.nullable(),
    sessions: z.number(),
    counts: z.object({ sos: z.number(), messages: z.number(), invited: z.number(), reports: z.number() }),
    /** This case about the member waits longest. */
    openCaseId: z.string().nullable(),
    averageRating: z.number(),
    totalRatings: z.number(),
    lowered: z.array(loweredRatingOutput),
    certification: certificationOutput,
    siren: z.string().nullable(),
    evidence: evidenceOutput.nullable(),
    /** The sponsor said at this time that they know this merchant. */
    vouchedAt: instant.nullable(),
    suspension: z
      .object({ by: z.string(), at: instant, reason: z.string(), until: instant.nullable() })
      .nullable(),
  })
  .meta({ id: 'AdminUserDetail' });

export const adminReportOutput = component('AdminReport', {
  id: z.string(),
  /** The member is null once the account is gone. */
  reported: memberRefOutput.extend({ suspendedAt: instant.nullable() }).nullable(),
  reporter: memberRefOutput.nullable(),
  reason: oneOf(ALL_REASONS),
  description: z.string(),

  status: z.enum(['pending', 'resolved', 'dismissed']),
  createdAt: instant,
  decidedAt: instant.nullable(),
  decidedBy: z.string().nullable(),
  /** Reports that were decided before cases existed have none. */
  caseId: z.string().nullable(),
  about: z.enum(REPORT_SUBJECTS),
});

export const adminReportPageOutput = pageOf(adminReportOutput)
  .extend({ counts: z.object({ total: z.number(), pending: z.number(), reportedUsers: z.number() }) })
  .meta({ id: 'AdminReportPage' });

export const summaryJobStateOutput = z.enum(['waiting', 'running', 'retrying', 'failed']);

export const summaryJobOutput = component('SummaryJob', {
  sosId: z.string(),
  sosTitle: z.string().nullable(),
  sosStatus: oneOf(SOS_STATUSES).nullable(),
  state: summaryJobStateOutput,
  attempts: z.number(),
  lastError: z.string().nullable(),
  /** This is the time of the next attempt, and for a failed job the time of its failure. */
  at: instant,
  createdAt: instant,
});

export const adminSummaryOutput = component('AdminSummary', {
  id: z.string(),
  /** The id is null once the SOS is gone. */
  sosId: z.string().nullable(),
  /** It is there for a « compte rendu », as long as its event is kept. */
  eventId: z.string().nullable(),
  title: z.string(),
  summary: z.string(),
  sentences: z.array(citedTextOutput),
  keyPoints: z.array(citedTextOutput),
  /** Sentences are left out when the messages that they cite do not bear them out. */
  dropped: z.number(),
  category: oneOf(SOS_CATEGORIES),
  status: summaryStatusOutput,
  privacyLevel: summaryPrivacyOutput.nullable(),
  participantsCount: z.number(),
  sourceMessageCount: z.number(),
  wordCount: z.number(),
  ...summaryOriginFields,
  model: z.string(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  generationTimeMs: z.number(),
  /** The cost in dollars includes failed calls and those whose text was replaced. */
  generationCost: z.number(),
  promptUsed: z.string().nullable(),
  customPrompt: z.string().nullable(),
  moderationNotes: z.string().nullable(),
  moderatedBy: z.string().nullable(),
  moderatedAt: instant.nullable(),
  standing: lastOutcomeOutput.nullable(),
  /** Its resolution did not hold at this time, and nobody has reviewed it since. */
  reviewSince: instant.nullable(),
  /** An approved summary is published for these once its participants' review is over. */
  scheduledPrivacy: summaryPrivacyOutput.nullable(),
  /** The participants' review ends at this time; the oldest texts have none. */
  reviewUntil: instant.nullable(),
  correctedAt: instant.nullable(),
  /** A newer generated version stands beside the text that the team has corrected. */
  proposedVersion: z.number().nullable(),
  vetoes: z.array(z.object({ text: z.string(), reason: z.string() })),
  createdAt: instant,
  updatedAt: instant,
  job: summaryJobStateOutput.nullable(),
  /** The sequence numbers are those of cited messages that were removed since. */
  changedSources: z.array(z.number()),
});

export const adminSummaryPageOutput = pageOf(adminSummaryOutput)
  .extend({
    counts: z.object({
      total: z.number(),
      pending: z.number(),
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

export const sourceMessageOutput = component('SourceMessage', {
  seq: z.number(),
  /** The speaker is named as the model sees it (« Membre 2 »). */
  speaker: z.string(),
  isRequester: z.boolean(),
  isSolution: z.boolean(),
  /** The text is masked, and null once the message is deleted. */
  text: z.string().nullable(),
  createdAt: instant,
});

/** `author` is null for a generated text, and once the account is gone. */
export const summaryVersionOutput = component('SummaryVersion', {
  version: z.number(),
  isCorrection: z.boolean(),
  author: z.string().nullable(),
  title: z.string(),
  sentences: z.array(citedTextOutput),
  keyPoints: z.array(citedTextOutput),
  createdAt: instant,
});

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

export const adminSosOutput = component('AdminSos', {
  id: z.string(),
  author: memberRefOutput.nullable(),
  title: z.string(),
  category: oneOf(SOS_CATEGORIES),
  status: oneOf(SOS_STATUSES),
  isUrgent: z.boolean(),
  viewsCount: z.number(),
  responsesCount: z.number(),
  createdAt: instant,
  summary: adminSummaryOutput.pick({ id: true, status: true }).nullable(),
  job: summaryJobStateOutput.nullable(),
});

export const adminSosPageOutput = pageOf(adminSosOutput)
  .extend({
    counts: z.object({
      open: z.number(),
      in_progress: z.number(),
      resolved: z.number(),
      closed: z.number(),
      total: z.number(),
      urgent: z.number(),
      /** These have no helper although their waves are over. */
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
    /** The counts are those that the author sees (`Reach`). */
    alerted: z.number(),
  })
  .meta({ id: 'AdminSosDetail' });

export const adminMessageOutput = component('AdminMessage', {
  id: z.string(),
  conversationId: z.string(),
  ...ownerOutput,
  sosTitle: z.string(),
  seq: z.number(),
  kind: z.enum(['text', 'deleted']),
  sender: memberRefOutput.nullable(),
  content: z.string(),
  createdAt: instant,
  editedAt: instant.nullable(),
  deletedByTeam: z.boolean(),
  files: z.array(fileOutput),
  /** The viewer may read the conversation until then; with null, text and files are left out. */
  openUntil: instant.nullable(),
});

export const adminMessageDetailOutput = adminMessageOutput
  .extend(messageVersionsOutput.shape)
  .meta({ id: 'AdminMessageDetail' });

export const openingOutput = component('Opening', { openUntil: instant });

export const adminMessagePageOutput = pageOf(adminMessageOutput).meta({ id: 'AdminMessagePage' });

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

export const adminContactOutput = component('AdminContact', {
  id: z.string(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  excerpt: z.string(),
  status: z.enum(['pending', 'in_progress', 'resolved']),
  /** `dueAt` is the last moment to answer; any other message has null. */
  right: z.object({ id: oneOf(DATA_RIGHTS), dueAt: instant }).nullable(),
  member: memberRefOutput.nullable(),
  answersCount: z.number(),
  createdAt: instant,
  updatedAt: instant,
});

export const contactAnswerOutput = component('ContactAnswer', {
  id: z.string(),
  authorName: z.string(),
  text: z.string(),
  createdAt: instant,
});

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
