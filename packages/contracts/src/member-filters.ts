import type { z } from 'zod';
import type { memberFilters, savedMemberFilters } from './member-filters-input.ts';
import type { memberNoteOutput, savedFilterOutput } from './member-filters-output.ts';

export const SAVED_FILTER_NAME_MAX = 60;
/** Of the team. */
export const SAVED_FILTERS_MAX = 30;
export const MEMBER_NOTE_MAX = 2000;
/** A longer list is exported by dates. */
export const MEMBERS_EXPORT_MAX = 20_000;

export type MemberFilters = z.output<typeof memberFilters>;
export type SavedMemberFilters = z.output<typeof savedMemberFilters>;
export type SavedFilter = z.infer<typeof savedFilterOutput>;
export type MemberNote = z.infer<typeof memberNoteOutput>;
