import type { z } from 'zod';
import type { memberFilters, savedMemberFilters } from './member-filters-input.ts';
import type { memberNoteOutput, savedFilterOutput } from './member-filters-output.ts';

export type MemberFilters = z.output<typeof memberFilters>;
export type SavedMemberFilters = z.output<typeof savedMemberFilters>;
export type SavedFilter = z.infer<typeof savedFilterOutput>;
export type MemberNote = z.infer<typeof memberNoteOutput>;
