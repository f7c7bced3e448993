import { z } from 'zod';
import { component } from '../shared-output.ts';

export const reportedOutput = component('Reported', { id: z.string() });
