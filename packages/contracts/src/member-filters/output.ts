import { z } from 'zod';
import { instant } from '../shared-output.ts';
import { savedMemberFilters } from './input.ts';

export const savedFilterOutput = z
  .object({ id: z.string(), name: z.string(), filters: savedMemberFilters })
  .meta({ id: 'SavedFilter' });
export const savedFiltersOutput = z.array(savedFilterOutput).meta({ id: 'SavedFilters' });

export const memberNoteOutput = z
  .object({
    id: z.string(),
    text: z.string(),
    authorName: z.string(),
    isMine: z.boolean(),
    createdAt: instant,
    changedAt: instant.nullable(),
  })
  .meta({ id: 'MemberNote' });
export const memberNotesOutput = z.array(memberNoteOutput).meta({ id: 'MemberNotes' });
