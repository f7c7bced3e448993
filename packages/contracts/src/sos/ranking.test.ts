import { expect, it } from 'vitest';
import { feedRank, lowestRank, parisDay, parisMidnight } from './ranking.ts';

const at = (text: string) => Date.parse(text);
const dayOf = (date: string) => at(`${date}T00:00:00Z`) / 86_400_000;

it.each([
  ['2026-11-17T22:59:59Z', '2026-11-17'],
  ['2026-11-17T23:00:00Z', '2026-11-18'],
  ['2026-07-14T21:59:59Z', '2026-07-14'],
  ['2026-07-14T22:00:00Z', '2026-07-15'],
  ['2026-03-29T00:30:00Z', '2026-03-29'],
  ['2026-12-31T23:30:00Z', '2027-01-01'],
])('%s is on %s in Paris', (instant, date) => {
  expect(parisDay(at(instant))).toBe(dayOf(date));
});

it.each(['2026-11-17', '2026-07-14', '2026-03-29', '2026-03-30', '2026-10-25', '2026-10-26'])(
  'finds the midnight at which %s begins in Paris',
  (date) => {
    const midnight = parisMidnight(dayOf(date));
    expect([parisDay(midnight), parisDay(midnight - 1)]).toEqual([dayOf(date), dayOf(date) - 1]);
  },
);

it('puts urgent first within a day, and a newer day before everything', () => {
  const today = at('2026-11-17T09:00:00Z');
  const tomorrow = at('2026-11-18T09:00:00Z');
  expect(feedRank(today, true)).toBe(feedRank(today, false) + 1);
  expect(feedRank(tomorrow, false)).toBeGreaterThan(feedRank(today, true));
});

it.each([
  ['today', '2026-11-17'],
  ['week', '2026-11-16'],
  ['month', '2026-11-01'],
] as const)('on a Tuesday evening « %s » starts on %s', (filter, first) => {
  expect(lowestRank(filter, at('2026-11-17T20:00:00Z'))).toBe(2 * dayOf(first));
});

it('starts the week of a Sunday on the Monday before', () => {
  expect(lowestRank('week', at('2026-11-22T12:00:00Z'))).toBe(2 * dayOf('2026-11-16'));
  expect(lowestRank('week', at('2026-11-22T23:30:00Z'))).toBe(2 * dayOf('2026-11-23'));
  expect(lowestRank('all', at('2026-11-22T12:00:00Z'))).toBeNull();
});
