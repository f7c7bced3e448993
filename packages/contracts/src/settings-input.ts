import { z } from 'zod';
import { THEMES } from './settings-options.ts';
import { atMost, oneOf } from './validation.ts';

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Indique une heure, par exemple 22:00.');

export const quietHoursInput = z
  .object({ from: timeOfDay, to: timeOfDay })
  .refine(({ from, to }) => from !== to, { message: 'Choisis deux heures différentes.', path: ['to'] });

/** All settings at once. */
export const settingsInput = z.object({
  notifyMessages: z.boolean(),
  notifyMatching: z.boolean(),
  sound: z.boolean(),
  quietHours: quietHoursInput.nullable(),
  emailUnread: z.boolean(),
  theme: oneOf(THEMES),
});

/** `token`: from the link in a mail; it stops the mails of one member and can do nothing else. */
export const unsubscribeQuery = z.object({ token: z.string().min(1).check(atMost(200)) });
