import { z } from 'zod';
import { QUEUE_KINDS } from '../queue/rules.ts';
import { oneOf } from '../validation.ts';
import { adminSosPageOutput } from './output.ts';

export const adminOverviewOutput = z
  .object({
    members: z.object({
      total: z.number(),
      /** Those in force. */
      termsAccepted: z.number(),
      active: z.number(),
      suspended: z.number(),
      admins: z.number(),
      new30: z.number(),
    }),
    /** Of the last 90 days. */
    activation: z.object({ accounts: z.number(), complete: z.number(), rate: z.number().nullable() }),
    sos: adminSosPageOutput.shape.counts.omit({ urgent: true, unhelped: true }),
    /** Of the last 90 days, from the post to the first helper. */
    firstHelper: z.object({
      posted: z.number(),
      answered: z.number(),
      medianMs: z.number().nullable(),
      p90Ms: z.number().nullable(),
      buckets: z.array(z.object({ label: z.string(), count: z.number() })),
    }),
    /** Of the last 7 days; the median and the highest of those who got one. */
    alerts: z.object({
      sent: z.number(),
      opened: z.number(),
      members: z.number(),
      median: z.number(),
      highest: z.number(),
    }),
    /** Of the last 90 days. */
    resolution: z.object({ ended: z.number(), resolved: z.number(), rate: z.number().nullable() }),
    activeMembers: z.object({ day: z.number(), week: z.number(), month: z.number() }),
    ai: z.object({ spent: z.number(), budget: z.number().nullable(), calls: z.number() }),
    queue: z.object({
      /** Kinds of which some wait. */
      waiting: z.array(z.object({ kind: oneOf(QUEUE_KINDS), count: z.number() })),
      failedJobs: z.number(),
    }),
    /** What keeps the server from its work; instants as ISO 8601. */
    operation: z.object({
      /** Due for five minutes; null when all leave. */
      lateMails: z.object({ count: z.number(), since: z.string() }).nullable(),
      unknownJobs: z.number(),
      /** Null unless the clock may be wrong. */
      erasuresHeldSince: z.string().nullable(),
    }),
    /** The last 30 days, oldest first. */
    days: z.array(
      z.object({ day: z.string(), members: z.number(), posted: z.number(), resolved: z.number() }),
    ),
  })
  .meta({ id: 'AdminOverview' });
