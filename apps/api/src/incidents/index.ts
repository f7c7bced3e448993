import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { type Env, membersOnly } from '../platform/http/http.ts';
import { olderThan } from '../platform/retention.ts';
import { incidentPersonalData } from './personal-data.ts';
import { incidentRoutes } from './routes.ts';
import { startIncidents } from './start.ts';
import { incidents as table } from './tables.ts';

export const incidents = {
  routes: (deps: Deps) =>
    new Hono<Env>().use('/incidents/*', membersOnly).route('/incidents', incidentRoutes(deps)),
  start: startIncidents,
  personalData: incidentPersonalData,
  retention: (deps: Pick<Deps, 'db'>) => [olderThan(deps, 'incidents', { table, at: table.proposedAt })],
};
