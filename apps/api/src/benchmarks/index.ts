import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { type Env, membersOnly } from '../platform/http/http.ts';
import { olderThan } from '../platform/retention.ts';
import { switchedOn } from '../settings/community.ts';
import { tellPage } from './notices.ts';
import { benchmarksPersonalData } from './personal-data.ts';
import { benchmarkRoutes } from './routes.ts';
import { benchmarkAnswers, benchmarkParts } from './tables.ts';
import { followWaves } from './waves.ts';

const FOLLOWED_MS = 10 * 60_000;

export const benchmarks = {
  routes: (deps: Deps) =>
    new Hono<Env>()
      .use('/benchmarks/*', membersOnly, switchedOn(deps, 'benchmarks'))
      .route('/benchmarks', benchmarkRoutes(deps)),
  start: (deps: Deps) => {
    deps.jobs.handle('benchmark.page', (page) => tellPage(deps, page), { bulk: true });
    // A publication cannot be taken back: like an erasure it waits where the clock may be wrong.
    deps.jobs.every('benchmarks.waves', FOLLOWED_MS, () => followWaves(deps), { erases: true });
  },
  personalData: benchmarksPersonalData,
  retention: (deps: Pick<Deps, 'db'>) => [
    olderThan(deps, 'benchmarkAnswers', { table: benchmarkAnswers, ends: benchmarkAnswers.erasedAt }),
    olderThan(deps, 'benchmarkParts', { table: benchmarkParts, at: benchmarkParts.publishedAt }),
  ],
};
