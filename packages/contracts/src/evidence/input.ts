import { z } from 'zod';
import { FILE_NAME_MAX } from '../files/rules.ts';
import { plainLine } from '../text.ts';
import { atMost } from '../validation.ts';

export const evidenceQuery = z.object({
  name: z.string().check(atMost(FILE_NAME_MAX)).overwrite(plainLine),
});
