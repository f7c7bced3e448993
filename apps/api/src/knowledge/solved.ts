import { AppError } from '@guilde/contracts/errors.ts';
import { SOLVED_MAX, type SolvedSos } from '@guilde/contracts/knowledge/rules.ts';
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { members } from '../auth/tables.ts';
import { conversations, participants } from '../conversations/tables.ts';
import { iso } from '../platform/clock.ts';
import { preparedQuery, type Queries } from '../platform/database/db.ts';
import { isVisible } from '../profiles/members.ts';
import { profiles } from '../profiles/tables.ts';
import { sosRequests } from '../sos/tables.ts';
import { isListed } from './articles.ts';
import { sosSummaries } from './tables.ts';

const shownMember = preparedQuery((queries) =>
  queries
    .select({ id: profiles.userId })
    .from(profiles)
    .innerJoin(members, eq(members.id, profiles.userId))
    .where(and(eq(profiles.userId, sql.placeholder('memberId')), isVisible))
    .prepare(),
);

const solved = preparedQuery((queries) =>
  queries
    .select({
      id: sosRequests.id,
      title: sosRequests.title,
      category: sosRequests.category,
      solvedAt: sql<number>`${participants.helpedAt}`,
      articleId: sosSummaries.id,
    })
    .from(participants)
    .innerJoin(conversations, eq(conversations.id, participants.conversationId))
    .innerJoin(sosRequests, eq(sosRequests.id, conversations.sosRequestId))
    .leftJoin(sosSummaries, and(eq(sosSummaries.sosRequestId, sosRequests.id), isListed))
    .where(and(eq(participants.userId, sql.placeholder('memberId')), isNotNull(participants.helpedAt)))
    .orderBy(desc(participants.helpedAt), desc(sosRequests.position))
    .limit(SOLVED_MAX)
    .prepare(),
);

/** @throws NOT_FOUND for a member without a page. */
export async function solvedWith(queries: Queries, memberId: string): Promise<SolvedSos[]> {
  const [member] = await shownMember(queries).all({ memberId });
  if (!member) throw new AppError('NOT_FOUND');
  const rows = await solved(queries).all({ memberId });
  return rows.map(({ solvedAt, ...sos }) => ({ ...sos, solvedAt: iso(solvedAt) }));
}
