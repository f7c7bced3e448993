import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { type Env, membersOnly } from '../platform/http/http.ts';
import { knowledgeRoutes, solvedRoutes } from './routes.ts';
import { startKnowledge } from './start.ts';

export const knowledge = {
  routes: (deps: Deps) =>
    new Hono<Env>()
      .use('/knowledge/*', membersOnly)
      .route('/knowledge', knowledgeRoutes(deps))
      .route('/members', solvedRoutes(deps)),
  start: startKnowledge,
};
