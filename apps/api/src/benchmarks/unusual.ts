import { metricOf } from '@guilde/contracts/benchmarks/metrics.ts';
import { type Answer, BENCHMARK_PEOPLE } from '@guilde/contracts/benchmarks/rules.ts';
import type { Contributor } from './people.ts';

/** Answers beyond so many median deviations are far. */
const DEVIATIONS = 5;

/** Gives « member metric » of the answers that are far from all others (docs/specification.md#benchmarks). */
export function farAnswers(answers: readonly Answer[], contributors: readonly Contributor[]): Set<string> {
  const persons = new Map(contributors.map(({ memberId, personId }) => [memberId, personId]));
  const far = new Set<string>();
  for (const [metric, given] of Map.groupBy(answers, (answer) => answer.metric)) {
    if (new Set(given.map(({ memberId }) => persons.get(memberId))).size < BENCHMARK_PEOPLE) continue;
    const middle = median(given.map(({ value }) => value));
    const deviation = median(given.map(({ value }) => Math.abs(value - middle)));
    const most = DEVIATIONS * Math.max(deviation, metricOf(metric).step);
    for (const { memberId, value } of given)
      if (Math.abs(value - middle) > most) far.add(`${memberId} ${metric}`);
  }
  return far;
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.floor(half)] ?? 0) + (sorted[Math.ceil(half) - 1] ?? 0)) / 2;
}
