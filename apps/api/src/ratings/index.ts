import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { type Env, membersOnly } from '../platform/http/http.ts';
import { ratingPersonalData } from './personal-data.ts';
import { ratingRoutes } from './routes.ts';
import { startRatings } from './start.ts';

export const ratings = {
  routes: (deps: Deps) =>
    new Hono<Env>().use('/ratings/*', membersOnly).route('/ratings', ratingRoutes(deps)),
  start: startRatings,
  personalData: ratingPersonalData,
};
