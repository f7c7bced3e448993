import { and, asc, eq, gt, gte, sql } from 'drizzle-orm';
import { preparedQuery, type Queries, type Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { profileTools } from '../profiles/tables.ts';
import { sosRequests, sosTools } from '../sos/tables.ts';
import { incidents } from './tables.ts';

declare module '../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'incident.tell': { incidentId: string; after: string };
  }
}

/** The batch is small to keep each job short. */
const MEMBERS_PER_JOB = 500;

/** Votes send no notification, because there may be many. */
export function tellStack(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  incidentId: string,
  after = '',
): Promise<void> {
  return jobs.enqueue(
    tx,
    'incident.tell',
    { incidentId, after },
    { key: `incident.tell:${incidentId}:${after}` },
  );
}

const stackAfter = preparedQuery((queries) =>
  queries
    .select({ memberId: profileTools.userId })
    .from(incidents)
    .innerJoin(profileTools, eq(profileTools.tool, incidents.tool))
    .where(
      and(eq(incidents.id, sql.placeholder('incidentId')), gt(profileTools.userId, sql.placeholder('after'))),
    )
    .orderBy(asc(profileTools.userId))
    .limit(MEMBERS_PER_JOB)
    .prepare(),
);

const authorsOf = preparedQuery((queries) =>
  queries
    .selectDistinct({ memberId: sql<string>`${sosRequests.userId}` })
    .from(incidents)
    .innerJoin(sosTools, and(eq(sosTools.tool, incidents.tool), gte(sosTools.createdAt, incidents.since)))
    .innerJoin(sosRequests, eq(sosRequests.id, sosTools.sosId))
    .where(and(eq(incidents.id, sql.placeholder('incidentId')), sql`${sosRequests.userId} is not null`))
    .limit(MEMBERS_PER_JOB)
    .prepare(),
);

export async function tellPart(
  deps: Pick<Deps, 'db' | 'jobs' | 'live'>,
  { incidentId, after }: { incidentId: string; after: string },
): Promise<void> {
  const stack = await idsOf(stackAfter(deps.db.orm).all({ incidentId, after }));
  const authors = after === '' ? await idsOf(authorsOf(deps.db.orm).all({ incidentId })) : [];
  const recipients = [...new Set([...stack, ...authors])];
  if (recipients.length > 0) deps.live.publish(recipients, { type: 'incidents.changed' });
  const last = stack.at(-1);
  if (stack.length === MEMBERS_PER_JOB && last)
    await deps.db.write((tx) => tellStack(tx, deps, incidentId, last));
}

async function idsOf(rows: Promise<{ memberId: string }[]>): Promise<string[]> {
  return (await rows).map(({ memberId }) => memberId);
}

/** The condition belongs to a query of `incidents`. */
export function concerns(queries: Queries, memberId: string | ReturnType<typeof sql.placeholder>) {
  const uses = queries
    .select({ one: sql`1` })
    .from(profileTools)
    .where(and(eq(profileTools.tool, incidents.tool), eq(profileTools.userId, memberId)));
  const posted = queries
    .select({ one: sql`1` })
    .from(sosTools)
    .innerJoin(sosRequests, eq(sosRequests.id, sosTools.sosId))
    .where(
      and(
        eq(sosTools.tool, incidents.tool),
        gte(sosTools.createdAt, incidents.since),
        eq(sosRequests.userId, memberId),
      ),
    );
  return sql`(exists ${uses} or exists ${posted})`;
}
