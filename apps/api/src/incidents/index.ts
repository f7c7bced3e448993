import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { type Env, membersOnly } from '../platform/http/http.ts';
import { olderThan } from '../platform/retention.ts';
import { lookForIncidents } from './detection.ts';
import { endSilent } from './incidents.ts';
import { incidentPersonalData } from './personal-data.ts';
import { incidentRoutes } from './routes.ts';
import { incidents as table } from './tables.ts';
import { tellPart } from './telling.ts';

const LOOKED_FOR_SILENCE_MS = 10 * 60_000;

export const incidents = {
  routes: (deps: Deps) =>
    new Hono<Env>().use('/incidents/*', membersOnly).route('/incidents', incidentRoutes(deps)),
  start: (deps: Deps) => {
    deps.jobs.handle('sos.tools', (payload) => lookForIncidents(deps, payload));
    deps.jobs.handle('incident.tell', (payload) => tellPart(deps, payload));
    deps.jobs.every('incidents.end', LOOKED_FOR_SILENCE_MS, () => endSilent(deps));
  },
  personalData: incidentPersonalData,
  retention: (deps: Pick<Deps, 'db'>) => [olderThan(deps, 'incidents', { table, at: table.proposedAt })],
};
