import { expect, it } from 'vitest';
import { iso } from './clock.ts';

const at = (text: string) => Date.parse(text);

it.each([
  ['the first moment of a day', at('2026-11-22T00:00:00.000Z')],
  ['the last moment of a day', at('2026-11-22T23:59:59.999Z')],
  ['the next day', at('2026-11-23T00:00:00.000Z')],
  ['an earlier day', at('2024-02-29T12:34:56.078Z')],
  ['a moment before 1970', at('1969-12-31T23:59:59.001Z')],
  ['the first moment of 1970', 0],
  ['a part of a millisecond', at('2026-11-22T09:08:07.006Z') + 0.75],
])('writes %s as ISO 8601', (_, moment) => {
  expect(iso(moment)).toBe(new Date(moment).toISOString());
});

it('writes any order of moments right', () => {
  const moments = Array.from({ length: 500 }, (_, index) => ((index * 7_919_999_983) % 4e12) - 1e12);
  expect(moments.map(iso)).toEqual(moments.map((moment) => new Date(moment).toISOString()));
});

it('refuses what is no moment', () => {
  expect(() => iso(Number.NaN)).toThrow(RangeError);
});
