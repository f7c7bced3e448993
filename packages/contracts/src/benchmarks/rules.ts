import type { z } from 'zod';
import { parisInstant, parisLocal } from '../paris-time.ts';
import type { MetricId } from './metrics.ts';
import type * as output from './output.ts';

const DAY_MS = 86_400_000;

/** See docs/specification.md#benchmarks. */
export const BENCHMARK_PEOPLE = 5;
export const BENCHMARK_ACCOUNT_DAYS = 90;
export const BENCHMARK_REMINDER_DAYS = 3;

/** A published figure says of how many people it is only so. */
export const PEOPLE_BANDS = [
  { id: '5-9', label: '5 à 9 boutiques' },
  { id: '10-19', label: '10 à 19 boutiques' },
  { id: '20-49', label: '20 à 49 boutiques' },
  { id: '50+', label: '50 boutiques et plus' },
] as const;

export type PeopleBand = (typeof PEOPLE_BANDS)[number]['id'];
export type Benchmarks = z.infer<typeof output.benchmarksOutput>;
export type BenchmarkWave = z.infer<typeof output.benchmarkWaveOutput>;
export type BenchmarkResults = z.infer<typeof output.benchmarkResultsOutput>;
export type BenchmarkCell = z.infer<typeof output.benchmarkCellOutput>;
export type BenchmarkCounts = z.infer<typeof output.benchmarkCountsOutput>;

export type Answer = { memberId: string; metric: MetricId; value: number };

/** « 2026-4 » is the last quarter of 2026, whose wave is in January 2027. */
export type WaveTimes = { quarter: string; opensAt: number; closesAt: number; publishesAt: number };

export function quarterLabel(quarter: string): string {
  const [year, number] = quarter.split('-');
  return `T${number}\u00a0${year}`;
}

/** Instants are in milliseconds. */
export function waveOf(quarter: string): WaveTimes {
  const [year = 0, number = 0] = quarter.split('-').map(Number);
  const month = number === 4 ? `${year + 1}-01` : `${year}-${String(3 * number + 1).padStart(2, '0')}`;
  return {
    quarter,
    opensAt: parisInstant(`${month}-01T09:00`),
    closesAt: parisInstant(`${month}-24T23:59`),
    publishesAt: parisInstant(`${month}-28T09:00`),
  };
}

/** Gives the newest wave that has opened. */
export function lastWave(now: number): WaveTimes {
  const [year = 0, month = 0] = parisLocal(now).split('-').map(Number);
  const wave = waveOf(quarterBefore(year, Math.ceil(month / 3)));
  const [before = 0, number = 0] = wave.quarter.split('-').map(Number);
  return wave.opensAt <= now ? wave : waveOf(quarterBefore(before, number));
}

function quarterBefore(year: number, number: number): string {
  return number === 1 ? `${year - 1}-4` : `${year}-${number - 1}`;
}

/** The account's age counts at the wave's end, so that nothing changes while it is open. */
export function mayAnswerFrom(joinedAt: number): number {
  return joinedAt + BENCHMARK_ACCOUNT_DAYS * DAY_MS;
}

type Asker = { isCertified: boolean; hasSiren: boolean; joinedAt: number };

export function denyBenchmarkAnswer(asker: Asker, wave: WaveTimes | null, now: number): Benchmarks['denied'] {
  if (wave === null || now < wave.opensAt || now >= wave.closesAt) return 'BENCHMARKS_CLOSED';
  if (!asker.isCertified) return 'BENCHMARKS_NOT_CERTIFIED';
  if (!asker.hasSiren) return 'BENCHMARKS_SIREN_MISSING';
  return mayAnswerFrom(asker.joinedAt) > wave.closesAt ? 'BENCHMARKS_TOO_NEW' : null;
}
