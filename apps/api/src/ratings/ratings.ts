import { randomUUID } from 'node:crypto';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import { textOrFiles } from '@guilde/contracts/files/rules.ts';
import type { RatingInput, resolveInput } from '@guilde/contracts/ratings/input.ts';
import { type HelperToRate, missingRatings, type ResolvedSos } from '@guilde/contracts/ratings/rules.ts';
import { denyEndSos, denyUndoResolution, type SosDetail } from '@guilde/contracts/sos/rules.ts';
import { excerpt } from '@guilde/contracts/text.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, eq, exists, inArray, isNotNull, max, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { z } from 'zod';
import { enqueueSummary } from '../conversations/jobs.ts';
import { conversations, messages, participants } from '../conversations/tables.ts';
import { filesCiting, type ShownFile, toFileRefs } from '../files/files.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import { invalidateCache } from '../platform/database/versioned-cache.ts';
import type { Deps } from '../platform/deps.ts';
import { memberRefColumns, toMemberRef } from '../profiles/members.ts';
import { profiles } from '../profiles/tables.ts';
import { excludedMembers } from '../sos/hidden-by-blocks.ts';
import { changeStatus } from '../sos/lifecycle.ts';
import { hasHelp, publishSos, visibleSos } from '../sos/queries.ts';
import { sosRequests } from '../sos/tables.ts';
import { resumeWaves } from '../sos/waves/waves.ts';
import { emitWebhook, listenersOf } from '../webhooks/emit.ts';
import { sosRatings } from './tables.ts';

const LAST_MESSAGE_MAX = 160;

/** @throws NOT_FOUND */
export async function helpersToRate(
  queries: Queries,
  viewer: Viewer,
  sosId: string,
): Promise<HelperToRate[]> {
  const [own] = await queries
    .select({ id: sosRequests.id })
    .from(sosRequests)
    .where(and(eq(sosRequests.id, sosId), eq(sosRequests.userId, viewer.id)));
  if (!own) throw new AppError('NOT_FOUND');
  const rows = await queries
    .select({
      member: memberRefColumns,
      content: messages.content,
      files: filesCiting('messageId', sql`${messages.id}`),
      solutions: sql<string>`${solutionsOfParticipant(queries)}`,
    })
    .from(conversations)
    .innerJoin(participants, eq(participants.conversationId, conversations.id))
    .innerJoin(profiles, eq(profiles.userId, participants.userId))
    .leftJoin(
      messages,
      and(
        eq(messages.conversationId, conversations.id),
        eq(messages.seq, sql`(${lastSeqOfParticipant(queries)})`),
      ),
    )
    .where(
      and(
        eq(conversations.sosRequestId, sosId),
        eq(participants.isActive, true),
        ne(participants.role, 'requester'),
      ),
    )
    .orderBy(asc(participants.joinedAt), asc(participants.userId));
  return rows.map((row) => ({
    member: toMemberRef(row.member),
    lastMessage: excerpt(
      textOrFiles({ content: row.content ?? '', files: row.files ?? [] }),
      LAST_MESSAGE_MAX,
    ),
    solutions: (JSON.parse(row.solutions) as Marked[])
      .sort(([a], [b]) => a - b)
      .map(([, messageId, content, isConfirmed, files]) => ({
        messageId,
        content: excerpt(textOrFiles({ content, files: toFileRefs(files ?? []) }), LAST_MESSAGE_MAX),
        isConfirmed: isConfirmed === 1,
      })),
  }));
}

type Marked = [
  seq: number,
  messageId: string,
  content: string,
  isConfirmed: 0 | 1,
  files: ShownFile[] | null,
];

function solutionsOfParticipant(queries: Queries) {
  const { seq, id, content, solutionConfirmed } = messages;
  const files = filesCiting('messageId', sql`${id}`);
  return queries
    .select({
      all: sql`json_group_array(json_array(${seq}, ${id}, ${content}, ${solutionConfirmed}, json(${files})))`,
    })
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, participants.conversationId),
        // Marked messages have a revision, and those have an index.
        sql`${messages.revision} > 0`,
        eq(messages.senderId, participants.userId),
        eq(messages.kind, 'text'),
        isNotNull(solutionConfirmed),
      ),
    );
}

function lastSeqOfParticipant(queries: Queries) {
  const own = alias(messages, 'own');
  return queries
    .select({ seq: max(own.seq) })
    .from(own)
    .where(
      and(
        eq(own.conversationId, participants.conversationId),
        eq(own.senderId, participants.userId),
        eq(own.kind, 'text'),
      ),
    );
}

/** @throws NOT_FOUND, SOS_NOT_YOURS, SOS_ENDED, RATED_NOT_A_HELPER, RATINGS_INCOMPLETE with `remaining` */
export function resolveSos(
  deps: Pick<Deps, 'db' | 'clock' | 'live' | 'jobs'>,
  viewer: Viewer,
  sosId: string,
  { ratings }: z.output<typeof resolveInput>,
): Promise<ResolvedSos> {
  return deps.db.write(async (tx) => {
    const sos = await visibleSos(tx.orm, viewer, sosId);
    refuseIf(denyEndSos(viewer.id, sos));
    checkRatings(
      sos.helpers.map((helper) => helper.id),
      ratings,
    );
    await storeRatings(tx, deps, { sosId, raterId: viewer.id, ratings });
    await creditHelp(tx, deps, sos);
    await changeStatus(tx, deps, sos, { to: 'resolved', memberId: viewer.id });
    await enqueueSummary(tx, deps, sosId, { refresh: true });
    const [willBeSummarised, resolved, listeners] = await Promise.all([
      hasHelp(tx.orm, sosId),
      publishSos(tx, deps, sosId),
      listenersOf(tx.orm, 'sos.resolved'),
    ]);
    await emitWebhook(tx, deps, 'sos.resolved', sosId, listeners);
    return { ...resolved, willBeSummarised };
  });
}

function checkRatings(helperIds: readonly string[], ratings: readonly RatingInput[]): void {
  const rated = new Set(ratings.map(({ memberId }) => memberId));
  for (const id of rated) if (!helperIds.includes(id)) throw new AppError('RATED_NOT_A_HELPER');
  const remaining = missingRatings(helperIds, ratings);
  if (remaining > 0) throw new AppError('RATINGS_INCOMPLETE', { remaining });
  if (rated.size < ratings.length)
    throw new AppError('INVALID_INPUT', {}, { ratings: 'Une seule évaluation par membre.' });
}

async function storeRatings(
  tx: Tx,
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  { sosId, raterId, ratings }: { sosId: string; raterId: string; ratings: readonly RatingInput[] },
): Promise<void> {
  if (ratings.length === 0) return;
  const createdAt = clock.now();
  await tx.orm.insert(sosRatings).values(
    ratings.map(({ memberId, rating, comment }) => ({
      id: randomUUID(),
      sosRequestId: sosId,
      raterId,
      ratedUserId: memberId,
      rating,
      comment,
      createdAt,
    })),
  );
  await jobs.enqueue(tx, 'ratings.count', { memberIds: ratings.map(({ memberId }) => memberId) });
}

/** Only active helpers who wrote are credited (docs/specification.md#resolution). */
export async function creditHelp(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'live'>,
  { conversation, helpers }: Pick<SosDetail, 'conversation' | 'helpers'>,
): Promise<void> {
  if (!conversation || helpers.length === 0) return;
  const helperIds = helpers.map(({ id }) => id);
  const text = tx.orm
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversation.id),
        eq(messages.senderId, participants.userId),
        eq(messages.kind, 'text'),
      ),
    );
  await tx.orm
    .update(participants)
    .set({ helpedAt: deps.clock.now() })
    .where(
      and(
        eq(participants.conversationId, conversation.id),
        inArray(participants.userId, helperIds),
        exists(text),
      ),
    );
  await recountHelp(tx, deps, helperIds);
}

/** A resolution that is not there any more was undone before. Throws SOS_NOT_YOURS, RESOLUTION_SETTLED. */
export function undoOwnResolution(
  deps: Pick<Deps, 'db' | 'clock' | 'live' | 'jobs'>,
  viewer: Viewer,
  id: string,
  { resolvedAt }: { resolvedAt: string },
): Promise<SosDetail> {
  return deps.db.write(async (tx) => {
    const sos = await visibleSos(tx.orm, viewer, id);
    const since = Date.parse(resolvedAt);
    if (sos.author?.id === viewer.id && since !== (sos.resolvedAt && Date.parse(sos.resolvedAt))) return sos;
    refuseIf(denyUndoResolution(viewer.id, sos, deps.clock.now()));
    const excludedBefore = await excludedMembers(tx.orm).all({ id });
    await undoResolution(tx, deps, id);
    await changeStatus(tx, deps, sos, { to: sos.conversation ? 'in_progress' : 'open', memberId: viewer.id });
    await deps.jobs.enqueue(tx, 'summary.withdraw', { sosId: id, since });
    await resumeWaves(tx, deps, id);
    return publishSos(tx, deps, id, { excludedBefore });
  });
}

export async function undoResolution(
  tx: Tx,
  { jobs, live }: Pick<Deps, 'jobs' | 'live'>,
  sosId: string,
): Promise<void> {
  const withdrawn = await tx.orm
    .delete(sosRatings)
    .where(eq(sosRatings.sosRequestId, sosId))
    .returning({ memberId: sosRatings.ratedUserId });
  if (withdrawn.length > 0)
    await jobs.enqueue(tx, 'ratings.count', { memberIds: withdrawn.map(({ memberId }) => memberId) });
  const ofSos = tx.orm
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.sosRequestId, sosId));
  const credited = await tx.orm
    .update(participants)
    .set({ helpedAt: null })
    .where(and(inArray(participants.conversationId, ofSos), isNotNull(participants.helpedAt)))
    .returning({ memberId: participants.userId });
  const helperIds = new Set([...withdrawn, ...credited].map(({ memberId }) => memberId));
  await recountHelp(tx, { live }, [...helperIds]);
}

/** Help is counted from participations, because an increment could drift. Their open clients show it. */
export async function recountHelp(
  tx: Tx,
  { live }: Pick<Deps, 'live'>,
  memberIds: readonly string[],
): Promise<void> {
  const helped = tx.orm
    .select({ count: sql`count(*)` })
    .from(participants)
    .where(and(eq(participants.userId, profiles.userId), isNotNull(participants.helpedAt)));
  await tx.orm
    .update(profiles)
    .set({ totalHelpCount: sql`${helped}` })
    .where(inArray(profiles.userId, [...memberIds]));
  await invalidateCache(tx);
  tx.afterCommit(() => live.publish([...memberIds], { type: 'account.changed' }));
}
