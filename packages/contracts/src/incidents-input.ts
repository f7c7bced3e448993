import { z } from 'zod';
import { INCIDENT_ANSWERS } from './incidents-options.ts';
import { oneOf, uuid } from './validation.ts';

export const incidentParams = z.object({ incidentId: uuid });
export const incidentVoteInput = z.object({ answer: oneOf(INCIDENT_ANSWERS) });
