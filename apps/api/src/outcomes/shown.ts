import { AppError } from '@guilde/contracts/errors.ts';
import {
  denyOutcome,
  type MemberOutcomes,
  type Outcome,
  type SosOutcomes,
} from '@guilde/contracts/outcomes/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, eq, sql } from 'drizzle-orm';
import { members } from '../auth/tables.ts';
import { conversations, participants } from '../conversations/tables.ts';
import { isListed } from '../knowledge/articles.ts';
import { sosSummaries } from '../knowledge/tables.ts';
import { type Clock, iso } from '../platform/clock.ts';
import { preparedQuery, type Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { isVisible } from '../profiles/members.ts';
import { profiles } from '../profiles/tables.ts';
import { hiddenSos } from '../sos/hidden-by-blocks.ts';
import { sosRequests } from '../sos/tables.ts';
import { sosOutcomes } from './tables.ts';

type Row = typeof sosOutcomes.$inferSelect;

const ofSos = preparedQuery((queries) =>
  queries
    .select({
      authorId: sosRequests.userId,
      outcome: sosOutcomes,
      article: { id: sosSummaries.id, keyPoints: sosSummaries.keyPoints },
    })
    .from(sosRequests)
    .leftJoin(sosOutcomes, eq(sosOutcomes.sosRequestId, sosRequests.id))
    .leftJoin(sosSummaries, and(eq(sosSummaries.sosRequestId, sosRequests.id), isListed))
    .where(eq(sosRequests.id, sql.placeholder('sosId')))
    .orderBy(asc(sosOutcomes.afterDays))
    .prepare(),
);

/** @throws NOT_FOUND */
export async function outcomesOfSos(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  sosId: string,
): Promise<SosOutcomes> {
  const [rows, hidden] = await Promise.all([ofSos(db.orm).all({ sosId }), hiddenSos(db.orm, viewer)]);
  const [first] = rows;
  if (!first || hidden.has(sosId)) throw new AppError('NOT_FOUND');
  const outcomes = rows.flatMap(({ outcome }) => outcome ?? []);
  return {
    answers: answersIn(outcomes),
    question: first.authorId === viewer.id ? openQuestion(outcomes, clock) : null,
    article: first.article && {
      id: first.article.id,
      keyPoints: first.article.keyPoints.map(({ text }) => text),
    },
  };
}

function openQuestion(outcomes: readonly Row[], clock: Clock): SosOutcomes['question'] {
  const last = outcomes.at(-1);
  return last && denyOutcome(last, clock.now()) === null ? { afterDays: last.afterDays } : null;
}

function answersIn(outcomes: readonly Row[]): Outcome[] {
  return outcomes.flatMap(({ afterDays, answer, answeredAt, comment, savedAmount, savedUnit }) => {
    if (answer === null || answeredAt === null) return [];
    const saved =
      savedAmount !== null && savedUnit !== null ? { amount: savedAmount, unit: savedUnit } : null;
    return [{ afterDays, answer, comment, saved, answeredAt: iso(answeredAt) }];
  });
}

/** An outcome counts at 30 days, or at 7 when it is « Non », after which nobody is asked again. */
const counted = sql`from ${participants}
  join ${conversations} on ${conversations.id} = ${participants.conversationId}
  join ${sosOutcomes} on ${sosOutcomes.sosRequestId} = ${conversations.sosRequestId}
  where ${participants.userId} = ${profiles.userId} and ${participants.helpedAt} is not null
  and ((${sosOutcomes.afterDays} = 30 and ${sosOutcomes.answer} is not null)
    or (${sosOutcomes.afterDays} = 7 and ${sosOutcomes.answer} = 'no'))`;

const ofMember = preparedQuery((queries) =>
  queries
    .select({
      held: sql<number>`(select count(*) ${counted} and ${sosOutcomes.answer} = 'yes')`,
      answered: sql<number>`(select count(*) ${counted})`,
    })
    .from(profiles)
    .innerJoin(members, eq(members.id, profiles.userId))
    .where(and(eq(profiles.userId, sql.placeholder('memberId')), isVisible))
    .prepare(),
);

/** @throws NOT_FOUND for a member without a page. */
export async function outcomesOfMember(queries: Queries, memberId: string): Promise<MemberOutcomes> {
  const [row] = await ofMember(queries).all({ memberId });
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

export async function outcomesOfSummary(queries: Queries, sosId: string): Promise<Outcome[]> {
  const rows = await ofSos(queries).all({ sosId });
  return answersIn(rows.flatMap(({ outcome }) => outcome ?? []));
}
