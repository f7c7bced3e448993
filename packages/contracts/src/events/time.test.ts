import { expect, it } from 'vitest';
import { createEventInput } from './input.ts';
import { occurrences } from './rules.ts';
import { instantOf, localTime } from './time.ts';

const at = (local: string, zone = 'Europe/Paris') => {
  const instant = instantOf(local, zone);
  return instant === null ? null : new Date(instant).toISOString();
};

it('reads a local time in its zone, on both sides of the changes of 2026 and 2027', () => {
  expect(at('2026-12-08T18:30')).toBe('2026-12-08T17:30:00.000Z');
  expect(at('2026-10-24T18:30')).toBe('2026-10-24T16:30:00.000Z');
  expect(at('2026-10-25T18:30')).toBe('2026-10-25T17:30:00.000Z');
  expect(at('2027-03-27T18:30')).toBe('2027-03-27T17:30:00.000Z');
  expect(at('2027-03-28T18:30')).toBe('2027-03-28T16:30:00.000Z');
  expect(at('2026-12-08T18:30', 'Indian/Reunion')).toBe('2026-12-08T14:30:00.000Z');
  expect(at('2026-12-08T18:30', 'America/Montreal')).toBe('2026-12-08T23:30:00.000Z');
});

it('refuses an hour that does not exist, and takes the first of a doubled one', () => {
  expect(at('2027-03-28T02:30')).toBeNull();
  expect(at('2027-03-28T01:59')).toBe('2027-03-28T00:59:00.000Z');
  expect(at('2027-03-28T03:00')).toBe('2027-03-28T01:00:00.000Z');
  expect(at('2027-10-31T02:30')).toBe('2027-10-31T00:30:00.000Z');
  expect(at('2027-10-31T03:00')).toBe('2027-10-31T02:00:00.000Z');
  expect(at('demain')).toBeNull();
  expect(at('2027-02-30T10:00')).toBeNull();
});

it('says why a skipped hour is refused, at its field', () => {
  const event = {
    id: '7b0f3c52-2f0a-4a53-8f55-5a3b1ac9a001',
    kind: 'room',
    title: 'Retours après les fêtes',
    description: 'On compare.',
    localStart: '2027-03-28T02:30',
    timeZone: 'Europe/Paris',
    minutes: 60,
    capacity: 9,
  };
  const fields = createEventInput
    .safeParse(event)
    .error?.issues.map(({ path, message }) => [path[0], message]);
  expect(fields).toEqual([
    ['localStart', 'Cette heure n’existe pas ce jour-là\u00a0: on passe à l’heure d’été.'],
    ['capacity', '8 places au plus.'],
  ]);
});

it('repeats on the clock, not by hours, and keeps the weekday of a month', () => {
  expect(occurrences('2026-10-20T18:30', 'weekly', 3)).toEqual([
    '2026-10-20T18:30',
    '2026-10-27T18:30',
    '2026-11-03T18:30',
  ]);
  expect(occurrences('2026-10-20T18:30', 'fortnightly', 2)).toEqual(['2026-10-20T18:30', '2026-11-03T18:30']);
  expect(occurrences('2026-12-08T18:30', 'monthly', 3)).toEqual([
    '2026-12-08T18:30',
    '2027-01-12T18:30',
    '2027-02-09T18:30',
  ]);
  expect(occurrences('2026-12-31T10:00', 'monthly', 3)).toEqual([
    '2026-12-31T10:00',
    '2027-01-28T10:00',
    '2027-02-25T10:00',
  ]);
  expect(occurrences('2026-12-08T18:30', 'none', 5)).toEqual(['2026-12-08T18:30']);
  for (const local of occurrences('2027-03-21T18:30', 'weekly', 3)) {
    const instant = instantOf(local, 'Europe/Paris') ?? 0;
    expect(localTime(instant, 'Europe/Paris')).toBe(local);
  }
});
