import { adminIncidentsQuery, incidentDecisionInput } from '@guilde/contracts/admin-input.ts';
import { adminIncidentDetailOutput, adminIncidentPageOutput } from '@guilde/contracts/admin-output.ts';
import { incidentParams } from '@guilde/contracts/incidents-input.ts';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { body, describe, type Env, limitMember, params, query, viewerOf } from '../platform/http/http.ts';
import { decideIncident, incidentDetail, listIncidents } from './incidents.ts';
import { ADMIN_ACTS } from './limits.ts';

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
    .post(
      '/:incidentId/decision',
      describe('Confirm an incident, dismiss or end it', adminIncidentDetailOutput, [
        'INCIDENT_ENDED',
        'INCIDENT_DECIDED',
      ]),
      limitMember(deps.limits, ADMIN_ACTS),
      params(incidentParams),
      body(incidentDecisionInput),
      async (c) => {
        const { incidentId } = c.req.valid('param');
        return c.json(await decideIncident(deps, viewerOf(c), incidentId, c.req.valid('json')), 200);
      },
    );
}
