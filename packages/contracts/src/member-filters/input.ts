import { z } from 'zod';
import { TOOLS } from '../incidents/rules.ts';
import { SECTORS, SPECIALTIES } from '../profiles/rules.ts';
import { oneOf, requiredLine, requiredText, searchedText, uuid } from '../validation.ts';
import {
  CERTIFIED_FILTERS,
  HELP_FILTERS,
  MEMBER_NOTE_MAX,
  MEMBER_ORDERS,
  SAVED_FILTER_NAME_MAX,
  SEEN_FILTERS,
} from './rules.ts';

/** The day is one of Paris, as in `2026-11-17`, or empty for any. */
const day = z.union([
  z.literal(''),
  z.string().regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'Cette date n’est pas valable.'),
]);

/** `from` and `to` are the days of joining, and both are included. */
export const savedMemberFilters = z.object({
  filter: z.enum(['all', 'admins', 'moderators', 'suspended', 'incomplete', 'unconfirmed']).default('all'),
  certified: oneOf(CERTIFIED_FILTERS).default('all'),
  specialty: z.union([z.literal(''), oneOf(SPECIALTIES)]).default(''),
  tool: z.union([z.literal(''), oneOf(TOOLS)]).default(''),
  sector: z.union([z.literal(''), oneOf(SECTORS)]).default(''),
  helps: oneOf(HELP_FILTERS).default('all'),
  seen: oneOf(SEEN_FILTERS).default('all'),
  from: day.default(''),
  to: day.default(''),
  order: oneOf(MEMBER_ORDERS).default('newest'),
});

/** `sponsor` invited the members; an empty one matches any. */
export const memberFilters = savedMemberFilters.extend({
  q: searchedText.default(''),
  sponsor: z.union([z.literal(''), uuid]).default(''),
});

/** The client makes the id, so that sending twice saves once. */
export const savedFilterInput = z.object({
  id: uuid,
  name: requiredLine(SAVED_FILTER_NAME_MAX),
  filters: savedMemberFilters,
});
export const savedFilterParams = z.object({ savedFilterId: uuid });

export const memberNoteInput = z.object({ id: uuid, text: requiredText(MEMBER_NOTE_MAX) });
export const memberNoteChangeInput = memberNoteInput.omit({ id: true });
export const memberNoteParams = z.object({ userId: uuid, noteId: uuid });
