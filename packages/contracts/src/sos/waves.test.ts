import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../settings/rules.ts';
import { type Candidate, compareCandidates, silenceReason, waveDelay } from './waves.ts';

/** It is ten in the morning in Paris. */
const now = Date.parse('2026-11-17T09:00:00Z');
const candidate = (values: Partial<Candidate> = {}): Candidate => ({
  memberId: 'm',
  sharesSpecialty: false,
  helped: 0,
  isAlike: false,
  alertsToday: 0,
  alertsThisWeek: 0,
  waitingSince: 1000,
  settings: DEFAULT_SETTINGS,
  ...values,
});
const calm = { isUrgent: false };
const urgent = { isUrgent: true };

describe('who is available', () => {
  const quietHours = { from: '09:00', to: '11:00' };
  const soon = '2026-11-17T09:00:01.000Z';
  it.each([
    ['nobody else', {}, 0, calm, null],
    ['below the cap', {}, 2, calm, null],
    ['at the cap', {}, 3, calm, 'capped'],
    ['who accepts none', { alertsPerDay: 0 }, 0, urgent, 'declined'],
    ['who wants no requests', { notifyMatching: false }, 0, urgent, 'declined'],
    ['in a pause', { pausedUntil: '2026-11-17T09:00:01.000Z' }, 0, urgent, 'paused'],
    ['after a pause', { pausedUntil: '2026-11-17T09:00:00.000Z' }, 0, calm, null],
    ['in quiet hours', { quietHours }, 0, urgent, 'quiet-hours'],
    ['undisturbed for a while', { quietUntil: soon }, 0, calm, 'undisturbed'],
    ['undisturbed, urgent', { quietUntil: soon, urgentInQuietHours: true }, 0, urgent, null],
    ['in quiet hours of another place', { quietHours, timeZone: 'Asia/Tokyo' }, 0, calm, null],
    ['in quiet hours, urgent', { quietHours, urgentInQuietHours: true }, 0, urgent, null],
    ['in quiet hours, not urgent', { quietHours, urgentInQuietHours: true }, 0, calm, 'quiet-hours'],
  ])('%s', (_, settings, alertsToday, sos, expected) => {
    const member = candidate({ settings: { ...DEFAULT_SETTINGS, ...settings }, alertsToday });
    expect(silenceReason(member, sos, now)).toBe(expected);
  });
});

it('the order: specialty, history, shop, fewest alerts, longest wait, id', () => {
  const inOrder = [
    candidate({ memberId: '1', sharesSpecialty: true, alertsThisWeek: 9 }),
    candidate({ memberId: '2', helped: 3, alertsThisWeek: 1 }),
    candidate({ memberId: '3', helped: 30, alertsThisWeek: 2 }),
    candidate({ memberId: '4', helped: 1 }),
    candidate({ memberId: '5', isAlike: true, alertsThisWeek: 5 }),
    candidate({ memberId: '6', waitingSince: 1 }),
    candidate({ memberId: '7' }),
    candidate({ memberId: '8' }),
    candidate({ memberId: '9', waitingSince: 2000 }),
    candidate({ memberId: '0', alertsThisWeek: 1, waitingSince: 1 }),
  ];
  expect(inOrder.toReversed().sort(compareCandidates)).toEqual(inOrder);
});

it('the times, in minutes', () => {
  const minutes = (sos: typeof calm) => [1, 2, 3, 4].map((step) => waveDelay(step, sos) / 60_000);
  expect([minutes(calm), minutes(urgent)]).toEqual([
    [0, 15, 45, 120],
    [0, 5, 15, 30],
  ]);
});
