import { z } from 'zod';
import { roleOutput } from '../auth/output.ts';
import { memberRefOutput } from '../profiles/output.ts';
import { ruleIds } from '../reports/conduct.ts';
import { REPORT_REASONS } from '../reports/rules.ts';
import { instant } from '../shared-output.ts';
import { oneOf } from '../validation.ts';
import { CASE_OUTCOMES, CONTEST_OUTCOMES, MEASURES } from './rules.ts';

const rule = z.enum(ruleIds).nullable();

/** `outcome` and `answer` once it is decided. */
const contestOutput = z.object({
  text: z.string(),
  createdAt: instant,
  outcome: oneOf(CONTEST_OUTCOMES).nullable(),
  answer: z.string(),
  decidedAt: instant.nullable(),
});

const toldOutput = z.object({
  measure: oneOf(MEASURES),
  rule,
  reason: z.string(),
  decidedAt: instant,
  /** When a suspension ends by itself. */
  until: instant.nullable(),
  /** When its effect ended: by itself, by the team, or after a contest. */
  endedAt: instant.nullable(),
  contestUntil: instant,
  contest: contestOutput.nullable(),
});

export const teamDecisionOutput = toldOutput
  .extend({
    id: z.string(),
    acknowledgedAt: instant.nullable(),
    /** For the page that contests; null once it cannot be contested. */
    contestToken: z.string().nullable(),
  })
  .meta({ id: 'TeamDecision' });

export const teamDecisionsOutput = z.array(teamDecisionOutput);

/** `asksEmail`: the account is gone, so that the answer needs an address. */
export const contestedDecisionOutput = toldOutput
  .extend({ asksEmail: z.boolean() })
  .meta({ id: 'ContestedDecision' });

export const adminDecisionOutput = z
  .object({
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
  })
  .meta({ id: 'AdminDecision' });

const caseReportOutput = z.object({
  id: z.string(),
  /** Null once the account is gone. */
  reporter: memberRefOutput.nullable(),
  reason: oneOf(REPORT_REASONS),
  description: z.string(),
  /** The message as it was when it was reported, while it is kept. */
  quote: z.string().nullable(),
  status: z.enum(['pending', 'resolved', 'dismissed']),
  createdAt: instant,
});

export const adminCaseOutput = z
  .object({
    id: z.string(),
    subject: z.enum(['member', 'message']),
    /** Null once the account is gone. */
    member: memberRefOutput.extend({ role: roleOutput, suspendedAt: instant.nullable() }).nullable(),
    /** Where the message is; null for a member, and once the SOS is gone. */
    message: z
      .object({
        id: z.string(),
        sosId: z.string(),
        sosTitle: z.string(),
        sentAt: instant,
        isDeleted: z.boolean(),
      })
      .nullable(),
    openedAt: instant,
    reports: z.array(caseReportOutput),
    decision: adminDecisionOutput.nullable(),
    /** Of other cases about the member, the latest first, 50 at most. */
    history: z.array(adminDecisionOutput),
    /** Others reported the member before, in cases that are decided. */
    formerReports: z.number(),
    /** Nobody else could review the viewer’s decision. */
    isAlone: z.boolean(),
    mayReview: z.boolean(),
  })
  .meta({ id: 'AdminCase' });

/** Messages around a reported one, in their order. */
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
