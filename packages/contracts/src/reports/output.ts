import { z } from 'zod';

export const reportedOutput = z.object({ id: z.string() }).meta({ id: 'Reported' });
