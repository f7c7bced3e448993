import { z } from 'zod';
import { isWorthSending, messageInput, NOTHING_TO_SEND } from '../conversations/input.ts';
import { uuid } from '../validation.ts';
import { PRESENCE_STATES } from './protocol.ts';

/**
 * A `message` without `message.created` or `message.refused` is sent again by HTTP, under the same id. Other frames
 * may be lost.
 */
export const clientFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ping') }),
  z
    .object({ type: z.literal('message'), conversationId: uuid, ...messageInput.shape })
    .refine(isWorthSending, NOTHING_TO_SEND),
  z.object({ type: z.literal('typing'), conversationId: uuid }),
  z.object({ type: z.literal('attention'), state: z.enum(PRESENCE_STATES) }),
]);

export type ClientFrame = z.output<typeof clientFrame>;
