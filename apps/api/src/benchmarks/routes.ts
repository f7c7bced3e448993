import { benchmarkAnswersInput, benchmarkWaveParams } from '@guilde/contracts/benchmarks/input.ts';
import {
  BENCHMARK_DENIALS,
  benchmarkResultsOutput,
  benchmarksOutput,
} from '@guilde/contracts/benchmarks/output.ts';
import { done } from '@guilde/contracts/shared-output.ts';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { body, describe, type Env, limitMember, params, viewerOf } from '../platform/http/http.ts';
import type { Limit } from '../platform/http/rate-limit.ts';
import { eraseFigures, ownBenchmarks, saveAnswers, withdrawAnswers } from './answers.ts';
import { waveResults } from './results.ts';

const SAVES: Limit = { name: 'benchmarks:member', points: 30, seconds: 3600 };

export function benchmarkRoutes(deps: Deps) {
  const limitSaves = limitMember(deps.limits, SAVES);
  return new Hono<Env>()
    .get('/', describe('The newest wave, and my own answers', benchmarksOutput), async (c) =>
      c.json(await ownBenchmarks(deps, viewerOf(c)), 200),
    )
    .put(
      '/answers',
      describe('Answer the open wave; replaces what I answered before', benchmarksOutput, BENCHMARK_DENIALS),
      limitSaves,
      body(benchmarkAnswersInput),
      async (c) => {
        await saveAnswers(deps, viewerOf(c), c.req.valid('json'));
        return c.json(await ownBenchmarks(deps, viewerOf(c)), 200);
      },
    )
    .delete(
      '/answers',
      describe('Withdraw my answers from the open wave', benchmarksOutput, ['BENCHMARKS_CLOSED']),
      async (c) => {
        await withdrawAnswers(deps, viewerOf(c));
        return c.json(await ownBenchmarks(deps, viewerOf(c)), 200);
      },
    )
    .get(
      '/waves/:quarter',
      describe('Published figures of the metrics that I gave', benchmarkResultsOutput, ['NOT_FOUND']),
      params(benchmarkWaveParams),
      async (c) => c.json(await waveResults(deps, viewerOf(c), c.req.valid('param').quarter), 200),
    )
    .delete('/mine', describe('Keep my own figures no longer', done), async (c) => {
      await eraseFigures(deps, viewerOf(c));
      return c.json({ ok: true } as const, 200);
    });
}
