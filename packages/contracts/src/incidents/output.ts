import { z } from 'zod';
import { instant } from '../shared-output.ts';
import { oneOf } from '../validation.ts';
import { INCIDENT_ANSWERS, INCIDENT_STATES, TOOLS } from './rules.ts';

/** Without the SOS that made it: the banner says nobody’s name. */
export const incidentOutput = z
  .object({
    id: z.string(),
    tool: oneOf(TOOLS),
    state: oneOf(INCIDENT_STATES),
    ongoing: z.number(),
    restored: z.number(),
    /** The viewer’s own. */
    vote: oneOf(INCIDENT_ANSWERS).nullable(),
    /** Of its first SOS. */
    since: instant,
  })
  .meta({ id: 'Incident' });
