import { describe, expect, test } from 'vitest';
import {
  dayKey,
  formatAge,
  formatAgeOrDate,
  formatDate,
  formatDateTime,
  formatDay,
  formatDecimal,
  formatShortDate,
  formatSince,
  plural,
} from './format.ts';

const now = new Date(2026, 10, 20, 14, 0).getTime();
const HOUR = 3_600_000;

describe('ages', () => {
  test.each([
    [0, '< 1h'],
    [HOUR - 1, '< 1h'],
    [HOUR, '1\u00a0h'],
    [24 * HOUR - 1, '23\u00a0h'],
    [24 * HOUR, '1\u00a0j'],
    [40 * 24 * HOUR, '40\u00a0j'],
    [-HOUR, '< 1h'],
  ])('%d ms ago reads %s', (age, text) => {
    expect(formatAge(now - age, now)).toBe(text);
  });

  test('a conversation shows its date once seven days have passed', () => {
    expect(formatAgeOrDate(now - 7 * 24 * HOUR, now)).toBe('7\u00a0j');
    expect(formatAgeOrDate(now - 7 * 24 * HOUR - 1, now)).toBe('13\u00a0nov.\u00a02026');
  });
});

describe('days', () => {
  test('are named when they are near, in local time', () => {
    expect(formatDay(new Date(2026, 10, 20, 0, 1), now)).toBe('Aujourd’hui');
    expect(formatDay(new Date(2026, 10, 19, 23, 59), now)).toBe('Hier');
    expect(formatDay(new Date(2026, 10, 17, 12), now)).toBe('mardi 17 novembre');
  });

  test('carry their year when it is another one', () => {
    expect(formatDay(new Date(2025, 11, 31, 12), now)).toBe('mercredi 31 décembre 2025');
  });

  test('are written « 1er » on the first of a month', () => {
    expect(formatDate(new Date(2026, 10, 1))).toBe('1er novembre 2026');
    expect(formatDate(new Date(2026, 10, 11))).toBe('11 novembre 2026');
    expect(formatShortDate(new Date(2026, 10, 1))).toBe('1er\u00a0nov.\u00a02026');
    expect(formatDay(new Date(2026, 9, 1), now)).toBe('jeudi 1er octobre');
  });

  test.each([
    [new Date(2026, 10, 20, 2, 0), 'depuis 2\u00a0h du matin'],
    [new Date(2026, 10, 20, 13, 5), 'depuis 13\u00a0h\u00a005'],
    [new Date(2026, 10, 19, 14, 0), 'depuis hier à 14\u00a0h'],
    [new Date(2026, 10, 1, 14, 0), 'depuis le 1er novembre à 14\u00a0h'],
    [new Date(2025, 10, 1, 14, 0), 'depuis le 1er novembre 2025 à 14\u00a0h'],
  ])('say since when, the nearer the shorter: %s', (since, text) => {
    expect(formatSince(since, now)).toBe(text);
  });

  test('survive the change to winter time', () => {
    expect(formatDay(new Date(2026, 9, 24, 23, 30), new Date(2026, 9, 25, 23, 30))).toBe('Hier');
    expect(dayKey(new Date(2026, 9, 25, 2, 30))).toBe('2026-10-25');
  });

  test('come with the time where it matters', () => {
    expect(formatDateTime(new Date(2026, 10, 17, 9, 5))).toBe('17 novembre 2026 à 09:05');
  });
});

test('the plural begins at two', () => {
  expect(plural(0, 'membre')).toBe('0\u00a0membre');
  expect(plural(1, 'membre')).toBe('1\u00a0membre');
  expect(plural(2, 'membre')).toBe('2\u00a0membres');
  expect(plural(12_345, 'cheval', 'chevaux')).toBe('12\u202f345\u00a0chevaux');
});

test('averages have one decimal', () => {
  expect(formatDecimal(4.56)).toBe('4,6');
  expect(formatDecimal(5)).toBe('5,0');
});
