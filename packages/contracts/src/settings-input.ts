import { z } from 'zod';
import { THEMES } from './settings-options.ts';
import { atMost, oneOf } from './validation.ts';

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Indique une heure, par exemple 22:00.');

export const quietHoursInput = z
  .object({ from: timeOfDay, to: timeOfDay })
  .refine(({ from, to }) => from !== to, { message: 'Choisis deux heures différentes.', path: ['to'] });

export const settingsInput = z.object({
  notifyMessages: z.boolean(),
  notifyMatching: z.boolean(),
  sound: z.boolean(),
  quietHours: quietHoursInput.nullable(),
  emailUnread: z.boolean(),
  theme: oneOf(THEMES),
});

/** `token`: from a mail; it can only stop these mails. */
export const unsubscribeQuery = z.object({ token: z.string().min(1).check(atMost(200)) });
