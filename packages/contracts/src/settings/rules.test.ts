import { describe, expect, it } from 'vitest';
import { fieldErrors } from '../validation.ts';
import { settingsInput } from './input.ts';
import { DEFAULT_SETTINGS, isPaused, isQuiet, minuteOfDay } from './rules.ts';

const minute = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

describe('quiet hours', () => {
  const night = { from: '22:00', to: '08:00' };
  const lunch = { from: '12:00', to: '14:00' };
  const untilMidnight = { from: '21:00', to: '00:00' };
  const fromMidnight = { from: '00:00', to: '06:30' };
  it.each([
    [null, '03:00', false],
    [night, '21:59', false],
    [night, '22:00', true],
    [night, '23:59', true],
    [night, '00:00', true],
    [night, '07:59', true],
    [night, '08:00', false],
    [night, '12:00', false],
    [lunch, '11:59', false],
    [lunch, '12:00', true],
    [lunch, '13:59', true],
    [lunch, '14:00', false],
    [lunch, '00:00', false],
    [untilMidnight, '20:59', false],
    [untilMidnight, '23:59', true],
    [untilMidnight, '00:00', false],
    [fromMidnight, '00:00', true],
    [fromMidnight, '06:29', true],
    [fromMidnight, '06:30', false],
    [fromMidnight, '23:59', false],
    [{ from: '09:00', to: '09:00' }, '09:00', false],
  ])('%o at %s: %s', (hours, time, quiet) => {
    expect(isQuiet(hours, minute(time))).toBe(quiet);
  });
});

describe('availability', () => {
  const now = Date.parse('2026-11-17T09:00:00Z');
  it.each([
    [null, false],
    ['2026-11-17T08:59:59.999Z', false],
    ['2026-11-17T09:00:00.000Z', false],
    ['2026-11-17T09:00:00.001Z', true],
  ])('paused until %s: %s', (pausedUntil, paused) => {
    expect(isPaused({ pausedUntil }, now)).toBe(paused);
  });

  it.each([
    ['Europe/Paris', 600],
    ['America/Montreal', 240],
    ['Asia/Kolkata', 870],
    ['Pacific/Auckland', 1320],
    ['Asia/Tokyo', 1080],
  ])('minutes since midnight in %s: %i', (timeZone, minutes) => {
    expect(minuteOfDay(timeZone, now)).toBe(minutes);
  });

  it('at midnight: none', () => {
    expect(minuteOfDay('Europe/Paris', Date.parse('2026-11-16T23:00:00Z'))).toBe(0);
  });
});

describe('settings as they are sent', () => {
  it('may be the defaults, with or without quiet hours', () => {
    expect(settingsInput.parse(DEFAULT_SETTINGS)).toEqual(DEFAULT_SETTINGS);
    const quietHours = { from: '22:00', to: '08:00' };
    expect(settingsInput.parse({ ...DEFAULT_SETTINGS, quietHours }).quietHours).toEqual(quietHours);
  });

  it.each([
    [{ quietHours: { from: '24:00', to: '08:00' } }, 'quietHours.from'],
    [{ quietHours: { from: '22:00', to: '8:00' } }, 'quietHours.to'],
    [{ quietHours: { from: '22:00', to: '22:00' } }, 'quietHours.to'],
    [{ quietHours: { from: '22:00' } }, 'quietHours.to'],
    [{ theme: 'sepia' }, 'theme'],
    [{ sound: 'yes' }, 'sound'],
    [{ emailUnread: null }, 'emailUnread'],
    [{ alertsPerDay: -1 }, 'alertsPerDay'],
    [{ alertsPerDay: 1.5 }, 'alertsPerDay'],
    [{ pausedUntil: '2026-12-24' }, 'pausedUntil'],
    [{ timeZone: '' }, 'timeZone'],
  ])('%o is refused at %s', (wrong, field) => {
    const { error } = settingsInput.safeParse({ ...DEFAULT_SETTINGS, ...wrong });
    expect(Object.keys(fieldErrors(error?.issues ?? []))).toEqual([field]);
  });
});
