import { z } from 'zod';
import { THEMES } from './settings-options.ts';
import { oneOf } from './validation.ts';

export const settingsOutput = z
  .object({
    notifyMessages: z.boolean(),
    /** New SOS in the member's specialties. */
    notifyMatching: z.boolean(),
    sound: z.boolean(),
    /** None between these hours. */
    quietHours: z.object({ from: z.string(), to: z.string() }).nullable(),
    /** For messages that stay unread. */
    emailUnread: z.boolean(),
    theme: oneOf(THEMES),
  })
  .meta({ id: 'Settings' });
