import type { MetricId } from '@guilde/contracts/benchmarks/metrics.ts';
import type { Benchmarks } from '@guilde/contracts/benchmarks/rules.ts';
import { members } from '../src/auth/tables.ts';
import { benchmarkWaves } from '../src/benchmarks/tables.ts';
import { byHand } from './by-hand.ts';
import type { Client } from './client.ts';
import type { Guilde } from './harness.ts';
import { granted } from './scenes.ts';

const DAY_MS = 86_400_000;
export const QUARTER = '2026-3';

/** An administrator switches the feature on. All accounts are old enough, and a wave closes in two days. */
export async function withWave(guilde: Guilde): Promise<void> {
  const nina = await guilde.as('nina');
  granted(await nina.put('/api/admin/community', { benchmarks: true, competitionRead: true }));
  await byHand(guilde.deps, (orm) => orm.update(members).set({ createdAt: new Date(0) }));
  await openWave(guilde, QUARTER);
}

export async function openWave(guilde: Guilde, quarter: string): Promise<void> {
  const now = guilde.clock.now();
  await guilde.deps.db.orm.insert(benchmarkWaves).values({
    quarter,
    opensAt: now,
    closesAt: now + 2 * DAY_MS,
    publishesAt: now + 5 * DAY_MS,
  });
}

export function answer(client: Client, values: Partial<Record<MetricId, number>>, more: object = {}) {
  const answers = Object.entries(values).map(([metric, value]) => ({ metric, value }));
  return client.put<Benchmarks>('/api/benchmarks/answers', { quarter: QUARTER, answers, ...more });
}

export async function benchmarksOf(client: Client): Promise<Benchmarks> {
  return granted(await client.get<Benchmarks>('/api/benchmarks'));
}
