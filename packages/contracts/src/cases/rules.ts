import type { z } from 'zod';
import { monthsAfter } from '../account/rules.ts';
import type { ErrorCode } from '../errors.ts';
import type * as output from './output.ts';

export const REMOVALS = [
  { id: 'article-removal', label: 'Retrait d’un résumé' },
  { id: 'message-removal', label: 'Suppression d’un message' },
  { id: 'sos-removal', label: 'Suppression d’un SOS' },
  { id: 'rating-removal', label: 'Retrait d’une évaluation' },
  { id: 'event-cancellation', label: 'Annulation d’un événement' },
  { id: 'deal-cancellation', label: 'Annulation d’un deal' },
] as const;

/** The mildest comes first; each names a rule (docs/specification.md#cases-and-measures). */
export const MEASURES = [
  ...REMOVALS,
  { id: 'warning', label: 'Avertissement' },
  { id: 'certification', label: 'Retrait de la certification' },
  { id: 'suspension', label: 'Suspension' },
  { id: 'deletion', label: 'Suppression du compte' },
] as const;

/** A case has one decision, which may be a measure. */
export const CASE_OUTCOMES = [
  { id: 'dismissed', label: 'Classé sans suite' },
  { id: 'settled', label: 'Réglé sans mesure' },
  ...MEASURES,
] as const;

export const CONTEST_OUTCOMES = [
  { id: 'upheld', label: 'Décision maintenue' },
  { id: 'reversed', label: 'Décision annulée' },
] as const;

export type Measure = (typeof MEASURES)[number]['id'];
export type Removal = (typeof REMOVALS)[number]['id'];
export type CaseOutcome = (typeof CASE_OUTCOMES)[number]['id'];
export type ContestOutcome = (typeof CONTEST_OUTCOMES)[number]['id'];

/** See docs/specification.md#cases-and-measures. */
export const CONTEST_MONTHS = 6;
export const CONTEST_MAX = 4000;
export const SUSPENSION_DAYS_MAX = 365;
/** So many messages are shown before a reported one, and as many after. */
export const CASE_CONTEXT = 5;

/** The member is told of this decision and may contest it. */
export type TeamDecision = z.infer<typeof output.teamDecisionOutput>;

/** The holder of a link sees the same decision. */
export type ContestedDecision = z.infer<typeof output.contestedDecisionOutput>;

export type AdminCase = z.infer<typeof output.adminCaseOutput>;
export type AdminDecision = z.infer<typeof output.adminDecisionOutput>;
export type CaseContext = z.infer<typeof output.caseContextOutput>;

export function isMeasure(outcome: CaseOutcome): outcome is Measure {
  return MEASURES.some(({ id }) => id === outcome);
}

/** Both instants are in milliseconds. */
export function contestUntil(decidedAt: number): number {
  return monthsAfter(decidedAt, CONTEST_MONTHS);
}

export function denyContest(
  { decidedAt, contest }: { decidedAt: number; contest: unknown },
  now: number,
): ErrorCode | null {
  if (contest) return 'CONTEST_EXISTS';
  return now > contestUntil(decidedAt) ? 'CONTEST_TOO_LATE' : null;
}

/** Another administrator reviews a decision of one's own, if there is another. */
export function denyContestDecision(
  { isOwn, isDecided }: { isOwn: boolean; isDecided: boolean },
  otherAdministrators: number,
): ErrorCode | null {
  if (isDecided) return 'CONTEST_DECIDED';
  return isOwn && otherAdministrators > 0 ? 'CONTEST_OWN_DECISION' : null;
}
