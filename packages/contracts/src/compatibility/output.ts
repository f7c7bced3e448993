import { z } from 'zod';

/** The answer of `/api/health/live`. */
export const liveOutput = z
  .object({ live: z.literal(true), protocol: z.number(), oldestClient: z.number() })
  .meta({ id: 'ServerProtocol' });
