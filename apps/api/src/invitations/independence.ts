import { countsAsSponsor, NEWCOMER_DAYS } from '@guilde/contracts/invitations/rules.ts';
import { eq, sql } from 'drizzle-orm';
import { members } from '../auth/tables.ts';
import { preparedQuery, type Queries } from '../platform/database/db.ts';
import { profiles } from '../profiles/tables.ts';
import { invitations } from './tables.ts';

const DAY_MS = 86_400_000;

/** The rule is asked of each line; the query ends where nobody is new. */
const sponsorsOf = preparedQuery((queries) => {
  const { id, createdAt } = members;
  const isExempt = sql`coalesce(${invitations.batchId}, ${invitations.accessLinkId}, ${profiles.provenAt}) is not null or ${invitations.isFounders}`;
  const line = sql`${id}, ${invitations.inviterId}, ${createdAt}, ${isExempt}`;
  const account = sql`join ${invitations} on ${eq(invitations.invitedUserId, id)} left join ${profiles} on ${eq(profiles.userId, id)}
        where ${createdAt} > ${sql.placeholder('youngSince')}`;
  return queries
    .select({
      memberId: sql<string>`line.id`,
      sponsorId: sql<string | null>`line.sponsor_id`,
      joinedAt: sql<number>`line.joined_at`,
      isExempt: sql<number>`line.is_exempt`.mapWith(Boolean),
    })
    .from(sql`(with recursive line(id, sponsor_id, joined_at, is_exempt) as (
      select ${line} from json_each(${sql.placeholder('memberIds')}) join ${members} on ${id} = value ${account}
      union select ${line} from line join ${members} on ${id} = line.sponsor_id ${account}
    ) select * from line) as line`)
    .prepare();
});

/**
 * Tells for each member whom they count as at the instant `at`, in milliseconds: an account younger than `days`
 * counts as its sponsor, and as that one's, so that nobody is several people with accounts of their own. One
 * whose sponsor left counts as `ofNobody`, where it is given, and else as itself.
 */
export async function peopleBehind(
  queries: Queries,
  memberIds: readonly string[],
  at: number,
  days: number = NEWCOMER_DAYS,
  ofNobody?: string,
): Promise<Map<string, string>> {
  const youngSince = at - days * DAY_MS;
  const rows = await sponsorsOf(queries).all({ memberIds: JSON.stringify(memberIds), youngSince });
  const counted = rows.filter((row) => countsAsSponsor(row, at, days));
  const sponsor = new Map(counted.map(({ memberId, sponsorId }) => [memberId, sponsorId ?? ofNobody]));
  const behind = (id: string): string => {
    const next = sponsor.get(id);
    return next === undefined ? id : behind(next);
  };
  return new Map(memberIds.map((id) => [id, behind(id)]));
}

export async function independentPeople(
  queries: Queries,
  memberIds: readonly string[],
  at: number,
): Promise<number> {
  return new Set((await peopleBehind(queries, memberIds, at)).values()).size;
}
