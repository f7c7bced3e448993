import { feedRank, parisMidnight } from '@guilde/contracts/sos/ranking.ts';
import { and, between, eq, gte, lt } from 'drizzle-orm';
import { members } from '../../auth/tables.ts';
import { conversations } from '../../conversations/tables.ts';
import { INVITATION_MS } from '../../invitations/invitations.ts';
import { invitations } from '../../invitations/tables.ts';
import { sosSummaries } from '../../knowledge/tables.ts';
import { allNamed } from '../../platform/all-named.ts';
import type { Queries } from '../../platform/database/db.ts';
import { sosRequests } from '../../sos/tables.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Articles are approved soon after they are written. */
const WRITTEN_WITHIN_MS = 30 * DAY_MS;

export type WeekFigures = {
  joined: number;
  posted: number;
  helpedWithinHour: number;
  /** The wait until somebody helped is in milliseconds, and null without help. */
  medianWait: number | null;
  resolved: number;
  withoutHelp: number;
  articles: number;
  invitationsSent: number;
  invitationsAccepted: number;
};

/** `day` is a Monday of Paris. The seven days from it are read from an index. */
export async function weekFigures(queries: Queries, day: number): Promise<WeekFigures> {
  const [from, to] = [parisMidnight(day), parisMidnight(day + 7)];
  const { waits, ...counts } = await allNamed({
    joined: queries.$count(
      members,
      and(gte(members.createdAt, new Date(from)), lt(members.createdAt, new Date(to))),
    ),
    waits: waitsOf(queries, from, to),
    resolved: queries.$count(
      sosRequests,
      and(gte(sosRequests.resolvedAt, from), lt(sosRequests.resolvedAt, to)),
    ),
    articles: queries.$count(
      sosSummaries,
      and(
        eq(sosSummaries.status, 'approved'),
        gte(sosSummaries.createdAt, from - WRITTEN_WITHIN_MS),
        gte(sosSummaries.moderatedAt, from),
        lt(sosSummaries.moderatedAt, to),
      ),
    ),
    invitationsSent: queries.$count(
      invitations,
      and(gte(invitations.createdAt, from), lt(invitations.createdAt, to)),
    ),
    invitationsAccepted: queries.$count(
      invitations,
      and(
        between(invitations.createdAt, from - INVITATION_MS, to),
        gte(invitations.acceptedAt, from),
        lt(invitations.acceptedAt, to),
      ),
    ),
  });
  const helped = waits.flatMap((wait) => wait ?? []).sort((a, b) => a - b);
  return {
    ...counts,
    posted: waits.length,
    helpedWithinHour: helped.filter((wait) => wait < HOUR_MS).length,
    medianWait: helped[Math.max(0, Math.ceil(helped.length / 2) - 1)] ?? null,
    withoutHelp: waits.length - helped.length,
  };
}

/** The wait is null while nobody helps or when the author has given up. */
async function waitsOf(queries: Queries, from: number, to: number): Promise<(number | null)[]> {
  const rows = await queries
    .select({ createdAt: sosRequests.createdAt, answeredAt: conversations.createdAt })
    .from(sosRequests)
    .leftJoin(conversations, eq(conversations.sosRequestId, sosRequests.id))
    .where(between(sosRequests.feedRank, feedRank(from, false), feedRank(to - 1, true)));
  return rows.map(({ createdAt, answeredAt }) => (answeredAt === null ? null : answeredAt - createdAt));
}

/** Nothing stores the number of a week ago. */
export function activeSince(queries: Queries, day: number): Promise<number> {
  return queries.$count(members, gte(members.lastUsedAt, parisMidnight(day)));
}
