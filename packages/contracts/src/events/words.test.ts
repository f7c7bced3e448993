import { expect, it } from 'vitest';
import { eventWhen, eventWhenIn, zoneName } from './words.ts';

const paris = {
  localStart: '2026-12-10T18:30',
  timeZone: 'Europe/Paris',
  startsAt: '2026-12-10T17:30:00.000Z',
};

it('says the day and the hour of the event, and its zone', () => {
  expect(eventWhen(paris)).toBe('jeudi 10 décembre à 18\u00a0h\u00a030 (heure de Paris)');
  expect(eventWhen({ ...paris, localStart: '2026-12-01T09:00', timeZone: 'Indian/Reunion' })).toBe(
    'mardi 1er décembre à 9\u00a0h (heure de La Réunion)',
  );
});

it('says the reader’s clock where it differs, with its own day', () => {
  expect(eventWhenIn(paris, 'Europe/Brussels')).toBeNull();
  expect(eventWhenIn(paris, 'America/Montreal')).toBe(
    'jeudi 10 décembre à 12\u00a0h\u00a030 (heure de Montréal)',
  );
  expect(eventWhenIn(paris, 'Pacific/Noumea')).toBe(
    'vendredi 11 décembre à 4\u00a0h\u00a030 (heure de Nouméa)',
  );
});

it('names a zone by its city', () => {
  expect(['America/New_York', 'Africa/Abidjan', 'America/Martinique'].map(zoneName)).toEqual([
    'heure de New York',
    'heure d’Abidjan',
    'heure de la Martinique',
  ]);
});
