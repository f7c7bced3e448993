import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type {
  givenRatingOutput,
  helperToRateOutput,
  memberStatsOutput,
  receivedRatingOutput,
  resolvedSosOutput,
} from './output.ts';

export const RATING_COMMENT_MAX = 500;
export const RATING_DEFAULT = 5;
/** The giver may correct a rating for so many hours. */
export const CORRECTION_HOURS = 48;
export const RATING_REPLY_MAX = 500;
/** A score counts so many whole ratings of the community's mean beside the member's own. */
export const RATING_PRIOR = 5;
/** The average grows by so many ratings at a time, so that nobody can work out a single one. */
export const RATINGS_PUBLISHED_TOGETHER = 5;

export const RATING_LABELS = {
  1: 'Très insatisfait',
  2: 'Insatisfait',
  3: 'Correct',
  4: 'Satisfait',
  5: 'Très satisfait',
} as const;

/** Why a rating counts less in the score that others see (docs/specification.md#ratings). */
export const WEIGHT_REASONS = [
  { id: 'silent', label: 'Le membre n’avait rien écrit' },
  { id: 'branch', label: 'Comptes récents d’une même branche de parrainage' },
  { id: 'mutual', label: 'Évaluations réciproques répétées' },
  { id: 'burst', label: 'Évaluations groupées' },
] as const;

export type WeightReason = (typeof WEIGHT_REASONS)[number]['id'];

export type RatingValue = keyof typeof RATING_LABELS;

/** An excerpt of the last message comes with it, or an empty text. */
export type HelperToRate = z.infer<typeof helperToRateOutput>;

/** `willBeSummarised` means that a helper wrote something. */
export type ResolvedSos = z.infer<typeof resolvedSosOutput>;

/**
 * `averageRating` has one decimal, and is 0 without ratings; others than the member see published ratings
 * only (docs/specification.md#ratings). `totalResolvedSOS` adds the member's own resolved SOS.
 */
export type MemberStats = z.infer<typeof memberStatsOutput>;

/** The viewer gave or received it; `correctUntil` and `mayReply` say what they may still do. */
export type GivenRating = z.infer<typeof givenRatingOutput>;
export type ReceivedRating = z.infer<typeof receivedRatingOutput>;

/** Both instants are in milliseconds. */
export function denyCorrection({ createdAt }: { createdAt: number }, now: number): ErrorCode | null {
  return now > createdAt + CORRECTION_HOURS * 3_600_000 ? 'RATING_CORRECTION_LATE' : null;
}

/** A comment is answered once. */
export function denyReply({ comment, reply }: { comment: string; reply: string }): ErrorCode | null {
  if (comment === '') return 'RATING_WITHOUT_COMMENT';
  return reply === '' ? null : 'RATING_REPLIED';
}

/** See docs/specification.md#profile. */
export function averageOf(sum: number, count: number): number {
  return count === 0 ? 0 : Math.round((sum / count) * 10) / 10;
}

export function missingRatings(
  helperIds: readonly string[],
  ratings: readonly { memberId: string }[],
): number {
  const rated = new Set(ratings.map((item) => item.memberId));
  return helperIds.filter((id) => !rated.has(id)).length;
}

/** See docs/specification.md#profile. */
export function averageInWords(
  stats: Pick<MemberStats, 'averageRating' | 'totalRatings'>,
  { isOwn }: { isOwn: boolean },
): string {
  if (stats.totalRatings === 0)
    return isOwn
      ? 'Pas encore d’évaluation.'
      : `La note moyenne s’affiche à partir de ${RATINGS_PUBLISHED_TOGETHER}\u00a0évaluations.`;
  if (stats.averageRating >= 4.5) return 'Exceptionnel : une aide qui change tout.';
  if (stats.averageRating >= 4) return 'Très bien : une aide très appréciée.';
  if (stats.averageRating >= 3.5) return 'Bien : une aide appréciée.';
  if (stats.averageRating >= 3) return 'Correct : une aide utile.';
  return 'En progression : chaque SOS compte.';
}
