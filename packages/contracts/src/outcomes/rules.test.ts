import { expect, it } from 'vitest';
import { memberOutcomesText } from './rules.ts';

it.each([
  [0, 0, null],
  [0, 1, null],
  [2, 2, null],
  [0, 3, '0 solution sur 3 tient à 30\u00a0jours'],
  [1, 3, '1 solution sur 3 tient à 30\u00a0jours'],
  [9, 11, '9 solutions sur 11 tiennent à 30\u00a0jours'],
])('says how many solutions hold, %i of %i, when they are enough to tell', (held, answered, text) => {
  expect(memberOutcomesText({ held, answered })).toBe(text);
});
