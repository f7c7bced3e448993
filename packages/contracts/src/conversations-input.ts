import { z } from 'zod';
import { CONVERSATIONS_PAGE, HISTORY_PAGE, MESSAGE_MAX } from './conversations.ts';
import { SEARCH_MAX } from './text.ts';
import { atMost, isVisible, plainText, uuid } from './validation.ts';

export const conversationParams = z.object({ conversationId: uuid });

/** The client makes `id`: the same id is the same message. */
export const sendMessageInput = z.object({
  id: uuid,
  content: plainText
    .trim()
    .min(1, 'Écris un message.')
    .check(atMost(MESSAGE_MAX))
    .refine(isVisible, 'Écris un message.'),
});

/** `before` and `after`: sequence numbers; without either, the newest page. */
export const historyQuery = z
  .object({
    before: z.coerce.number().int().positive().optional(),
    after: z.coerce.number().int().nonnegative().optional(),
    limit: z.coerce.number().int().min(1).max(200).default(HISTORY_PAGE),
  })
  .refine((query) => query.before === undefined || query.after === undefined, {
    message: 'Choisis « before » ou « after ».',
    path: ['after'],
  });

export const readInput = z.object({ seq: z.number().int().nonnegative() });

export const conversationListQuery = z.object({
  q: z.string().trim().check(atMost(SEARCH_MAX)).default(''),
  cursor: z.string().check(atMost(200)).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(CONVERSATIONS_PAGE),
});
