import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import {
  CONFIRMED_RESTORED_VOTES,
  denyVote,
  type Incident,
  type IncidentAnswer,
  type IncidentEnd,
  type IncidentState,
  RESTORED_VOTES,
  SILENT_HOURS,
} from '@guilde/contracts/incidents/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { publishModeration } from '../auth/administrators.ts';
import { independentPeople } from '../invitations/independence.ts';
import { iso } from '../platform/clock.ts';
import { preparedQuery, type Queries, type Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { incidents, incidentVotes } from './tables.ts';
import { concerns, tellStack } from './telling.ts';

const HOUR_MS = 3_600_000;

type Row = typeof incidents.$inferSelect;

export function stateOf({ end, confirmedAt }: Pick<Row, 'end' | 'confirmedAt'>): IncidentState {
  return end ?? (confirmedAt === null ? 'proposed' : 'confirmed');
}

const mine = (memberId: ReturnType<typeof sql.placeholder>) =>
  sql<IncidentAnswer | null>`(select ${incidentVotes.answer} from ${incidentVotes}
    where ${incidentVotes.incidentId} = ${incidents.id} and ${incidentVotes.memberId} = ${memberId})`;

/** These are columns of a query of `incidents`. */
export const voteCounts = {
  ongoing: countOf('ongoing'),
  restored: countOf('restored'),
};

function countOf(answer: IncidentAnswer): SQL<number> {
  return sql<number>`(select count(*) from ${incidentVotes}
    where ${incidentVotes.incidentId} = ${incidents.id} and ${incidentVotes.answer} = ${sql.raw(`'${answer}'`)})`;
}

const shown = preparedQuery((queries) => {
  const memberId = sql.placeholder('memberId');
  const select = () =>
    queries.select({ incident: incidents, ...voteCounts, vote: mine(memberId) }).from(incidents);
  const isConcerned = concerns(queries, memberId);
  return {
    open: select()
      .where(and(isNull(incidents.endedAt), isConcerned))
      // The `+` makes SQLite use the index of open incidents, which are few.
      .orderBy(sql`+${incidents.proposedAt} desc`)
      .prepare(),
    one: select()
      .where(and(eq(incidents.id, sql.placeholder('incidentId')), isConcerned))
      .prepare(),
  };
});

type Shown = { incident: Row; ongoing: number; restored: number; vote: IncidentAnswer | null };

function toIncident({ incident, ongoing, restored, vote }: Shown): Incident {
  const { id, tool, since } = incident;
  return { id, tool, state: stateOf(incident), ongoing, restored, vote, since: iso(since) };
}

export async function openIncidents({ db }: Pick<Deps, 'db'>, viewer: Viewer): Promise<Incident[]> {
  return (await shown(db.orm).open.all({ memberId: viewer.id })).map(toIncident);
}

/** The last vote of a member counts. Throws NOT_FOUND, INCIDENT_ENDED. */
export function voteOn(
  deps: Pick<Deps, 'db' | 'clock' | 'live' | 'jobs'>,
  viewer: Viewer,
  incidentId: string,
  answer: IncidentAnswer,
): Promise<Incident> {
  return deps.db.write(async (tx) => {
    refuseIf(denyVote(await incidentFor(tx.orm, viewer, incidentId)));
    const now = deps.clock.now();
    await tx.orm
      .insert(incidentVotes)
      .values({ incidentId, memberId: viewer.id, answer, votedAt: now })
      .onConflictDoUpdate({
        target: [incidentVotes.incidentId, incidentVotes.memberId],
        set: { answer, votedAt: now },
      });
    await tx.orm.update(incidents).set({ lastActivityAt: now }).where(eq(incidents.id, incidentId));
    const incident = await incidentFor(tx.orm, viewer, incidentId);
    if (await isRestored(tx.orm, incident, now)) await endIncident(tx, deps, incidentId, 'restored');
    tx.afterCommit(() => deps.live.publish([viewer.id], { type: 'incidents.changed' }));
    return incidentFor(tx.orm, viewer, incidentId);
  });
}

/** Newcomers vote as one with their sponsor, as they propose (docs/specification.md#incidents). */
async function isRestored(
  queries: Queries,
  { id, state, restored }: Pick<Incident, 'id' | 'state' | 'restored'>,
  now: number,
): Promise<boolean> {
  const needed = state === 'confirmed' ? CONFIRMED_RESTORED_VOTES : RESTORED_VOTES;
  if (restored < needed) return false;
  const votes = await queries.select().from(incidentVotes).where(eq(incidentVotes.incidentId, id));
  const people = (answer: IncidentAnswer) =>
    independentPeople(
      queries,
      votes.filter((vote) => vote.answer === answer).map(({ memberId }) => memberId),
      now,
    );
  const saying = await people('restored');
  return saying >= needed && saying > (await people('ongoing'));
}

async function incidentFor(queries: Queries, viewer: Viewer, incidentId: string): Promise<Incident> {
  const [row] = await shown(queries).one.all({ memberId: viewer.id, incidentId });
  if (!row) throw new AppError('NOT_FOUND');
  return toIncident(row);
}

export async function confirmIncident(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'live' | 'jobs'>,
  incidentId: string,
): Promise<void> {
  await tx.orm.update(incidents).set({ confirmedAt: deps.clock.now() }).where(eq(incidents.id, incidentId));
  await tellStack(tx, deps, incidentId);
  await publishModeration(tx, deps, 'incidents');
}

export async function endIncident(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'live' | 'jobs'>,
  incidentId: string,
  end: IncidentEnd,
): Promise<void> {
  const [ended] = await tx.orm
    .update(incidents)
    .set({ endedAt: deps.clock.now(), end })
    .where(and(eq(incidents.id, incidentId), isNull(incidents.endedAt)))
    .returning({ id: incidents.id });
  if (!ended) return;
  await tellStack(tx, deps, incidentId);
  await publishModeration(tx, deps, 'incidents');
}

/** Ends the incidents that had no vote and no SOS for hours. */
export function endSilent(deps: Pick<Deps, 'db' | 'clock' | 'live' | 'jobs'>): Promise<void> {
  return deps.db.write(async (tx) => {
    const silentSince = deps.clock.now() - SILENT_HOURS * HOUR_MS;
    const silent = await tx.orm
      .select({ id: incidents.id })
      .from(incidents)
      .where(and(isNull(incidents.endedAt), lte(incidents.lastActivityAt, silentSince)));
    for (const { id } of silent) await endIncident(tx, deps, id, 'quiet');
  });
}
