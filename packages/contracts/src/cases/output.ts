import { z } from 'zod';
import { roleOutput } from '../auth/output.ts';
import { ownerOutput } from '../conversations/output.ts';
import { memberRefOutput } from '../profiles/output.ts';
import { ruleIds } from '../reports/conduct.ts';
import { ALL_REASONS, REPORT_SUBJECTS } from '../reports/rules.ts';
import { component, instant } from '../shared-output.ts';
import { oneOf } from '../validation.ts';
import { CASE_OUTCOMES, CONTEST_OUTCOMES, MEASURES } from './rules.ts';

const rule = z.enum(ruleIds).nullable();

/** `outcome` and `answer` are there once it is decided. */
const contestOutput = z.object({
  text: z.string(),
  createdAt: instant,
  outcome: oneOf(CONTEST_OUTCOMES).nullable(),
  answer: z.string(),
  decidedAt: instant.nullable(),
});

const ownDecisionOutput = z.object({
  measure: oneOf(MEASURES),
  rule,
  reason: z.string(),
  decidedAt: instant,
  /** A suspension ends by itself at this time. */
  until: instant.nullable(),
  /** The effect ended at this time, by itself, by the team, or after a contest. */
  endedAt: instant.nullable(),
  contestUntil: instant,
  contest: contestOutput.nullable(),
});

export const teamDecisionOutput = ownDecisionOutput
  .extend({
    id: z.string(),
    acknowledgedAt: instant.nullable(),
    /** The page that contests needs the token, which is null once contesting is no longer possible. */
    contestToken: z.string().nullable(),
  })
  .meta({ id: 'TeamDecision' });

export const teamDecisionsOutput = z.array(teamDecisionOutput);

/** `asksEmail` means that the account is gone and the answer needs an address. */
export const contestedDecisionOutput = ownDecisionOutput
  .extend({ asksEmail: z.boolean() })
  .meta({ id: 'ContestedDecision' });

export const adminDecisionOutput = component('AdminDecision', {
  id: z.string(),
  caseId: z.string(),
  outcome: oneOf(CASE_OUTCOMES),
  rule,
  reason: z.string(),
  decidedAt: instant,
  decidedBy: z.string(),
  until: instant.nullable(),
  endedAt: instant.nullable(),
  acknowledgedAt: instant.nullable(),
  contest: contestOutput.extend({ id: z.string(), decidedBy: z.string() }).nullable(),
});

const caseReportOutput = z.object({
  id: z.string(),
  /** The reporter is null once the account is gone. */
  reporter: memberRefOutput.nullable(),
  reason: oneOf(ALL_REASONS),
  description: z.string(),
  /** The quote is the message, event or deal as it was when it was reported, for as long as it is kept. */
  quote: z.string().nullable(),
  status: z.enum(['pending', 'resolved', 'dismissed']),
  createdAt: instant,
});

export const adminCaseOutput = component('AdminCase', {
  id: z.string(),
  subject: z.enum(REPORT_SUBJECTS),
  /** The member is null once the account is gone. */
  member: memberRefOutput.extend({ role: roleOutput, suspendedAt: instant.nullable() }).nullable(),
  /** The message is null when a member was reported, and once the SOS is gone. */
  message: z
    .object({
      id: z.string(),
      ...ownerOutput,
      sosTitle: z.string(),
      sentAt: instant,
      isDeleted: z.boolean(),
    })
    .nullable(),
  /** The event, deal or rating is null when none was reported, cancelled or removed, and once it is erased. */
  content: z
    .object({
      id: z.string(),
      title: z.string(),
      ownerId: z.string().nullable(),
      /** A rating is removed. */
      isCancelled: z.boolean(),
      /** The end is null while nothing says when it ends; it may then be cancelled. */
      endsAt: instant.nullable(),
    })
    .nullable(),
  openedAt: instant,
  reports: z.array(caseReportOutput),
  decision: adminDecisionOutput.nullable(),
  /** The decisions of other cases about the member are sorted from the latest, 50 at most. */
  history: z.array(adminDecisionOutput),
  /** The number counts others' reports in decided cases. */
  formerReports: z.number(),
  isAlone: z.boolean(),
  mayReview: z.boolean(),
});

/** The messages around a reported one keep their order. */
export const caseContextOutput = z
  .array(
    z.object({
      id: z.string(),
      sender: memberRefOutput.nullable(),
      content: z.string(),
      isDeleted: z.boolean(),
      isReported: z.boolean(),
      createdAt: instant,
    }),
  )
  .meta({ id: 'CaseContext' });
