import { z } from 'zod';
import { THEMES } from './settings-options.ts';
import { oneOf } from './validation.ts';

export const settingsOutput = z
  .object({
    /** A notification for a message in one of my conversations. */
    notifyMessages: z.boolean(),
    /** A notification for a new SOS that needs one of my specialties. */
    notifyMatching: z.boolean(),
    sound: z.boolean(),
    /** No notification between these hours; null: at any hour. */
    quietHours: z.object({ from: z.string(), to: z.string() }).nullable(),
    /** An e-mail for messages that stay unread. */
    emailUnread: z.boolean(),
    theme: oneOf(THEMES),
  })
  .meta({ id: 'Settings' });
