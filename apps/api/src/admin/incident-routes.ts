import { adminIncidentsQuery } from '@guilde/contracts/admin/input.ts';
import { adminIncidentDetailOutput, adminIncidentPageOutput } from '@guilde/contracts/admin/output.ts';
import { incidentParams } from '@guilde/contracts/incidents/input.ts';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { describe, type Env, params, query } from '../platform/http/http.ts';
import { decideIncident, incidentDetail, listIncidents } from './incidents.ts';

export function incidentListRoutes(deps: Deps) {
  const { orm } = deps.db;
  return new Hono<Env>()
    .get(
      '/',
      describe('Incidents, the latest first', adminIncidentPageOutput),
      query(adminIncidentsQuery),
      async (c) => c.json(await listIncidents(orm, c.req.valid('query')), 200),
    )
    .get(
      '/:incidentId',
      describe('An incident with the SOS that name its tool', adminIncidentDetailOutput),
      params(incidentParams),
      async (c) => c.json(await incidentDetail(orm, c.req.valid('param').incidentId), 200),
    )
    .post('/:incidentId/decision', ...decideIncident.handlers(deps));
}
