import type { z } from 'zod';
import type { THEMES } from './settings-options.ts';
import type { settingsOutput } from './settings-output.ts';

export type Theme = (typeof THEMES)[number]['id'];

/** A span of the member's own day, « 22:00 » to « 08:00 »; it may span midnight. `to` is the first minute after it. */
export type QuietHours = NonNullable<Settings['quietHours']>;

/** What a member chose about notifications and appearance; the same on all of the member's devices. */
export type Settings = z.infer<typeof settingsOutput>;

/** For whoever has chosen nothing yet. */
export const DEFAULT_SETTINGS: Settings = {
  notifyMessages: true,
  notifyMatching: true,
  sound: true,
  quietHours: null,
  emailUnread: true,
  theme: 'system',
};

/** What is proposed to whoever switches quiet hours on. */
export const PROPOSED_QUIET_HOURS: QuietHours = { from: '22:00', to: '08:00' };

/** Minutes after which an unread message is told by e-mail (docs/specification.md#settings-and-notifications). */
export const UNREAD_MAIL_MINUTES = 15;

/** Whether a moment, in minutes since the member's midnight, lies in the quiet hours. */
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
