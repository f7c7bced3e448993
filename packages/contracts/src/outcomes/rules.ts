import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type * as output from './output.ts';

/** The days count from the resolution (docs/specification.md#did-it-hold). */
export const OUTCOME_DAYS = [7, 30] as const;

export const OUTCOME_ANSWERS = [
  { id: 'yes', label: 'Oui' },
  { id: 'partly', label: 'En partie' },
  { id: 'no', label: 'Non' },
] as const;

export const SAVED_UNITS = [
  { id: 'euros', label: 'euros' },
  { id: 'hours', label: 'heures' },
] as const;

export const OUTCOME_COMMENT_MAX = 280;
export const SAVED_MAX = 1_000_000;

export type OutcomeDays = (typeof OUTCOME_DAYS)[number];
export type OutcomeAnswer = (typeof OUTCOME_ANSWERS)[number]['id'];
export type SavedUnit = (typeof SAVED_UNITS)[number]['id'];

/** The last answer about a resolution counts. */
export type LastOutcome = z.infer<typeof output.lastOutcomeOutput>;

export type Saved = z.infer<typeof output.savedOutput>;

export type Outcome = z.infer<typeof output.outcomeOutput>;

export type OutcomeQuestion = z.infer<typeof output.outcomeQuestionOutput>;

/** `question` is one that the viewer, its author, has not answered yet. */
export type SosOutcomes = z.infer<typeof output.sosOutcomesOutput>;

export type GivenOutcome = z.infer<typeof output.givenOutcomeOutput>;

/** `held` counts the `answered` solutions of a member that held. */
export type MemberOutcomes = z.infer<typeof output.memberOutcomesOutput>;

const DAY_MS = 86_400_000;
/** The first question closes before the second opens. */
const OPEN_DAYS: Record<OutcomeDays, number> = { 7: 20, 30: 60 };

/** The instants are in milliseconds. */
export function denyOutcome(
  { afterDays, askedAt, answeredAt }: { afterDays: OutcomeDays; askedAt: number; answeredAt: number | null },
  now: number,
): ErrorCode | null {
  if (answeredAt !== null) return 'OUTCOME_ANSWERED';
  return now - askedAt > OPEN_DAYS[afterDays] * DAY_MS ? 'OUTCOME_CLOSED' : null;
}

const ANSWER_TEXTS: Record<OutcomeAnswer, string> = {
  yes: 'Tient toujours à',
  partly: 'Tient en partie à',
  no: 'N’a pas tenu à',
};

export function lastOutcomeText({ answer, afterDays }: LastOutcome): string {
  return `${ANSWER_TEXTS[answer]} ${afterDays}\u00a0jours`;
}

/** Fewer answers would say more of chance than of a member. */
const OUTCOMES_SHOWN_FROM = 3;

/** The text is « 9 solutions sur 11 tiennent à 30 jours », or null below three answers. */
export function memberOutcomesText({ held, answered }: MemberOutcomes): string | null {
  if (answered < OUTCOMES_SHOWN_FROM) return null;
  const one = held < 2;
  return `${held} ${one ? 'solution' : 'solutions'} sur ${answered} ${one ? 'tient' : 'tiennent'} à 30\u00a0jours`;
}

const SAVED_WORDS: Record<SavedUnit, (amount: string, one: boolean) => string> = {
  euros: (amount, one) => `${amount}\u00a0€ ${one ? 'économisé' : 'économisés'}`,
  hours: (amount, one) => `${amount}\u00a0${one ? 'heure gagnée' : 'heures gagnées'}`,
};

export function savedText({ amount, unit }: Saved): string {
  return SAVED_WORDS[unit](amount.toLocaleString('fr-FR'), amount < 2);
}
