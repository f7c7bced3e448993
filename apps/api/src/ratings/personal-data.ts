import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { WEIGHT_REASONS } from '@guilde/contracts/ratings/rules.ts';
import { asc, eq } from 'drizzle-orm';
import { iso, isoOrNull } from '../platform/clock.ts';
import type { Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { profiles } from '../profiles/tables.ts';
import { sosRequests } from '../sos/tables.ts';
import { sosRatings } from './tables.ts';

export function ratingPersonalData({ db }: Pick<Deps, 'db'>): PersonalData {
  return {
    archive: async ({ id }) => ({
      ratingsGiven: await ratingsGivenBy(db.orm, id),
      ratingsReceived: await ratingsReceivedBy(db.orm, id),
    }),
  };
}

async function ratingsGivenBy(queries: Queries, memberId: string) {
  const rows = await queries
    .select({ rating: sosRatings, sos: sosRequests.title, rated: profiles })
    .from(sosRatings)
    .innerJoin(sosRequests, eq(sosRequests.id, sosRatings.sosRequestId))
    .innerJoin(profiles, eq(profiles.userId, sosRatings.ratedUserId))
    .where(eq(sosRatings.raterId, memberId))
    .orderBy(asc(sosRatings.createdAt));
  return rows.map(({ rating, sos, rated }) => ({ sos, member: memberName(rated), ...ratingData(rating) }));
}

/** The rater is left out, because it is another member's data. */
async function ratingsReceivedBy(queries: Queries, memberId: string) {
  const rows = await queries
    .select({ rating: sosRatings, sos: sosRequests.title })
    .from(sosRatings)
    .innerJoin(sosRequests, eq(sosRequests.id, sosRatings.sosRequestId))
    .where(eq(sosRatings.ratedUserId, memberId))
    .orderBy(asc(sosRatings.createdAt));
  return rows.map(({ rating, sos }) => ({ sos, ...ratingData(rating) }));
}

function ratingData({
  rating,
  comment,
  reply,
  createdAt,
  weight,
  weightReason,
  removedAt,
}: typeof sosRatings.$inferSelect) {
  const why = WEIGHT_REASONS.find(({ id }) => id === weightReason)?.label;
  return {
    rating,
    comment,
    reply,
    createdAt: iso(createdAt),
    weightPercent: weight,
    weightReason: why ?? null,
    removedAt: isoOrNull(removedAt),
  };
}
