import { z } from 'zod';
import { REACTIONS } from './reactions.ts';

export const reactionInput = z.object({
  emoji: z.enum(REACTIONS.map(({ emoji }) => emoji)),
  isOn: z.boolean(),
});

export const solutionInput = z.object({ isSolution: z.boolean() });

export const mutedInput = z.object({ isMuted: z.boolean() });

/** From this sequence number on; without one, the last text of somebody else. */
export const unreadInput = z.object({ seq: z.number().int().positive().optional() });
