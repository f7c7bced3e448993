import { z } from 'zod';
import { uuid } from './validation.ts';

export const helpRequestInput = z.object({ memberId: uuid });
