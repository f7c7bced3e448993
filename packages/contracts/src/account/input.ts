import { z } from 'zod';
import { uuid } from '../validation.ts';

export const sessionParams = z.object({ sessionId: uuid });
