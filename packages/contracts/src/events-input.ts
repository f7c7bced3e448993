import { z } from 'zod';
import { ATTENTION } from './attention.ts';
import { sendMessageInput } from './conversations-input.ts';
import { uuid } from './validation.ts';

/**
 * What a client may say on the socket. A `message` is answered by an event with its id, `message.created` or
 * `message.refused`; without one it is sent again by HTTP, under the same id. Nothing else must not be lost.
 */
export const clientFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.literal('message'), conversationId: uuid, ...sendMessageInput.shape }),
  z.object({ type: z.literal('typing'), conversationId: uuid }),
  z.object({ type: z.literal('attention'), state: z.enum(ATTENTION) }),
]);

export type ClientFrame = z.output<typeof clientFrame>;
