import { z } from 'zod';

export const liveOutput = z
  .object({ live: z.literal(true), protocol: z.number(), oldestClient: z.number() })
  .meta({ id: 'ServerProtocol' });
