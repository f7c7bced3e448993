import type { z } from 'zod';
import { PERIODS } from '../retention/periods.ts';
import { isPaused, isQuiet, minuteOfDay, type Settings } from '../settings/rules.ts';
import type { alertOutput, reachOutput } from './output.ts';

/** See docs/specification.md#waves. The last one asks everybody who is available and below their cap. */
export const WAVES = 3;
/** What follows the last wave: the administrators are told. */
export const UNHELPED = WAVES + 1;
/** Members asked in a wave, for each free seat. */
export const ASKED_PER_SEAT = 2;
/** Further ones do not come before others. */
export const HELPED_COUNTED = 3;
/** From so many cases on a usual wait is shown, in so many days. */
export const USUAL_FROM = 10;
export const USUAL_DAYS = 90;
/** Alerts are erased after so many days. */
export const ALERTS_KEPT_DAYS = PERIODS.alerts.days;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Minutes after publication: the waves, and the administrators. */
const CALM = [0, 15, 45, 120];
const URGENT = [0, 5, 15, 30];

/** What somebody who is asked to help may do: `asked`, or `declined` once they cannot. */
export type Alert = z.infer<typeof alertOutput>;

/** For the author: how many are asked, and what comes next. */
export type Reach = z.infer<typeof reachOutput>;

/** Milliseconds after publication; `step` counts from 1, `UNHELPED` is the last. */
export function waveDelay(step: number, { isUrgent }: { isUrgent: boolean }): number {
  return ((isUrgent ? URGENT : CALM)[step - 1] ?? 0) * MINUTE_MS;
}

/** What is known of a member when a wave chooses. Instants in milliseconds. */
export type Candidate = {
  memberId: string;
  sharesSpecialty: boolean;
  /** Resolved SOS of the same category. */
  helped: number;
  /** The same CMS or main channel as the author. */
  isAlike: boolean;
  alertsToday: number;
  alertsThisWeek: number;
  /** The last alert; without one, the day when the profile was completed. */
  waitingSince: number;
  settings: Pick<
    Settings,
    'notifyMatching' | 'quietHours' | 'alertsPerDay' | 'pausedUntil' | 'urgentInQuietHours' | 'timeZone'
  >;
};

/** Whether the member may be asked now, in any wave. `now` in milliseconds. */
export function isAvailable(
  { settings, alertsToday }: Pick<Candidate, 'settings' | 'alertsToday'>,
  { isUrgent }: { isUrgent: boolean },
  now: number,
): boolean {
  if (!settings.notifyMatching || alertsToday >= settings.alertsPerDay) return false;
  if (isPaused(settings, now)) return false;
  if (settings.quietHours === null || (isUrgent && settings.urgentInQuietHours)) return true;
  return !isQuiet(settings.quietHours, minuteOfDay(settings.timeZone, now));
}

/** Whoever comes first is asked first; two members are never equal. */
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

/** Of the alerts that count against the cap, and for the order. */
export const ALERT_DAY_MS = DAY_MS;
export const ALERT_WEEK_MS = 7 * DAY_MS;
