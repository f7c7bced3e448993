import type { z } from 'zod';
import type { NoticeReason } from '../notices/channels.ts';
import { isPaused, minuteOfDay, quietReason, type Settings } from '../settings/rules.ts';
import type { alertOutput, reachOutput } from './output.ts';

/** The last wave asks everybody who is available and below their cap (docs/specification.md#waves). */
export const WAVES = 3;
/** After the last wave the administrators are notified. */
export const UNHELPED = WAVES + 1;
/** A wave asks so many members for each free seat. */
export const ASKED_PER_SEAT = 2;
/** Further ones do not improve the rank. */
export const HELPED_COUNTED = 3;
/** The usual wait is shown from so many cases on. */
export const USUAL_FROM = 10;
export const USUAL_DAYS = 90;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** The minutes count from the publication to each wave and to the administrators' notification. */
const CALM = [0, 15, 45, 120];
const URGENT = [0, 5, 15, 30];

/** A member who is asked to help has `asked`, and `declined` once they cannot. */
export type Alert = z.infer<typeof alertOutput>;

export type Reach = z.infer<typeof reachOutput>;

/** The delay is in milliseconds; `step` counts from 1, and `UNHELPED` is the last. */
export function waveDelay(step: number, { isUrgent }: { isUrgent: boolean }): number {
  return ((isUrgent ? URGENT : CALM)[step - 1] ?? 0) * MINUTE_MS;
}

/** A wave chooses by these. The instants are in milliseconds. */
export type Candidate = {
  memberId: string;
  sharesSpecialty: boolean;
  /** The number counts resolved SOS of the same category. */
  helped: number;
  /** The member has the same CMS or main channel as the author. */
  isAlike: boolean;
  alertsToday: number;
  alertsThisWeek: number;
  /** It is the time of the last alert, or of the completed profile without one. */
  waitingSince: number;
  settings: Settings;
};

/** Says what keeps any wave from asking the member now, or null; `now` is in milliseconds. */
export function silenceReason(
  { settings, alertsToday }: Pick<Candidate, 'settings' | 'alertsToday'>,
  { isUrgent }: { isUrgent: boolean },
  now: number,
): NoticeReason | null {
  if (!settings.notifyMatching || settings.alertsPerDay === 0) return 'declined';
  if (alertsToday >= settings.alertsPerDay) return 'capped';
  if (isPaused(settings, now)) return 'paused';
  if (isUrgent && settings.urgentInQuietHours) return null;
  return quietReason(settings, () => minuteOfDay(settings.timeZone, now), now);
}

/** The first member is asked first, and two members are never equal. */
export function compareCandidates(a: Candidate, b: Candidate): number {
  return (
    Number(b.sharesSpecialty) - Number(a.sharesSpecialty) ||
    Math.min(b.helped, HELPED_COUNTED) - Math.min(a.helped, HELPED_COUNTED) ||
    Number(b.isAlike) - Number(a.isAlike) ||
    a.alertsThisWeek - b.alertsThisWeek ||
    a.waitingSince - b.waitingSince ||
    (a.memberId < b.memberId ? -1 : 1)
  );
}

/** Alerts within it count against the cap and for the order. */
export const ALERT_DAY_MS = DAY_MS;
export const ALERT_WEEK_MS = 7 * DAY_MS;
