import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { type Env, membersOnly } from '../platform/http/http.ts';
import { olderThan } from '../platform/retention.ts';
import { sosPersonalData } from './personal-data.ts';
import { askableSosRoutes, helpingRoutes, sosFileRoutes, sosRoutes } from './routes.ts';
import { startSos } from './start.ts';
import { sosAlerts } from './tables.ts';

export const sos = {
  routes: (deps: Deps) =>
    new Hono<Env>()
      .use('/sos/*', membersOnly)
      .route('/sos', sosRoutes(deps))
      .route('/sos', sosFileRoutes(deps))
      .route('/sos', helpingRoutes(deps))
      .route('/members', askableSosRoutes(deps)),
  start: startSos,
  personalData: sosPersonalData,
  retention: (deps: Pick<Deps, 'db'>) => [
    olderThan(deps, 'alerts', { table: sosAlerts, at: sosAlerts.createdAt }),
  ],
};
