import { expect, it } from 'vitest';
import { newUuid } from './uuid.ts';
import { uuid } from './validation.ts';

it('makes ids that the contracts take, never twice the same', () => {
  const ids = Array.from({ length: 2000 }, () => newUuid());
  for (const id of ids) expect(uuid.parse(id)).toBe(id);
  expect(new Set(ids).size).toBe(2000);
});

it('makes ids in the order of their time', () => {
  const moments = [0, 1, Date.parse('2026-11-22'), Date.parse('2026-11-22') + 1, 2 ** 48 - 1];
  const ids = moments.map((moment) => newUuid(moment));
  expect(ids.toSorted()).toEqual(ids);
  expect(ids[0]).toMatch(/^00000000-0000-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});
