import type { z } from 'zod';
import type { memberFilters, savedMemberFilters } from './input.ts';
import type { memberNoteOutput, savedFilterOutput } from './output.ts';

export const SAVED_FILTER_NAME_MAX = 60;
export const SAVED_FILTERS_MAX = 30;
export const MEMBER_NOTE_MAX = 2000;
/** A longer list is exported in several periods. */
export const MEMBERS_EXPORT_MAX = 20_000;

export const CERTIFIED_FILTERS = [
  { id: 'all', label: 'Certifiés ou non' },
  { id: 'yes', label: 'Certifiés' },
  { id: 'no', label: 'Non certifiés' },
] as const;

export const HELP_FILTERS = [
  { id: 'all', label: 'Quelle que soit l’aide' },
  { id: 'none', label: 'Sans aide apportée' },
  { id: 'some', label: '1 SOS résolu au moins' },
  { id: 'many', label: '5 SOS résolus au moins' },
] as const;

/** The periods are in days; the last visit is recorded to the hour, and outlives its session. */
export const SEEN_FILTERS = [
  { id: 'all', label: 'Quelle que soit la visite' },
  { id: 'within-7', label: 'Venus depuis 7 jours' },
  { id: 'within-30', label: 'Venus depuis 30 jours' },
  { id: 'not-30', label: 'Pas venus depuis 30 jours' },
  { id: 'not-90', label: 'Pas venus depuis 90 jours' },
] as const;

export const MEMBER_ORDERS = [
  { id: 'newest', label: 'Inscription, la plus récente d’abord' },
  { id: 'oldest', label: 'Inscription, la plus ancienne d’abord' },
  { id: 'name', label: 'Nom' },
  { id: 'helps', label: 'SOS résolus' },
] as const;

export type MemberFilters = z.output<typeof memberFilters>;
export type SavedMemberFilters = z.output<typeof savedMemberFilters>;
export type SavedFilter = z.infer<typeof savedFilterOutput>;
export type MemberNote = z.infer<typeof memberNoteOutput>;
