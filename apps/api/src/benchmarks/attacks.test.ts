import { type MetricId, metricOf } from '@guilde/contracts/benchmarks/metrics.ts';
import { expect, it } from 'vitest';
import { seeded } from '../../test/seeded.ts';
import { cellsOf } from './cells.ts';
import type { Contributor } from './people.ts';

/** Attackers have what is published, their own figures, and know who else answered. */
const METRIC: MetricId = 'conversion';
const { step, bounds } = metricOf(METRIC);
const { max } = bounds;

type Shop = Contributor & { value: number };

const shop = (memberId: string, value: number, more: Partial<Contributor> = {}): Shop => ({
  ...{ memberId, personId: memberId, sector: 'fashion', band: '0-50', value },
  ...more,
});
const crowd = (values: readonly number[], name = 'm', more: Partial<Contributor> = {}) =>
  values.map((value, index) => shop(`${name}${index}`, value, more));

function publish(all: readonly Shop[], before?: { members: Map<string, ReadonlySet<string>> }) {
  const answers = all.map(({ memberId, value }) => ({ memberId, metric: METRIC, value }));
  const former = [...(before?.members ?? [])].flatMap(([key, members]) =>
    [...members].map((personId) => ({ metric: METRIC, key, personId })),
  );
  const counted = cellsOf({ answers, contributors: all, former });
  return {
    figures: new Map(counted.map(({ cell: { key, ...figures } }) => [key, figures])),
    members: new Map(counted.map(({ cell, memberIds }) => [cell.key, memberIds])),
  };
}

function values(count: number, random: () => number): number[] {
  return Array.from({ length: count }, () => (5 + Math.floor(random() * 60)) * step);
}

it('two filters: nobody is alone in a sector and a band, whatever cells are held beside each other', () => {
  const random = seeded();
  const all = [
    ...crowd(values(12, random), 'fashion', { band: '50-500' }),
    ...crowd(values(9, random), 'beauty', { sector: 'beauty' }),
    ...crowd(values(6, random), 'home', { sector: 'home', band: '50-500' }),
    shop('victim', 40 * step, { sector: 'food', band: '500+' }),
  ];
  const { members } = publish(all);
  const sectors = ['sector:fashion', 'sector:beauty', 'sector:home+food'];
  expect([...members.keys()]).toEqual(['all', ...sectors, 'band:0-50', 'band:50-500+500+']);
  for (const one of members.values())
    for (const other of members.values())
      for (const set of [one, one.difference(other)])
        if (set.has('victim')) expect(set.size).toBeGreaterThanOrEqual(5);
});

it('two waves: who joins or leaves a small sector is in no figure of it that could be held against the last one', () => {
  const random = seeded();
  const rest = crowd(values(20, random), 'beauty', { sector: 'beauty', band: '50-500' });
  const small = crowd(values(6, random), 'fashion');
  const victim = shop('victim', 40 * step);
  const [without, withVictim] = [
    [...small, ...rest],
    [...small, victim, ...rest],
  ];
  expect(publish(without).figures.has('sector:fashion')).toBe(true);
  for (const [first, second] of [
    [without, withVictim],
    [withVictim, without],
  ] as const)
    expect([...publish(second, publish(first)).figures.keys()]).toEqual(['all']);
});

it('bisection: a figure that is changed from wave to wave finds no figure of others, only a mean of them', () => {
  const random = seeded();
  for (let round = 0; round < 50; round += 1) {
    const others = values(6, random).sort((one, other) => one - other);
    const seen = new Set<number>();
    for (let own = step; own <= max; own += step)
      seen.add(publish([...crowd(others), shop('attacker', own)]).figures.get('all')?.centre ?? 0);
    // The attacker is one of the three in the middle at most: two others are always with them.
    const [, , low = 0, high = 0] = others;
    const [below = 0, above = 0] = [others[1], others[4]];
    const mean = (three: number[]) => three.reduce((sum, value) => sum + value, 0) / 3;
    expect(Math.min(...seen)).toBeGreaterThanOrEqual(mean([below, low, high]) - step / 2);
    expect(Math.max(...seen)).toBeLessThanOrEqual(mean([low, high, above]) + step / 2);
  }
});

it('two members who leave themselves out of the next wave, one of them or both, get nothing to subtract', () => {
  const random = seeded();
  const all = crowd(values(7, random));
  const whole = publish(all);
  for (const left of [[0], [1], [0, 1]]) {
    const later = publish(
      all.filter((_, index) => !left.includes(index)),
      whole,
    );
    expect([...later.figures]).toEqual([]);
  }
});

it('four shops around one: young accounts count as their sponsor, four independent ones learn one figure within a step', () => {
  const random = seeded();
  for (let round = 0; round < 200; round += 1) {
    const [value = 0] = values(1, random);
    const victim = shop('victim', value);
    const ends = [step, step, max, max];
    const accounts = crowd(ends, 'fake').map((one) => ({ ...one, personId: 'attacker' }));
    expect([...publish([victim, ...accounts]).figures]).toEqual([]);
    const centre = publish([victim, ...crowd(ends, 'fake')]).figures.get('all')?.centre ?? 0;
    const guess = 3 * centre - step - max;
    expect(Math.abs(guess - value)).toBeLessThanOrEqual(1.5 * step);
    const beside = shop('other', values(1, random)[0] ?? 0);
    const pair = publish([victim, beside, ...crowd(ends, 'fake')]).figures.get('all')?.centre ?? 0;
    expect(Math.abs(4 * pair - step - max - value - beside.value)).toBeLessThanOrEqual(2 * step);
  }
});
