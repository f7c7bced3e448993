import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Received, scoreOf, weightsOf } from './weights.ts';

const DAY = 86_400_000;
const SEED = { seed: 40, numRuns: 300 };

const rating = fc.record({
  giverId: fc.constantFrom('claire', 'karim', 'zoe', 'paul', null),
  at: fc.integer({ min: 0, max: 200 }).map((days) => days * DAY),
  reason: fc.constantFrom<Received['reason'][]>(null, null, null, 'silent', 'branch'),
});
const ratings = fc
  .array(rating, { minLength: 1, maxLength: 30 })
  .map((list) => list.map((one, index) => ({ ...one, id: `r${index}` })));
const returned = fc.array(rating, { maxLength: 12 });

const from = (giverId: string | null, day: number): Received => ({
  ...{ id: `${giverId} ${day}`, giverId, at: day * DAY },
  reason: null,
});
const percents = (list: Received[], back: Received[] = []) =>
  list.map(({ id }) => weightsOf(list, back).get(id)?.percent);

describe('a rating counts', () => {
  it('whole by itself; not at all where nothing was written; a fifth within one young branch', () => {
    const [alone, silent, branch] = [from('claire', 0), from('karim', 0), from('zoe', 0)];
    const list: Received[] = [alone, { ...silent, reason: 'silent' }, { ...branch, reason: 'branch' }];
    expect(percents(list)).toEqual([100, 0, 20]);
  });

  it('a fifth where two rate each other more than three times in ninety days', () => {
    const given = [from('karim', 0), from('karim', 80)];
    expect(percents(given, [from('karim', 40)])).toEqual([100, 100]);
    expect(percents(given, [from('karim', 40), from('karim', 41)])).toEqual([20, 20]);
    expect(percents(given, [from('zoe', 40), from('zoe', 41)])).toEqual([100, 100]);
    expect(percents([from('karim', 0), from('karim', 95)], [from('karim', 40), from('karim', 41)])).toEqual([
      100, 100,
    ]);
  });

  it('as three together where one gives more in thirty days, and as eight where a day brings more', () => {
    expect(percents([0, 1, 2].map((day) => from('karim', day)))).toEqual([100, 100, 100]);
    expect(percents([0, 1, 2, 3].map((day) => from('karim', day)))).toEqual([75, 75, 75, 75]);
    expect(percents([0, 31, 62, 93].map((day) => from('karim', day)))).toEqual([100, 100, 100, 100]);
    const day = Array.from({ length: 16 }, (_, index) => from(`giver ${index}`, 0));
    expect(percents(day)).toEqual(Array.from({ length: 16 }, () => 50));
  });

  it('the same whatever the order in which ratings are read', () => {
    fc.assert(
      fc.property(ratings, returned, fc.infiniteStream(fc.nat()), (list, back, keys) => {
        const shuffled = list
          .map((one) => ({ one, key: keys.next().value }))
          .sort((a, b) => a.key - b.key)
          .map(({ one }) => one);
        const weights = weightsOf(list, back);
        for (const [id, weight] of weightsOf(shuffled, [...back].reverse()))
          expect(weights.get(id)).toEqual(weight);
      }),
      SEED,
    );
  });

  it('no more for being one of many by the same giver', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), (count) => {
        const all = percents(Array.from({ length: count }, (_, index) => from('karim', index / 100)));
        expect(all.reduce<number>((sum, percent = 0) => sum + percent, 0)).toBeLessThanOrEqual(320);
      }),
      SEED,
    );
  });
});

describe('the score', () => {
  it('lies between the community’s mean and the member’s own, nearer to the latter the more count', () => {
    expect(scoreOf({ sum: 0, weight: 0, prior: 4.2 })).toBe(4.2);
    expect(scoreOf({ sum: 2500, weight: 500, prior: 4 })).toBe(4.5);
    expect(scoreOf({ sum: 22_500, weight: 4500, prior: 4 })).toBe(4.9);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 100, max: 500 }),
        (own, count, hundredths) => {
          const prior = hundredths / 100;
          const score = scoreOf({ sum: own * count * 100, weight: count * 100, prior });
          expect(score).toBeGreaterThanOrEqual(Math.min(own, prior) - 0.05);
          expect(score).toBeLessThanOrEqual(Math.max(own, prior) + 0.05);
        },
      ),
      SEED,
    );
  });
});
