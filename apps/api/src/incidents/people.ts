import { INCIDENT_PEOPLE, INCIDENT_WINDOW_MS, type Tool } from '@guilde/contracts/incidents/rules.ts';
import { countsAsSponsor, NEWCOMER_DAYS } from '@guilde/contracts/invitations/rules.ts';
import { and, asc, eq, gt, gte, lte, ne, sql } from 'drizzle-orm';
import { members } from '../auth/tables.ts';
import { invitations } from '../invitations/tables.ts';
import { preparedQuery, type Queries } from '../platform/database/db.ts';
import { isVisible } from '../profiles/members.ts';
import { profiles } from '../profiles/tables.ts';
import { sosRequests, sosTools } from '../sos/tables.ts';

const DAY_MS = 86_400_000;
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

/** The rule is asked of each line; the query ends where nobody is new. */
const sponsorsOf = preparedQuery((queries) => {
  const { id, createdAt } = members;
  const line = sql`${id}, ${invitations.inviterId}, ${createdAt}, coalesce(${invitations.batchId}, ${invitations.accessLinkId}) is not null`;
  return queries
    .select({
      memberId: sql<string>`line.id`,
      sponsorId: sql<string>`line.sponsor_id`,
      joinedAt: sql<number>`line.joined_at`,
      isFromList: sql<number>`line.is_from_list`.mapWith(Boolean),
    })
    .from(sql`(with recursive line(id, sponsor_id, joined_at, is_from_list) as (
      select ${line} from json_each(${sql.placeholder('memberIds')})
        join ${members} on ${id} = value join ${invitations} on ${invitations.invitedUserId} = ${id}
        where ${createdAt} > ${sql.placeholder('newSince')}
      union select ${line} from line
        join ${members} on ${id} = line.sponsor_id join ${invitations} on ${invitations.invitedUserId} = ${id}
        where ${createdAt} > ${sql.placeholder('newSince')}
    ) select * from line where sponsor_id is not null) as line`)
    .prepare();
});

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

/**
 * A newcomer counts as their sponsor, so that nobody makes or ends an incident with accounts of their own.
 */
export async function independentPeople(queries: Queries, memberIds: string[], now: number): Promise<number> {
  const rows = await sponsorsOf(queries).all({
    memberIds: JSON.stringify(memberIds),
    newSince: now - NEWCOMER_DAYS * DAY_MS,
  });
  const counted = rows.filter((row) => countsAsSponsor(row, now));
  const sponsor = new Map(counted.map(({ memberId, sponsorId }) => [memberId, sponsorId]));
  const behind = (id: string): string => {
    const next = sponsor.get(id);
    return next === undefined ? id : behind(next);
  };
  return new Set(memberIds.map(behind)).size;
}
