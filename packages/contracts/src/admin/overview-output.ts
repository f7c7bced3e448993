import { z } from 'zod';
import { component } from '../shared-output.ts';

export const adminOverviewOutput = component('AdminOverview', {
  members: z.object({
    total: z.number(),
    /** These members have accepted the terms in force. */
    termsAccepted: z.number(),
    new30: z.number(),
  }),
  /** The figures cover the last 90 days; those called recent cover 30. */
  activation: z.object({
    accounts: z.number(),
    complete: z.number(),
    rate: z.number().nullable(),
    recentRate: z.number().nullable(),
  }),
  /** The figures cover the last 90 days, from the post to the first helper. */
  firstHelper: z.object({
    posted: z.number(),
    answered: z.number(),
    medianMs: z.number().nullable(),
    recentMedianMs: z.number().nullable(),
    p90Ms: z.number().nullable(),
    buckets: z.array(z.object({ label: z.string(), count: z.number() })),
  }),
  /** The figures cover the last 7 days and the members who got an alert. */
  alerts: z.object({
    sent: z.number(),
    opened: z.number(),
    members: z.number(),
    median: z.number(),
    highest: z.number(),
  }),
  /** The figures cover the last 90 days. */
  resolution: z.object({
    ended: z.number(),
    resolved: z.number(),
    rate: z.number().nullable(),
    recentRate: z.number().nullable(),
  }),
  ai: z.object({ spent: z.number(), budget: z.number().nullable(), calls: z.number() }),
  operation: z.object({
    /** These mails are overdue by five minutes. */
    lateMails: z.object({ count: z.number(), since: z.string() }).nullable(),
    failedSummaries: z.number(),
    unknownJobs: z.number(),
    /** It is null unless the clock may be wrong. */
    erasuresHeldSince: z.string().nullable(),
    /** It is null while backups are sound and recent. */
    backup: z.object({ lastAt: z.string().nullable(), hasFailed: z.boolean() }).nullable(),
  }),
  /** The last 30 days are sorted from the oldest to the newest. */
  days: z.array(z.object({ day: z.string(), members: z.number(), posted: z.number(), resolved: z.number() })),
});
