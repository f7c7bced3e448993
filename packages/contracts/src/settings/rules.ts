import type { z } from 'zod';
import type { communitySettingsOutput, settingsOutput } from './output.ts';

export const THEMES = [
  { id: 'system', label: 'Système' },
  { id: 'light', label: 'Clair' },
  { id: 'dark', label: 'Sombre' },
] as const;

export const ALERTS_PER_DAY_MAX = 10;

export type Theme = (typeof THEMES)[number]['id'];

/** The hours of the member's time zone may span midnight; `to` is the first minute after them. */
export type QuietHours = NonNullable<Settings['quietHours']>;

export type Settings = z.infer<typeof settingsOutput>;

export type CommunitySettings = z.infer<typeof communitySettingsOutput>;

export const DEFAULT_COMMUNITY_SETTINGS: CommunitySettings = {
  voiceMessages: true,
  events: false,
  deals: false,
  benchmarks: false,
};

export const DEFAULT_SETTINGS: Settings = {
  notifyMessages: true,
  notifyMatching: true,
  sound: true,
  quietHours: null,
  emailUnread: true,
  pushExtracts: false,
  emailDigest: true,
  notifyAnnouncements: true,
  emailAnnouncements: true,
  emailReport: true,
  alertsPerDay: 3,
  pausedUntil: null,
  quietUntil: null,
  urgentInQuietHours: false,
  timeZone: 'Europe/Paris',
  theme: 'system',
};

/** Members choose one of these where the browser does not know its time zone. */
export const TIME_ZONES = [
  { id: 'Europe/Paris', label: 'Paris, Bruxelles, Genève' },
  { id: 'America/Martinique', label: 'Martinique, Guadeloupe' },
  { id: 'America/Cayenne', label: 'Guyane' },
  { id: 'America/Montreal', label: 'Montréal' },
  { id: 'Indian/Reunion', label: 'La Réunion, Maurice' },
  { id: 'Indian/Mayotte', label: 'Mayotte' },
  { id: 'Pacific/Noumea', label: 'Nouméa' },
  { id: 'Pacific/Tahiti', label: 'Tahiti' },
] as const;

export const PROPOSED_QUIET_HOURS: QuietHours = { from: '22:00', to: '08:00' };

/** See docs/specification.md#settings-and-notifications. */
export const UNREAD_MAIL_MINUTES = 15;
export const UNREAD_PUSH_SECONDS = 20;

/** The link of a mail can stop these, by changing this setting. */
export const MAIL_SETTINGS = {
  unread: 'emailUnread',
  digest: 'emailDigest',
  announcements: 'emailAnnouncements',
  report: 'emailReport',
} as const;
export type StoppableMail = keyof typeof MAIL_SETTINGS;

/** Tokens begin with the mail's name, except those of unread messages. */
export function mailOfToken(token: string): StoppableMail {
  const [name = ''] = token.split('.', 1);
  return name !== 'unread' && Object.hasOwn(MAIL_SETTINGS, name) ? (name as StoppableMail) : 'unread';
}

/** `now` is in milliseconds. */
export function isPaused({ pausedUntil }: Pick<Settings, 'pausedUntil'>, now: number): boolean {
  return pausedUntil !== null && now < Date.parse(pausedUntil);
}

const timesOfDay = new Map<string, Intl.DateTimeFormat>();

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('fr-FR', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The minutes count from midnight in that time zone; `now` is in milliseconds. */
export function minuteOfDay(timeZone: string, now: number): number {
  const known = timesOfDay.get(timeZone);
  const time = known ?? new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' });
  timesOfDay.set(timeZone, time);
  return minutesOf(time.format(now));
}

/** `minuteOfDay` counts from the member's midnight. */
export function isQuiet(quietHours: QuietHours | null, minuteOfDay: number): boolean {
  if (!quietHours) return false;
  const from = minutesOf(quietHours.from);
  const to = minutesOf(quietHours.to);
  return from < to
    ? minuteOfDay >= from && minuteOfDay < to
    : from > to && (minuteOfDay >= from || minuteOfDay < to);
}

/**
 * Says what keeps devices silent: « Ne pas déranger », which ends by itself, or quiet hours in that time zone.
 * `now` is in milliseconds.
 */
export function quietReason(
  { quietUntil, quietHours }: Pick<Settings, 'quietUntil' | 'quietHours'>,
  minuteOfDay: () => number,
  now: number,
): 'undisturbed' | 'quiet-hours' | null {
  if (quietUntil !== null && now < Date.parse(quietUntil)) return 'undisturbed';
  return quietHours && isQuiet(quietHours, minuteOfDay()) ? 'quiet-hours' : null;
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}
