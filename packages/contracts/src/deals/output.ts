import { z } from 'zod';
import { fileOutput } from '../files/output.ts';
import { memberRefOutput } from '../profiles/output.ts';
import { component, instant, pageOf } from '../shared-output.ts';

/** `proposed` and `offered` wait for the team. */
export const dealStatusOutput = z.enum([
  'proposed',
  'idea',
  'negotiation',
  'offered',
  'open',
  'reached',
  'not-reached',
  'concluded',
  'reviewed',
  'cancelled',
]);
/** `void` waits for « Ça me va », or ended with a goal that was not reached. */
export const commitmentStateOutput = z.enum(['committed', 'void', 'withdrawn', 'kept', 'not-kept']);
const volume = z.enum(['to-50', 'to-200', 'to-1000', 'more']);

export const dealTierOutput = z.object({
  minimum: z.number(),
  price: z.number().nullable(),
  condition: z.string(),
});

/** Amounts are in ten-thousandths of a euro. */
export const dealOfferOutput = z.object({
  supplierName: z.string(),
  supplierUrl: z.string(),
  conditions: z.string(),
  unit: z.string(),
  tiers: z.array(dealTierOutput),
  minTotal: z.number(),
  maxTotal: z.number().nullable(),
  minEach: z.number(),
  maxEach: z.number().nullable(),
  validFrom: z.string().nullable(),
  validUntil: z.string().nullable(),
  /** The public price is shown with its proof only. */
  reference: z.object({ price: z.number(), on: z.string() }).nullable(),
});

export const ownCommitmentOutput = z.object({
  quantity: z.number(),
  state: commitmentStateOutput,
  /** While it is null, the member's name, shop and quantity go to nobody. */
  consentAt: instant.nullable(),
  sentAt: instant.nullable(),
});

export const dealOutput = component('Deal', {
  id: z.string(),
  kind: z.enum(['terms', 'order']),
  category: z.enum(['transport', 'packaging', 'tools', 'payment', 'supplies', 'services']),
  title: z.string(),
  status: dealStatusOutput,
  author: memberRefOutput.nullable(),
  lead: memberRefOutput.nullable(),
  isAuthor: z.boolean(),
  isLead: z.boolean(),
  /** The lead's tie with the supplier. */
  tie: z.enum(['none', 'client', 'close', 'paid']).nullable(),
  tieNote: z.string(),
  /** It counts the versions of the offer; it is 0 without one. */
  revision: z.number(),
  /** It is null before there is one, and for members until the team has approved it. */
  offer: dealOfferOutput.nullable(),
  commitUntil: instant.nullable(),
  createdAt: instant,
  interested: z.number(),
  /** It is renewed once a day, rounded down, and null below five. */
  progress: z.object({ members: z.number(), total: z.number() }).nullable(),
  /** The goal was not reached, and until that instant the lead chooses what follows. Only the lead gets `lowerTier`. */
  choice: z
    .object({ until: instant, mayProlong: z.boolean(), lowerTier: dealTierOutput.nullable() })
    .nullable(),
  interest: z.object({ volume: volume.nullable() }).nullable(),
  commitment: ownCommitmentOutput.nullable(),
});

/** The lead sees this of a commitment once the goal is reached. */
export const namedCommitmentOutput = z.object({
  member: memberRefOutput,
  quantity: z.number(),
  state: commitmentStateOutput,
  /** They are those of other deals in the last year: « 3 engagements tenus sur 4 ». */
  promises: z.object({ kept: z.number(), of: z.number() }),
});

export const dealDetailOutput = dealOutput
  .extend({
    need: z.string(),
    /** They are the proofs of the offer. */
    files: z.array(fileOutput),
    /** It says why the deal was cancelled, or why the team gave the offer back. */
    reason: z.string(),
    /** Those who are committed get it once the goal is reached. */
    code: z.string().nullable(),
    /** The lead alone sees the rest. */
    sums: z
      .object({
        /** These are the rounded sums of all, null below five members, until names are allowed; then they are exact. */
        members: z.number().nullable(),
        total: z.number().nullable(),
        /** Whether the sum of others has come to the goal, and whether anybody is committed, are known at once. */
        isReached: z.boolean(),
        hasCommitted: z.boolean(),
        /** The volumes of others, of so many answers as five goes into. */
        interests: z.array(z.object({ volume, members: z.number() })),
      })
      .nullable(),
    committed: z.array(namedCommitmentOutput).nullable(),
    review: z.object({ answer: z.enum(['yes', 'partly', 'no']), saved: z.number().nullable() }).nullable(),
    /** They are shown from three answers on. */
    reviews: z.object({ yes: z.number(), partly: z.number(), no: z.number(), saved: z.number() }).nullable(),
  })
  .meta({ id: 'DealDetail' });

export const dealPageOutput = pageOf(dealOutput).meta({ id: 'DealPage' });
