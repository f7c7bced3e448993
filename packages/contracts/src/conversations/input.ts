import { z } from 'zod';
import { citedFiles } from '../files/input.ts';
import { MESSAGE_FILES_MAX } from '../files/rules.ts';
import { atMost, decimal, isVisible, pageCursor, plainText, searchedText, uuid } from '../validation.ts';
import {
  CONVERSATIONS_PAGE,
  FOUND_MAX,
  FOUND_PAGE,
  HISTORY_PAGE,
  MAX_PARTICIPANTS,
  MESSAGE_MAX,
  REACTIONS,
} from './rules.ts';

export const conversationParams = z.object({ conversationId: uuid });

export const messageParams = z.object({ conversationId: uuid, messageId: uuid });

/** `sendMessageInput` and `clientFrame` add the rule that a message is not empty. */
export const messageInput = z.object({
  id: uuid,
  content: plainText.trim().check(atMost(MESSAGE_MAX)),
  replyTo: uuid.optional(),
  /** Ids of others than participants are dropped. */
  mentions: z.array(uuid).max(MAX_PARTICIPANTS).optional(),
  /** These are own uploads to the same conversation, in the order in which they are shown. */
  files: citedFiles(MESSAGE_FILES_MAX, 'Ajoute dix fichiers au plus.').optional(),
});

/** A message needs a text, files or both. */
export function isWorthSending({ content, files }: Pick<z.output<typeof messageInput>, 'content' | 'files'>) {
  return isVisible(content) || (content === '' && (files?.length ?? 0) > 0);
}

export const NOTHING_TO_SEND = { message: 'Écris un message.', path: ['content'] };

/** The client makes `id`, and the same id is the same message. */
export const sendMessageInput = messageInput.refine(isWorthSending, NOTHING_TO_SEND);

/** The text may be empty when the message has files. */
export const editMessageInput = messageInput
  .pick({ content: true })
  .refine(({ content }) => content === '' || isVisible(content), NOTHING_TO_SEND);

/** `before` and `after` are sequence numbers, `changedAfter` is a revision; none asks for the newest page. */
export const historyQuery = z
  .object({
    before: decimal(z.number().int().positive()).optional(),
    after: decimal(z.number().int().nonnegative()).optional(),
    changedAfter: decimal(z.number().int().nonnegative()).optional(),
    limit: decimal(z.number().int().min(1).max(200)).default(HISTORY_PAGE),
  })
  .refine(
    ({ before, after, changedAfter }) =>
      [before, after, changedAfter].filter((position) => position !== undefined).length <= 1,
    { message: 'Choisis « before », « after » ou « changedAfter ».', path: ['after'] },
  );

export const readInput = z.object({ seq: z.number().int().nonnegative() });

export const conversationListQuery = z.object({
  q: searchedText.default(''),
  cursor: pageCursor,
  limit: decimal(z.number().int().min(1).max(100)).default(CONVERSATIONS_PAGE),
});

const words = searchedText;
const instant = decimal(z.number().int().nonnegative());

/**
 * `from` is a name or « moi », `in` has words of the title, `files` asks for messages with files, and `since`
 * and `until` are milliseconds.
 */
export const messageSearchQuery = z.object({
  q: words.default(''),
  from: words.optional(),
  in: words.optional(),
  files: z.literal('true').optional(),
  since: instant.optional(),
  until: instant.optional(),
  limit: decimal(z.number().int().min(1).max(FOUND_MAX)).default(FOUND_PAGE),
});

export const reactionInput = z.object({
  emoji: z.enum(REACTIONS.map(({ emoji }) => emoji)),
  isOn: z.boolean(),
});

export const solutionInput = z.object({ isSolution: z.boolean() });

export const mutedInput = z.object({ isMuted: z.boolean() });

/** Messages from `seq` on are unread; without it, from the last text of somebody else. */
export const unreadInput = z.object({ seq: z.number().int().positive().optional() });
