import { expect, it } from 'vitest';
import { START, simulate } from '../bench/wave-simulation.ts';
import { seeded } from './seeded.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** This is the offset of Paris in winter. */
const PARIS_MS = HOUR_MS;

/** Each member meets seven SOS a day; with three times as many, the alert caps are always full. */
const size = { members: 300, sos: 200, days: 28, answerRate: 0.1 };

it('nobody is asked more often than they accept, in a pause or in quiet hours, and waves beat telling nobody', () => {
  const random = seeded();
  const { members, sos } = simulate({ ...size, strategy: 'waves', random });
  expect(members.reduce((sum, { alerts }) => sum + alerts.length, 0)).toBeGreaterThan(8 * size.sos);
  for (const { alerts, pause, candidate } of members) {
    const { alertsPerDay, quietHours, urgentInQuietHours, notifyMatching } = candidate.settings;
    if (!notifyMatching || alertsPerDay === 0) expect(alerts).toEqual([]);
    for (const [index, at] of alerts.entries()) {
      const before = alerts[index - alertsPerDay] ?? Number.NEGATIVE_INFINITY;
      expect(at - before, 'the alert that a day allows again').toBeGreaterThanOrEqual(DAY_MS);
      expect(at >= pause.from && at < pause.to).toBe(false);
      const hour = Math.floor((at + PARIS_MS - START) / HOUR_MS) % 24;
      const isNight = hour >= 22 || hour < 8;
      if (quietHours && !urgentInQuietHours) expect(isNight).toBe(false);
    }
  }
  const median = ({ sos: all }: Pick<ReturnType<typeof simulate>, 'sos'>) =>
    all.map(({ answer, at }) => answer.at - at).sort((a, b) => a - b)[all.length / 2] ?? 0;
  const nobody = simulate({ ...size, strategy: 'nobody', random });
  expect(median({ sos })).toBeLessThan(median(nobody) / 3);
});

it('the same seed gives the same alerts', () => {
  const alerts = () => {
    const random = () => numbers.shift() ?? 0.5;
    const numbers = Array.from({ length: 5000 }, (_, at) => ((at * 7919) % 4999) / 4999);
    return simulate({ ...size, members: 60, sos: 40, strategy: 'waves', random }).members.map(
      (one) => one.alerts,
    );
  };
  expect(alerts()).toEqual(alerts());
});
