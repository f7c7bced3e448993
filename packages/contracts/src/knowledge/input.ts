import { z } from 'zod';
import { SOS_CATEGORIES, SOS_DESCRIPTION_MAX, SOS_TITLE_MAX } from '../sos/rules.ts';
import { atMost, decimal, oneOf, pageCursor, plainText, searchedText, uuid } from '../validation.ts';
import { KNOWLEDGE_PAGE, VETO_REASON_MAX } from './rules.ts';

export const knowledgeQuery = z.object({
  q: searchedText.default(''),
  category: z.enum(['all', ...oneOf(SOS_CATEGORIES).options]).default('all'),
  cursor: pageCursor,
  limit: decimal(z.number().int().min(1).max(50)).default(KNOWLEDGE_PAGE),
});

export const articleParams = z.object({ summaryId: uuid });

/** A draft is found by its SOS or its event. */
export const draftParams = z.object({ sourceId: uuid });

/** `seen` is the creation time of the text that was read. */
export const consentInput = z.object({ seen: z.iso.datetime() });

/** `place` is the index among the draft's lines. */
export const vetoInput = consentInput.extend({
  place: z.number().int().min(0).max(100),
  isVetoed: z.boolean(),
  reason: plainText.trim().check(atMost(VETO_REASON_MAX)).default(''),
});

/** The texts are those of an SOS that is being written. */
export const suggestionsInput = z.object({
  title: plainText.check(atMost(SOS_TITLE_MAX)).default(''),
  description: plainText.check(atMost(SOS_DESCRIPTION_MAX)).default(''),
  category: oneOf(SOS_CATEGORIES).optional(),
});

export type SuggestionsInput = z.input<typeof suggestionsInput>;

/** `draftId` is the id that the SOS will have. */
export const openingInput = z.object({ draftId: uuid });
