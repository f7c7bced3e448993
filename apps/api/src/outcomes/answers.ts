import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import type { outcomeDetailsInput } from '@guilde/contracts/outcomes/input.ts';
import {
  denyOutcome,
  type GivenOutcome,
  type LastOutcome,
  OUTCOME_COMMENT_MAX,
  type OutcomeAnswer,
  type OutcomeQuestion,
} from '@guilde/contracts/outcomes/rules.ts';
import { beginning } from '@guilde/contracts/text.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { publishModeration } from '../auth/administrators.ts';
import { members } from '../auth/tables.ts';
import { publishKnowledgeChanged } from '../knowledge/articles.ts';
import { maskOf } from '../knowledge/conversation-text.ts';
import { markForReview, setLastOutcome } from '../knowledge/last-outcome.ts';
import { iso } from '../platform/clock.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { visibleSos } from '../sos/queries.ts';
import { sosRequests } from '../sos/tables.ts';
import { keyIn, type QuestionKey, tokenFor } from './links.ts';
import { sosOutcomes } from './tables.ts';

type OutcomeDeps = Pick<Deps, 'db' | 'clock' | 'live' | 'secrets'>;

/** An answered question keeps its answer. Throws OUTCOME_LINK_INVALID, OUTCOME_CLOSED. */
export async function questionOf(
  { db, clock, secrets }: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  token: string,
): Promise<OutcomeQuestion> {
  const key = keyIn(secrets, 'outcome', token);
  const asked = key && (await askedAbout(db.orm, key));
  if (!asked) throw new AppError('OUTCOME_LINK_INVALID');
  const { sosId, title, resolvedAt, question } = asked;
  if (question.answer === null) refuseIf(denyOutcome(question, clock.now()));
  const { afterDays, answer } = question;
  return { sosId, title, afterDays, resolvedAt: iso(resolvedAt), answer };
}

/** @throws OUTCOME_LINK_INVALID, OUTCOME_ANSWERED, OUTCOME_CLOSED. */
export function answerByLink(
  deps: OutcomeDeps,
  { token, answer }: { token: string; answer: OutcomeAnswer },
): Promise<GivenOutcome> {
  const key = keyIn(deps.secrets, 'outcome', token);
  if (!key) throw new AppError('OUTCOME_LINK_INVALID');
  return deps.db.write(async (tx) => {
    const asked = await askedAbout(tx.orm, key);
    if (!asked) throw new AppError('OUTCOME_LINK_INVALID');
    refuseIf(denyOutcome(asked.question, deps.clock.now()));
    return storeAnswer(tx, deps, key, answer);
  });
}

/** @throws NOT_FOUND, SOS_NOT_YOURS, OUTCOME_CLOSED, OUTCOME_ANSWERED. */
export function answerAsAuthor(
  deps: OutcomeDeps,
  viewer: Viewer,
  sosId: string,
  answer: OutcomeAnswer,
): Promise<GivenOutcome> {
  return deps.db.write(async (tx) => {
    const { author } = await visibleSos(tx.orm, viewer, sosId);
    if (author?.id !== viewer.id) throw new AppError('SOS_NOT_YOURS');
    const question = await lastQuestion(tx.orm, sosId);
    if (!question) throw new AppError('OUTCOME_CLOSED');
    refuseIf(denyOutcome(question, deps.clock.now()));
    return storeAnswer(tx, deps, { ...question, sosId }, answer);
  });
}

/** The update checks that no answer is stored yet, so that two clicks at once answer once. */
export async function storeAnswer(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'live' | 'secrets'>,
  key: QuestionKey,
  answer: OutcomeAnswer,
): Promise<GivenOutcome> {
  const { sosId, afterDays } = key;
  const [stored] = await tx.orm
    .update(sosOutcomes)
    .set({ answer, answeredAt: deps.clock.now() })
    .where(and(isQuestion(key), isNull(sosOutcomes.answer)))
    .returning({ afterDays: sosOutcomes.afterDays });
  if (!stored) throw new AppError('OUTCOME_ANSWERED');
  const standing: LastOutcome = { answer, afterDays };
  await setLastOutcome(tx, sosId, standing);
  publishKnowledgeChanged(tx, deps);
  if (answer === 'no' && (await markForReview(tx, deps, sosId)))
    await publishModeration(tx, deps, 'summaries');
  return { sosId, standing, detailsToken: tokenFor(deps.secrets, 'outcome-details', key) };
}

/** @throws OUTCOME_LINK_INVALID, OUTCOME_ANSWERED */
export function addDetails(
  { db, clock, live, secrets }: OutcomeDeps,
  { token, comment, saved }: z.output<typeof outcomeDetailsInput>,
): Promise<void> {
  const key = keyIn(secrets, 'outcome-details', token);
  if (!key) throw new AppError('OUTCOME_LINK_INVALID');
  return db.write(async (tx) => {
    if (!(await askedAbout(tx.orm, key))) throw new AppError('OUTCOME_LINK_INVALID');
    // The sentence stands on the article, where nobody is named.
    const { neutral } = await maskOf(tx.orm, key.sosId);
    const [stored] = await tx.orm
      .update(sosOutcomes)
      .set({
        comment: beginning(neutral(comment), OUTCOME_COMMENT_MAX),
        savedAmount: saved?.amount ?? null,
        savedUnit: saved?.unit ?? null,
        detailedAt: clock.now(),
      })
      .where(and(isQuestion(key), isNull(sosOutcomes.detailedAt)))
      .returning({ afterDays: sosOutcomes.afterDays });
    if (!stored) throw new AppError('OUTCOME_ANSWERED');
    publishKnowledgeChanged(tx, { live });
  });
}

/** Updates the article, which may have been written or approved after the answer. */
export async function projectLastOutcome(tx: Tx, sosId: string): Promise<void> {
  const [last] = await tx.orm
    .select({ answer: sosOutcomes.answer, afterDays: sosOutcomes.afterDays })
    .from(sosOutcomes)
    .where(and(eq(sosOutcomes.sosRequestId, sosId), isNotNull(sosOutcomes.answer)))
    .orderBy(desc(sosOutcomes.afterDays))
    .limit(1);
  if (last?.answer) await setLastOutcome(tx, sosId, { answer: last.answer, afterDays: last.afterDays });
}

export async function forgetOutcomes(tx: Tx, sosId: string): Promise<void> {
  await tx.orm.delete(sosOutcomes).where(eq(sosOutcomes.sosRequestId, sosId));
  await setLastOutcome(tx, sosId, null);
}

function isQuestion({ sosId, afterDays, askedAt }: QuestionKey) {
  return and(
    eq(sosOutcomes.sosRequestId, sosId),
    eq(sosOutcomes.afterDays, afterDays),
    eq(sosOutcomes.askedAt, askedAt),
  );
}

export type Asked = NonNullable<Awaited<ReturnType<typeof askedAbout>>>;

/** Returns undefined when the author is gone or suspended, or the SOS is not resolved any more. */
export async function askedAbout(queries: Queries, key: QuestionKey) {
  const [row] = await queries
    .select({
      sosId: sosRequests.id,
      title: sosRequests.title,
      resolvedAt: sosRequests.resolvedAt,
      authorId: members.id,
      question: sosOutcomes,
    })
    .from(sosOutcomes)
    .innerJoin(sosRequests, eq(sosRequests.id, sosOutcomes.sosRequestId))
    .innerJoin(members, and(eq(members.id, sosRequests.userId), isNull(members.suspendedAt)))
    .where(isQuestion(key));
  return row?.resolvedAt ? { ...row, resolvedAt: row.resolvedAt } : undefined;
}

async function lastQuestion(queries: Queries, sosId: string) {
  const [question] = await queries
    .select()
    .from(sosOutcomes)
    .where(eq(sosOutcomes.sosRequestId, sosId))
    .orderBy(desc(sosOutcomes.afterDays))
    .limit(1);
  return question;
}
