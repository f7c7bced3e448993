import { INCIDENT_PEOPLE, INCIDENT_WINDOW_MS, type Tool } from '@guilde/contracts/incidents/rules.ts';
import { and, asc, eq, gt, gte, lte, ne, sql } from 'drizzle-orm';
import { members } from '../auth/tables.ts';
import { independentPeople } from '../invitations/independence.ts';
import { preparedQuery, type Queries } from '../platform/database/db.ts';
import { isVisible } from '../profiles/members.ts';
import { profiles } from '../profiles/tables.ts';
import { sosRequests, sosTools } from '../sos/tables.ts';

const READ_MAX = 100;

const reported = preparedQuery((queries) =>
  queries
    .select({ authorId: members.id, at: sosTools.createdAt })
    .from(sosTools)
    .innerJoin(sosRequests, eq(sosRequests.id, sosTools.sosId))
    .innerJoin(members, eq(members.id, sosRequests.userId))
    .innerJoin(profiles, eq(profiles.userId, members.id))
    .where(
      and(
        eq(sosTools.tool, sql.placeholder('tool')),
        gte(sosTools.createdAt, sql.placeholder('from')),
        gt(sosTools.createdAt, sql.placeholder('after')),
        lte(sosTools.createdAt, sql.placeholder('until')),
        ne(sosRequests.status, 'closed'),
        isVisible,
      ),
    )
    .orderBy(asc(sosTools.createdAt))
    .limit(READ_MAX)
    .prepare(),
);

/**
 * Returns the instant of the first of the SOS within an hour up to `until`, or null when too few people
 * posted one (docs/specification.md#incidents). `after` is the end of the previous incident.
 */
export async function beginOfIncident(
  queries: Queries,
  { tool, until, after }: { tool: Tool; until: number; after: number },
): Promise<number | null> {
  const rows = await reported(queries).all({ tool, from: until - INCIDENT_WINDOW_MS, after, until });
  const authors = [...new Set(rows.map(({ authorId }) => authorId))];
  if (authors.length < INCIDENT_PEOPLE) return null;
  const people = await independentPeople(queries, authors, until);
  return people >= INCIDENT_PEOPLE ? (rows[0]?.at ?? null) : null;
}
