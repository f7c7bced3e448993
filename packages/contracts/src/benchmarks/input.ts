import { z } from 'zod';
import { oneOf } from '../validation.ts';
import { METRICS, metricOf, onGrid } from './metrics.ts';

const quarter = z.string().regex(/^20\d\d-[1-4]$/, 'Choisis un trimestre.');

/** The value is rounded here, so that the exact one is nowhere kept. */
const answer = z
  .object({
    metric: oneOf(METRICS),
    /** It is in hundredths of the metric's unit. */
    value: z.int(),
    /** It was read from an export. */
    fromExport: z.boolean().default(false),
  })
  .check(({ value: { metric, value }, issues }) => {
    const { min, max } = metricOf(metric).bounds;
    if (value >= min && value <= max) return;
    const message = 'Ce chiffre n’est pas possible. Vérifie tes totaux.';
    issues.push({ code: 'custom', path: ['value'], message, input: value });
  })
  .transform((one) => ({ ...one, value: onGrid(one.metric, one.value) }));

/** They replace the member's answers of the open wave; one that is left out is withdrawn. */
export const benchmarkAnswersInput = z
  .object({
    /** An old tab does not answer another wave. */
    quarter,
    answers: z.array(answer).max(METRICS.length),
    /** The member wants to see their own figures in later waves. */
    keep: z.boolean().default(false),
  })
  .refine(({ answers }) => new Set(answers.map(({ metric }) => metric)).size === answers.length, {
    message: 'Chaque indicateur a une réponse.',
    path: ['answers'],
  });

export const benchmarkWaveParams = z.object({ quarter });
