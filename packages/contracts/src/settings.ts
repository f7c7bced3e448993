import type { z } from 'zod';
import type { THEMES } from './settings-options.ts';
import type { settingsOutput } from './settings-output.ts';

export type Theme = (typeof THEMES)[number]['id'];

/** In the member's time zone; may span midnight. `to` is the first minute after it. */
export type QuietHours = NonNullable<Settings['quietHours']>;

/** The same on all devices. */
export type Settings = z.infer<typeof settingsOutput>;

export const DEFAULT_SETTINGS: Settings = {
  notifyMessages: true,
  notifyMatching: true,
  sound: true,
  quietHours: null,
  emailUnread: true,
  theme: 'system',
};

export const PROPOSED_QUIET_HOURS: QuietHours = { from: '22:00', to: '08:00' };

/** See docs/specification.md#settings-and-notifications. */
export const UNREAD_MAIL_MINUTES = 15;

/** `minuteOfDay`: minutes since the member's midnight. */
export function isQuiet(quietHours: QuietHours | null, minuteOfDay: number): boolean {
  if (!quietHours) return false;
  const from = minutesOf(quietHours.from);
  const to = minutesOf(quietHours.to);
  return from < to
    ? minuteOfDay >= from && minuteOfDay < to
    : from > to && (minuteOfDay >= from || minuteOfDay < to);
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}
