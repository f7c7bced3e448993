import { YOUNG_ACCOUNT_DAYS } from '@guilde/contracts/invitations/rules.ts';
import { RATINGS_PUBLISHED_TOGETHER } from '@guilde/contracts/ratings/rules.ts';
import { and, desc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { conversations, participants } from '../conversations/tables.ts';
import { peopleBehind } from '../invitations/independence.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { profiles } from '../profiles/tables.ts';
import { sosRatings } from './tables.ts';
import { type Received, type Weight, weightsOf } from './weights.ts';

/** The community's mean is taken from its latest published ratings. */
const MEAN_OF = 1000;
const MEMBERS_AT_ONCE = 20;

/** A rating that the team removed counts nowhere. */
const isActive = isNull(sosRatings.removedAt);

type Row = typeof sosRatings.$inferSelect;

/**
 * Weighs what the member has received. Once five ratings that count wait, the score that others see is made
 * anew of all of them, also of those that were left out with a withdrawn one (docs/specification.md#ratings).
 */
export async function countRatings({ orm }: Pick<Tx, 'orm'>, memberId: string, now: number): Promise<void> {
  const rows = await orm
    .select()
    .from(sosRatings)
    .where(and(eq(sosRatings.ratedUserId, memberId), isActive));
  const weights = weightsOf(await receivedBy(orm, memberId, rows), await returnedBy(orm, memberId, rows));
  const waiting = rows.filter(
    ({ id, publishedAt }) => publishedAt === null && (weights.get(id)?.percent ?? 0) > 0,
  );
  const isDue = waiting.length >= RATINGS_PUBLISHED_TOGETHER;
  // Whom a member who has left rated how often is no longer known, so that their ratings keep their weight.
  const weighed = rows.filter(({ raterId, weight }) => weight === null || (isDue && raterId !== null));
  await storeWeights(orm, weighed, weights);
  if (!isDue) return;
  await orm
    .update(sosRatings)
    .set({
      publishedAt: sql`coalesce(nullif(${sosRatings.publishedAt}, 0), ${now})`,
      shownRating: sosRatings.rating,
    })
    .where(and(eq(sosRatings.ratedUserId, memberId), gt(sosRatings.weight, 0), isActive));
  await storePrior(orm, memberId);
}

async function storeWeights(
  orm: Tx['orm'],
  rows: readonly Row[],
  weights: Map<string, Weight>,
): Promise<void> {
  const alike = Map.groupBy(rows, ({ id }) => JSON.stringify(weights.get(id)));
  for (const same of alike.values()) {
    const ids = same.map(({ id }) => id);
    const weight = weights.get(ids[0] ?? '');
    await orm
      .update(sosRatings)
      .set({ weight: weight?.percent ?? 0, weightReason: weight?.reason ?? null })
      .where(inArray(sosRatings.id, ids));
  }
}

async function receivedBy(queries: Queries, memberId: string, rows: readonly Row[]): Promise<Received[]> {
  const received: Received[] = [];
  for (const row of rows)
    received.push({
      ...{ id: row.id, giverId: row.raterId, at: row.createdAt },
      reason: row.weight === null ? await initialReason(queries, memberId, row) : row.weightReason,
    });
  return received;
}

/** Says why the rating counts less from the moment that it is given, or null. */
async function initialReason(
  queries: Queries,
  memberId: string,
  { raterId, sosRequestId, createdAt }: Row,
): Promise<Received['reason']> {
  // Whoever wrote nothing has no credit for the resolution.
  const [credit] = await queries
    .select({ at: participants.helpedAt })
    .from(participants)
    .innerJoin(conversations, eq(conversations.id, participants.conversationId))
    .where(and(eq(conversations.sosRequestId, sosRequestId), eq(participants.userId, memberId)));
  if (credit?.at == null) return 'silent';
  if (raterId === null) return null;
  const people = await peopleBehind(queries, [raterId, memberId], createdAt, YOUNG_ACCOUNT_DAYS);
  return people.get(raterId) === people.get(memberId) ? 'branch' : null;
}

async function returnedBy(queries: Queries, memberId: string, rows: readonly Row[]) {
  const givers = [...new Set(rows.flatMap(({ raterId }) => raterId ?? []))];
  return queries
    .select({ giverId: sosRatings.ratedUserId, at: sosRatings.createdAt })
    .from(sosRatings)
    .where(and(eq(sosRatings.raterId, memberId), inArray(sosRatings.ratedUserId, givers), isActive));
}

/** It is stored, so that a score changes with five of the member's own ratings and at no other time. */
async function storePrior(orm: Tx['orm'], memberId: string): Promise<void> {
  const latest = orm
    .select({ rating: sosRatings.shownRating, weight: sosRatings.weight })
    .from(sosRatings)
    .where(gt(sosRatings.publishedAt, 0))
    .orderBy(desc(sosRatings.publishedAt))
    .limit(MEAN_OF)
    .as('latest');
  const mean = sql<number>`round(100.0 * sum(${latest.rating} * ${latest.weight}) / sum(${latest.weight}))`;
  const [community] = await orm.select({ mean }).from(latest);
  await orm
    .update(profiles)
    .set({ ratingPrior: community?.mean ?? null })
    .where(eq(profiles.userId, memberId));
}

/**
 * Ratings of versions without the rule are counted by it once. What was published is published again if five
 * of them count.
 */
export async function countOldRatings({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  for (;;) {
    const found = await db.orm
      .selectDistinct({ memberId: sosRatings.ratedUserId })
      .from(sosRatings)
      .where(and(isNull(sosRatings.weight), isNotNull(sosRatings.publishedAt)))
      .limit(MEMBERS_AT_ONCE);
    if (found.length === 0) return;
    for (const { memberId } of found)
      await db.write(async (tx) => {
        await tx.orm
          .update(sosRatings)
          .set({ publishedAt: null })
          .where(and(eq(sosRatings.ratedUserId, memberId), isNotNull(sosRatings.publishedAt)));
        await countRatings(tx, memberId, clock.now());
      });
  }
}
