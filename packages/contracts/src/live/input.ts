import { z } from 'zod';
import { isWorthSending, messageInput, NOTHING_TO_SEND } from '../conversations/input.ts';
import { uuid } from '../validation.ts';
import { PRESENCE_STATES } from './protocol.ts';

/**
 * A client sends a `message` again by HTTP under the same id when neither `message.created` nor
 * `message.refused` follows. Other frames may be lost.
 */
export const clientFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ping') }),
  z
    .object({ type: z.literal('message'), conversationId: uuid, ...messageInput.shape })
    .refine(isWorthSending, NOTHING_TO_SEND),
  z.object({ type: z.literal('typing'), conversationId: uuid }),
  z.object({ type: z.literal('attention'), state: z.enum(PRESENCE_STATES) }),
]);

/** `since` is the mark that the server gave with the client's page. */
export const liveQuery = z.object({ since: z.string().max(60).optional() });

export type ClientFrame = z.output<typeof clientFrame>;
