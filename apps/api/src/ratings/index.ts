import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { type Env, membersOnly } from '../platform/http/http.ts';
import { ratingPersonalData } from './personal-data.ts';
import { ratingRoutes } from './routes.ts';
import { countOldRatings, countRatings } from './scores.ts';

const HOUR_MS = 3_600_000;

declare module '../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'ratings.count': { memberIds: string[] };
  }
}

export const ratings = {
  routes: (deps: Deps) =>
    new Hono<Env>().use('/ratings/*', membersOnly).route('/ratings', ratingRoutes(deps)),
  /** Ratings are counted after their commit, so that a resolution does not wait for it. */
  start: (deps: Deps): void => {
    deps.jobs.handle('ratings.count', async ({ memberIds }) => {
      for (const memberId of memberIds)
        await deps.db.write((tx) => countRatings(tx, memberId, deps.clock.now()));
    });
    deps.jobs.every('ratings.old', HOUR_MS, () => countOldRatings(deps));
  },
  personalData: ratingPersonalData,
};
