import { z } from 'zod';
import { atMost, oneOf } from '../validation.ts';
import { ALERTS_PER_DAY_MAX, isTimeZone, THEMES } from './rules.ts';

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Indique une heure, par exemple 22:00.');

export const quietHoursInput = z
  .object({ from: timeOfDay, to: timeOfDay })
  .refine(({ from, to }) => from !== to, { message: 'Choisis deux heures différentes.', path: ['to'] });

const timeZone = z
  .string()
  .check(atMost(64))
  .refine(isTimeZone, { message: 'Choisis un fuseau horaire, par exemple Europe/Paris.' });

/** A setting that is left out keeps its value, so that two devices may change two settings at once. */
export const settingsInput = z
  .object({
    notifyMessages: z.boolean(),
    notifyMatching: z.boolean(),
    sound: z.boolean(),
    quietHours: quietHoursInput.nullable(),
    emailUnread: z.boolean(),
    theme: oneOf(THEMES),
    pushExtracts: z.boolean(),
    emailDigest: z.boolean(),
    notifyAnnouncements: z.boolean(),
    emailAnnouncements: z.boolean(),
    emailReport: z.boolean(),
    alertsPerDay: z.number().int().min(0).max(ALERTS_PER_DAY_MAX),
    pausedUntil: z.iso.datetime('Indique une date.').nullable(),
    quietUntil: z.iso.datetime('Indique une date.').nullable(),
    urgentInQuietHours: z.boolean(),
    timeZone,
  })
  .partial();

export const communitySettingsInput = z
  .object({
    voiceMessages: z.boolean(),
    events: z.boolean(),
    deals: z.boolean(),
    benchmarks: z.boolean(),
    /** Somebody read the text about competition, without which benchmarks are not switched on. */
    competitionRead: z.boolean(),
  })
  .partial();

/** The token of a mail can only stop these mails. */
export const unsubscribeQuery = z.object({ token: z.string().min(1).check(atMost(200)) });
