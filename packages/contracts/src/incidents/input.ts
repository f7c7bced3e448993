import { z } from 'zod';
import { oneOf, uuid } from '../validation.ts';
import { INCIDENT_ANSWERS } from './rules.ts';

export const incidentParams = z.object({ incidentId: uuid });
export const incidentVoteInput = z.object({ answer: oneOf(INCIDENT_ANSWERS) });
