import { z } from 'zod';
import { component } from '../shared-output.ts';

export const liveOutput = component('ServerProtocol', {
  live: z.literal(true),
  protocol: z.number(),
  oldestClient: z.number(),
});
