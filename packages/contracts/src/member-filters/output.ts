import { z } from 'zod';
import { component, instant } from '../shared-output.ts';
import { savedMemberFilters } from './input.ts';

export const savedFilterOutput = component('SavedFilter', {
  id: z.string(),
  name: z.string(),
  filters: savedMemberFilters,
});
export const savedFiltersOutput = z.array(savedFilterOutput).meta({ id: 'SavedFilters' });

export const memberNoteOutput = component('MemberNote', {
  id: z.string(),
  text: z.string(),
  authorName: z.string(),
  isMine: z.boolean(),
  createdAt: instant,
  changedAt: instant.nullable(),
});
export const memberNotesOutput = z.array(memberNoteOutput).meta({ id: 'MemberNotes' });
