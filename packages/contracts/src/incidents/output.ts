import { z } from 'zod';
import { component, instant } from '../shared-output.ts';
import { oneOf } from '../validation.ts';
import { INCIDENT_ANSWERS, INCIDENT_STATES, TOOLS } from './rules.ts';

/** The SOS that made it are left out, because the banner names nobody. */
export const incidentOutput = component('Incident', {
  id: z.string(),
  tool: oneOf(TOOLS),
  state: oneOf(INCIDENT_STATES),
  ongoing: z.number(),
  restored: z.number(),
  /** The vote is the viewer’s own. */
  vote: oneOf(INCIDENT_ANSWERS).nullable(),
  /** It begins with its first SOS. */
  since: instant,
});
