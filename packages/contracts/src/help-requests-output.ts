import { z } from 'zod';
import { errorCodes } from './errors.ts';
import { memberRefOutput } from './profiles-output.ts';
import { instant } from './shared-output.ts';
import { sosOutput } from './sos-output.ts';

export const askableSosOutput = sosOutput
  .pick({ id: true, title: true })
  .extend({
    /** When the viewer invited this member. */
    requestedAt: instant.nullable(),
    /** Null while it is possible, or once it is done. */
    denied: z.enum(errorCodes).nullable(),
  })
  .meta({ id: 'AskableSos' });

export const helpRequestOutput = z
  .object({ sos: sosOutput.pick({ id: true, title: true }), requester: memberRefOutput })
  .meta({ id: 'HelpRequest' });
