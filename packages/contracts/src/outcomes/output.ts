import { z } from 'zod';
import { instant } from '../shared-output.ts';
import { oneOf } from '../validation.ts';
import { OUTCOME_ANSWERS, OUTCOME_DAYS, SAVED_UNITS } from './rules.ts';

const afterDays = z.literal(OUTCOME_DAYS);

export const lastOutcomeOutput = z
  .object({ answer: oneOf(OUTCOME_ANSWERS), afterDays })
  .meta({ id: 'LastOutcome' });

export const savedOutput = z.object({ amount: z.number(), unit: oneOf(SAVED_UNITS) }).meta({ id: 'Saved' });

export const outcomeOutput = lastOutcomeOutput
  .extend({ comment: z.string(), saved: savedOutput.nullable(), answeredAt: instant })
  .meta({ id: 'Outcome' });

/** `answer` is what its member has answered, or null. */
export const outcomeQuestionOutput = z
  .object({
    sosId: z.string(),
    title: z.string(),
    afterDays,
    resolvedAt: instant,
    answer: oneOf(OUTCOME_ANSWERS).nullable(),
  })
  .meta({ id: 'OutcomeQuestion' });

export const sosOutcomesOutput = z
  .object({
    answers: z.array(outcomeOutput),
    question: z.object({ afterDays }).nullable(),
    /** It is the published one about the SOS. */
    article: z.object({ id: z.string(), keyPoints: z.array(z.string()) }).nullable(),
  })
  .meta({ id: 'SosOutcomes' });

/** `detailsToken` adds a sentence and a figure to this answer, once. */
export const givenOutcomeOutput = z
  .object({ sosId: z.string(), standing: lastOutcomeOutput, detailsToken: z.string() })
  .meta({ id: 'GivenOutcome' });

export const memberOutcomesOutput = z
  .object({ held: z.number(), answered: z.number() })
  .meta({ id: 'MemberOutcomes' });
