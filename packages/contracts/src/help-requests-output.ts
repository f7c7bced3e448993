import { z } from 'zod';
import { errorCodes } from './errors.ts';
import { memberRefOutput } from './profiles-output.ts';
import { instant } from './shared-output.ts';
import { sosOutput } from './sos-output.ts';

export const askableSosOutput = sosOutput
  .pick({ id: true, title: true })
  .extend({
    /** When the viewer invited this member; null: not yet. */
    requestedAt: instant.nullable(),
    /** Why it is no longer possible; null where it is, or has been done. */
    denied: z.enum(errorCodes).nullable(),
  })
  .meta({ id: 'AskableSos' });

export const helpRequestOutput = z
  .object({ sos: sosOutput.pick({ id: true, title: true }), requester: memberRefOutput })
  .meta({ id: 'HelpRequest' });
