import { adminIncidentsQuery, incidentDecisionInput } from '@guilde/contracts/admin/input.ts';
import { adminIncidentDetailOutput, adminIncidentPageOutput } from '@guilde/contracts/admin/output.ts';
import type { AdminIncident, AdminIncidentDetail, AdminIncidentPage } from '@guilde/contracts/admin/rules.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import { incidentParams } from '@guilde/contracts/incidents/input.ts';
import { denyIncidentDecision, toolLabel } from '@guilde/contracts/incidents/rules.ts';
import { and, asc, eq, gte, isNotNull, isNull, lte, type SQL } from 'drizzle-orm';
import { Hono } from 'hono';
import type { z } from 'zod';
import { confirmIncident, endIncident, stateOf, voteCounts } from '../incidents/incidents.ts';
import { incidents } from '../incidents/tables.ts';
import { iso, isoOrNull } from '../platform/clock.ts';
import type { Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { describe, type Env, params, query } from '../platform/http/http.ts';
import { newestPage } from '../platform/paging.ts';
import { memberRefColumns, toMemberRef } from '../profiles/members.ts';
import { profiles } from '../profiles/tables.ts';
import { sosRequests, sosTools } from '../sos/tables.ts';
import { act } from './act.ts';

const SOS_MAX = 50;

export const isProposed = and(isNull(incidents.endedAt), isNull(incidents.confirmedAt));
const FILTERS: Record<z.output<typeof adminIncidentsQuery>['status'], SQL | undefined> = {
  all: undefined,
  proposed: isProposed,
  confirmed: and(isNull(incidents.endedAt), isNotNull(incidents.confirmedAt)),
  ended: isNotNull(incidents.endedAt),
};

async function listIncidents(
  queries: Queries,
  { status, ...page }: z.output<typeof adminIncidentsQuery>,
): Promise<AdminIncidentPage> {
  const { rows, nextCursor } = await newestPage(selectIncidents(queries), {
    ...page,
    where: FILTERS[status],
    at: incidents.proposedAt,
    id: incidents.id,
    placeOf: ({ incident }) => ({ at: incident.proposedAt, id: incident.id }),
  });
  return { items: rows.map(toAdminIncident), nextCursor, counts: await countIncidents(queries) };
}

async function countIncidents(queries: Queries): Promise<AdminIncidentPage['counts']> {
  const proposed = await queries.$count(incidents, FILTERS.proposed);
  const confirmed = await queries.$count(incidents, FILTERS.confirmed);
  const all = await queries.$count(incidents);
  return { all, proposed, confirmed, ended: all - proposed - confirmed };
}

/** @throws NOT_FOUND */
async function incidentDetail(queries: Queries, incidentId: string): Promise<AdminIncidentDetail> {
  const [row] = await selectIncidents(queries).where(eq(incidents.id, incidentId));
  if (!row) throw new AppError('NOT_FOUND');
  const { tool, since, endedAt } = row.incident;
  const posted = await queries
    .select({
      id: sosRequests.id,
      title: sosRequests.title,
      status: sosRequests.status,
      createdAt: sosRequests.createdAt,
      author: memberRefColumns,
    })
    .from(sosTools)
    .innerJoin(sosRequests, eq(sosRequests.id, sosTools.sosId))
    .leftJoin(profiles, eq(profiles.userId, sosRequests.userId))
    .where(
      and(
        eq(sosTools.tool, tool),
        gte(sosTools.createdAt, since),
        endedAt === null ? undefined : lte(sosTools.createdAt, endedAt),
      ),
    )
    .orderBy(asc(sosTools.createdAt))
    .limit(SOS_MAX);
  return {
    ...toAdminIncident(row),
    sos: posted.map(({ author, createdAt, ...sos }) => ({
      ...sos,
      author: author && toMemberRef(author),
      createdAt: iso(createdAt),
    })),
  };
}

const decideIncident = act({
  summary: 'Confirm an incident, dismiss or end it',
  answer: adminIncidentDetailOutput,
  refusals: ['INCIDENT_ENDED', 'INCIDENT_DECIDED'],
  params: incidentParams,
  input: incidentDecisionInput,
  run: async ({ deps, tx, record }, { incidentId }, { decision, reason }) => {
    const incident = await incidentDetail(tx.orm, incidentId);
    refuseIf(denyIncidentDecision(incident, decision));
    if (decision === 'confirm') await confirmIncident(tx, deps, incidentId);
    else await endIncident(tx, deps, incidentId, decision === 'dismiss' ? 'dismissed' : 'ended');
    await record({
      action: `incident.${decision}`,
      subject: { type: 'incident', id: incidentId, label: toolLabel(incident.tool) },
      before: { status: incident.state },
      after: { ongoing: incident.ongoing, restored: incident.restored },
      reason,
    });
  },
  show: ({ db }, _viewer, { incidentId }) => incidentDetail(db.orm, incidentId),
});

function selectIncidents(queries: Queries) {
  return queries
    .select({ incident: incidents, ...voteCounts })
    .from(incidents)
    .$dynamic();
}

function toAdminIncident({
  incident,
  ongoing,
  restored,
}: Awaited<ReturnType<typeof selectIncidents>>[number]): AdminIncident {
  return {
    id: incident.id,
    tool: incident.tool,
    state: stateOf(incident),
    ongoing,
    restored,
    since: iso(incident.since),
    proposedAt: iso(incident.proposedAt),
    confirmedAt: isoOrNull(incident.confirmedAt),
    endedAt: isoOrNull(incident.endedAt),
  };
}

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
