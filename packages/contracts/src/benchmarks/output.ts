import { z } from 'zod';
import { component, instant } from '../shared-output.ts';
import { oneOf } from '../validation.ts';
import { METRICS } from './metrics.ts';

const metric = oneOf(METRICS);
const people = z.enum(['5-9', '10-19', '20-49', '50+']);

/** Each is a reason why a member cannot answer. */
export const BENCHMARK_DENIALS = [
  'BENCHMARKS_CLOSED',
  'BENCHMARKS_NOT_CERTIFIED',
  'BENCHMARKS_SIREN_MISSING',
  'BENCHMARKS_TOO_NEW',
] as const;

export const benchmarkWaveOutput = component('BenchmarkWave', {
  quarter: z.string(),
  state: z.enum(['open', 'checking', 'published']),
  closesAt: instant,
  publishesAt: instant,
  /** It counts the members who answered, and names nobody. */
  answered: z.number(),
});

export const benchmarksOutput = component('Benchmarks', {
  /** It is the newest wave, and null before the first. */
  wave: benchmarkWaveOutput.nullable(),
  /** They are the viewer's own of this wave, until they are erased. */
  answers: z.array(z.object({ metric, value: z.number(), fromExport: z.boolean() })),
  keep: z.boolean(),
  /** Figures of earlier waves are kept for the viewer. */
  hasFigures: z.boolean(),
  denied: z.enum(BENCHMARK_DENIALS).nullable(),
  /** The account is old enough for a wave that closes after this. */
  oldEnoughAt: instant,
  /** The viewer's figures were far from all others in two waves. */
  unusual: z.array(metric),
  /** The quarters whose figures are published, newest first. */
  published: z.array(z.string()),
});

export const benchmarkCellOutput = component('BenchmarkCell', {
  /** « all », « sector:fashion+beauty », « band:0-50 » or « cross:fashion|0-50 ». */
  key: z.string(),
  people,
  centre: z.number(),
  q1: z.number().nullable(),
  q3: z.number().nullable(),
});

export const benchmarkResultsOutput = component('BenchmarkResults', {
  quarter: z.string(),
  metrics: z.array(
    z.object({
      metric,
      /** The member gave this figure, and so sees those of the others. */
      isGiven: z.boolean(),
      /** They are of the whole community, and null when too few people gave it. */
      people: people.nullable(),
      cells: z.array(benchmarkCellOutput),
      /** The keys of the cells in which the viewer's shop is. */
      ownCells: z.array(z.string()),
      /** The viewer's own figure, until it is erased or as long as they keep it. */
      own: z.number().nullable(),
    }),
  ),
});

/** It has no figure of a shop, and no name. */
export const benchmarkCountsOutput = component('BenchmarkCounts', {
  waves: z.array(
    z.object({
      quarter: z.string(),
      answered: z.number(),
      publishedAt: instant.nullable(),
      /** These metrics have no published figure, or fewer than five members gave them so far. */
      short: z.array(metric),
      /** So many figures were far from all others, in this wave and the one before. */
      unusual: z.number(),
    }),
  ),
});
