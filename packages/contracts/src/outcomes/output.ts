import { z } from 'zod';
import { component, instant } from '../shared-output.ts';
import { oneOf } from '../validation.ts';
import { OUTCOME_ANSWERS, OUTCOME_DAYS, SAVED_UNITS } from './rules.ts';

const afterDays = z.literal(OUTCOME_DAYS);

export const lastOutcomeOutput = component('LastOutcome', { answer: oneOf(OUTCOME_ANSWERS), afterDays });

export const savedOutput = component('Saved', { amount: z.number(), unit: oneOf(SAVED_UNITS) });

export const outcomeOutput = lastOutcomeOutput
  .extend({ comment: z.string(), saved: savedOutput.nullable(), answeredAt: instant })
  .meta({ id: 'Outcome' });

/** `answer` is what its member has answered, or null. */
export const outcomeQuestionOutput = component('OutcomeQuestion', {
  sosId: z.string(),
  title: z.string(),
  afterDays,
  resolvedAt: instant,
  answer: oneOf(OUTCOME_ANSWERS).nullable(),
});

export const sosOutcomesOutput = component('SosOutcomes', {
  answers: z.array(outcomeOutput),
  question: z.object({ afterDays }).nullable(),
  /** It is the published one about the SOS. */
  article: z.object({ id: z.string(), keyPoints: z.array(z.string()) }).nullable(),
});

/** `detailsToken` adds a sentence and a figure to this answer, once. */
export const givenOutcomeOutput = component('GivenOutcome', {
  sosId: z.string(),
  standing: lastOutcomeOutput,
  detailsToken: z.string(),
});

export const memberOutcomesOutput = component('MemberOutcomes', { held: z.number(), answered: z.number() });
