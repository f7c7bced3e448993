import { METRICS, type MetricId, metricOf } from '@guilde/contracts/benchmarks/metrics.ts';
import { MONTHLY_ORDERS, SECTORS } from '@guilde/contracts/profiles/rules.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellsOf } from './cells.ts';

const SEED = 20_261;
const METRIC: MetricId = 'conversion';
const STEP = metricOf(METRIC).step;

type Input = Parameters<typeof cellsOf>[0];
type Contributor = Input['contributors'][number];
type Shop = Contributor & { value: number };

const sectorIds = SECTORS.map(({ id }) => id);
const bandIds = MONTHLY_ORDERS.map(({ id }) => id);

/** The first sectors and bands are frequent, so that merged, alone and cross cells all come up. */
const shops = ({ folds = true } = {}) =>
  fc
    .array(
      fc.record({
        sector: fc.oneof(fc.constantFrom(...sectorIds.slice(0, 3)), fc.constantFrom(...sectorIds)),
        band: fc.oneof(fc.constantFrom(...bandIds.slice(0, 2)), fc.constantFrom(...bandIds)),
        step: fc.oneof(fc.integer({ min: 1, max: 250 }), fc.integer({ min: 20, max: 30 })),
        sponsor: fc.option(fc.nat(89), { freq: 4 }),
      }),
      { maxLength: 90, size: 'max' },
    )
    .map((rows) =>
      rows.map(({ sector, band, step, sponsor }, index): Shop => {
        const memberId = `m${index}`;
        const counts = folds && sponsor !== null && sponsor < index && rows[sponsor]?.sponsor === null;
        return { memberId, personId: counts ? `m${sponsor}` : memberId, sector, band, value: step * STEP };
      }),
    );

function publish(all: readonly Shop[], former: Input['former'] = []) {
  const answers = all.map(({ memberId, value }) => ({ memberId, metric: METRIC, value }));
  const counted = cellsOf({ answers, contributors: all, former });
  const cells = counted.map(({ cell }) => cell);
  const members = new Map(counted.map(({ cell, memberIds }) => [cell.key, memberIds]));
  const inside = (key: string) => all.filter(({ memberId }) => members.get(key)?.has(memberId));
  return { cells, inside, people: new Set(all.map(({ personId }) => personId)).size };
}

const keysOf = (all: readonly Shop[], former?: Input['former']) =>
  publish(all, former).cells.map(({ key }) => key);

function holds<T>(of: fc.Arbitrary<T>, property: (value: T) => void, numRuns = 300): void {
  fc.assert(fc.property(of, property), { seed: SEED, numRuns });
}

const some = (count: number, more: Partial<Shop> = {}, from = 0): Shop[] =>
  Array.from({ length: count }, (_, index) => {
    const memberId = `${more.sector ?? ''}${more.band ?? ''}${from + index}`;
    return {
      memberId,
      personId: memberId,
      sector: 'fashion',
      band: '0-50',
      value: (index + 1) * STEP,
      ...more,
    };
  });

const formerly = (key: string, all: readonly Shop[]): Input['former'] =>
  all.map(({ personId }) => ({ metric: METRIC, key, personId }));

describe('a published number', () => {
  it('is the mean of three or four answers of as many people around its rank, on the grid', () => {
    holds(shops(), (all) => {
      const { cells, inside } = publish(all);
      for (const { key, centre, q1, q3 } of cells) {
        const counted = inside(key);
        expect(new Set(counted.map(({ personId }) => personId)).size).toBe(counted.length);
        const values = counted.map(({ value }) => value).sort((one, other) => one - other);
        const windows = (count: number) =>
          values
            .slice(count - 1)
            .map((_, at) => values.slice(at, at + count).reduce((a, b) => a + b, 0) / count);
        for (const [number, at] of [
          [centre, 0.5],
          [q1, 0.25],
          [q3, 0.75],
        ] as const) {
          if (number === null) continue;
          expect(number % STEP).toBe(0);
          const means = windows(values.length % 2 === 0 && at === 0.5 ? 4 : 3);
          const mean = means[Math.floor(means.length * at)] ?? Number.NaN;
          const beside = means[Math.max(0, Math.floor(means.length * at) - 1)] ?? mean;
          expect([mean, beside].some((exact) => Math.abs(number - exact) <= STEP / 2)).toBe(true);
        }
      }
    });
  });

  it('hardly feels one answer: a step moves it by a third of a step, and the farthest liar by a few ranks', () => {
    const liar = fc.tuple(shops({ folds: false }), fc.nat(89), fc.constantFrom(STEP, 25_00));
    holds(liar, ([all, at, change]) => {
      const lied = all.map((shop, index) => (index === at ? { ...shop, value: shop.value + change } : shop));
      const { cells, inside } = publish(all);
      const others = publish(lied).cells;
      for (const { key, centre } of cells) {
        const moved = Math.abs((others.find((other) => other.key === key)?.centre ?? Number.NaN) - centre);
        const values = inside(key)
          .map(({ value }) => value)
          .sort((one, other) => one - other);
        const middle = Math.floor(values.length / 2);
        const spread = (values[middle + 2] ?? 0) - (values[middle - 2] ?? 0);
        expect(moved).toBeLessThanOrEqual(change === STEP ? STEP : spread + STEP);
      }
    });
  });

  it('has quartiles from twelve people on, and says how many there are only roughly', () => {
    const bands = [4, 5, 9, 10, 11, 12, 19, 20, 49, 50].map((count) => {
      const [cell] = publish(some(count)).cells;
      return cell && [cell.people, cell.q1 !== null, cell.q3 !== null];
    });
    expect(bands).toEqual([
      undefined,
      ['5-9', false, false],
      ['5-9', false, false],
      ['10-19', false, false],
      ['10-19', false, false],
      ['10-19', true, true],
      ['10-19', true, true],
      ['20-49', true, true],
      ['20-49', true, true],
      ['50+', true, true],
    ]);
    expect(publish(some(5)).cells).toEqual([
      { metric: METRIC, key: 'all', people: '5-9', centre: 3 * STEP, q1: null, q3: null },
    ]);
    expect(publish(some(12)).cells).toMatchObject([{ q1: 4 * STEP, q3: 9 * STEP }]);
    expect(publish(some(6, { value: 40 })).cells).toMatchObject([{ centre: 40 }]);
  });
});

describe('cells', () => {
  it('have five independent people or more, a cross cell ten', () => {
    holds(shops(), (all) => {
      const { cells, inside, people } = publish(all);
      expect(cells.length > 0).toBe(people >= 5);
      for (const { key } of cells)
        expect(inside(key).length, key).toBeGreaterThanOrEqual(key.startsWith('cross:') ? 10 : 5);
    });
  });

  it('depend on who answered and never on a value, and the order of the people changes nothing', () => {
    holds(fc.tuple(shops(), fc.infiniteStream(fc.integer({ min: 1, max: 250 }))), ([all, values]) => {
      const others = all.map((shop) => ({ ...shop, value: (values.next().value ?? 1) * STEP }));
      expect(keysOf(others)).toEqual(keysOf(all));
      expect(publish(all.toReversed()).cells).toEqual(publish(all).cells);
    });
  });

  it('of sectors and of bands are whole partitions, with at most one cross cell for a sector', () => {
    holds(shops(), (all) => {
      const { cells, inside } = publish(all);
      const keys = (kind: string) => cells.map(({ key }) => key).filter((key) => key.startsWith(kind));
      for (const kind of ['sector:', 'band:'])
        if (keys(kind).length > 0)
          expect(
            keys(kind)
              .flatMap(inside)
              .map(({ memberId }) => memberId)
              .sort(),
          ).toEqual(
            inside('all')
              .map(({ memberId }) => memberId)
              .sort(),
          );
      const crossed = keys('cross:').map((key) => key.slice('cross:'.length).split('|', 1)[0]);
      expect(new Set(crossed).size).toBe(crossed.length);
      for (const sector of crossed) expect(keys('sector:')).toContain(`sector:${sector}`);
    });
  });

  it('give nobody away by any subtraction of cells that contain each other, one by one or several together', () => {
    holds(shops(), (all) => {
      const { cells, inside } = publish(all);
      const sets = cells.map(({ key }) => new Set(inside(key)));
      for (const parent of sets)
        for (const child of sets)
          if (child.isSubsetOf(parent)) expect(isNobodyOrFive(parent.size - child.size)).toBe(true);
      const named = (kind: string) =>
        cells.filter(({ key }) => key.startsWith(kind)).map(({ key }) => new Set(inside(key)));
      const taken = named('cross:').reduce((one, other) => one.union(other), new Set<Shop>());
      for (const bands of subsets(named('band:').map((band) => band.difference(taken))))
        for (const sectors of subsets(named('sector:').map((sector) => sector.difference(taken)))) {
          if (bands.isSubsetOf(sectors)) expect(isNobodyOrFive(sectors.size - bands.size)).toBe(true);
          if (sectors.isSubsetOf(bands)) expect(isNobodyOrFive(bands.size - sectors.size)).toBe(true);
        }
    });
  });

  it('join small sectors with each other in their order, or with the smallest other, and bands with the next', () => {
    const of = (sector: Contributor['sector'], count: number) => some(count, { sector });
    expect(keysOf([...of('fashion', 9), ...of('beauty', 2), ...of('home', 3), ...of('kids', 1)])).toEqual([
      'all',
      'sector:fashion',
      'sector:beauty+home+kids',
    ]);
    expect(keysOf([...of('fashion', 2), ...of('beauty', 6), ...of('home', 9)])).toEqual([
      'all',
      'sector:fashion+beauty',
      'sector:home',
    ]);
    const inBand = (band: Contributor['band'], count: number) => some(count, { band });
    expect(keysOf([...inBand('0-50', 3), ...inBand('50-500', 4), ...inBand('500+', 5)])).toEqual([
      'all',
      'band:0-50+50-500',
      'band:500+',
    ]);
    expect(keysOf([...inBand('0-50', 6), ...inBand('500+', 1)])).toEqual(['all']);
  });

  const both = (sector: Contributor['sector'], few: number, many: number) => [
    ...some(few, { sector, band: '0-50' }),
    ...some(many, { sector, band: '50-500' }),
  ];

  it('are crossed from ten people on, unless the other sums would give what is left over in a corner', () => {
    expect(keysOf([...both('fashion', 10, 5), ...both('beauty', 5, 5)])).toContain('cross:fashion|0-50');
    expect(keysOf([...both('fashion', 9, 5), ...both('beauty', 5, 5)]).at(-1)).toBe('band:50-500');
    expect(keysOf([...both('fashion', 10, 5), ...both('beauty', 5, 1)]).at(-1)).toBe('band:50-500');
  });

  it('are crossed in one sector only where those of two would leave a few in their band', () => {
    const all = [...both('fashion', 10, 5), ...both('beauty', 10, 5), ...both('home', 3, 2)];
    expect(keysOf(all).filter((key) => key.startsWith('cross:'))).toEqual(['cross:fashion|0-50']);
  });

  it('have no bands where a band lies in a sector that has few others', () => {
    expect(keysOf([...both('fashion', 5, 1), ...both('beauty', 0, 8)])).toEqual([
      'all',
      'sector:fashion',
      'sector:beauty',
    ]);
  });
});

describe('accounts of one person', () => {
  it('count once, with the shop of the person, whatever the others say', () => {
    const [first, ...others] = some(6, { sector: 'fashion' }, 10) as [Shop, ...Shop[]];
    const young = some(4, { personId: first.memberId, value: 25_00, sector: 'beauty' }, 90);
    expect(young.every(({ memberId }) => memberId < first.memberId)).toBe(true);
    expect(publish([...young, first, ...others]).cells).toEqual(publish([first, ...others]).cells);
    expect(keysOf([first, ...some(3, {}, 1), ...young])).toEqual([]);
    expect(publish([first, ...others, ...young]).inside('all')).toEqual([first, ...others]);
  });

  it('whose person does not answer count as one of them, the same whatever they say', () => {
    const young = some(3, { personId: 'sponsor' }, 50);
    expect(keysOf([...some(3), ...young])).toEqual([]);
    const said = (values: number[]) =>
      publish([...some(4), ...young.map((one, at) => ({ ...one, value: values[at] ?? 0 }))]).cells;
    expect(said([30, 2000, 2500])).toEqual(said([30, 30, 30]));
  });
});

describe('between two publications', () => {
  const small = some(7, { sector: 'fashion' });
  const rest = [...some(12, { sector: 'beauty' }), ...some(8, { sector: 'home' })];

  it('a cell under ten of almost the same people is joined with another', () => {
    const former = formerly('sector:fashion', small);
    const joins = (now: readonly Shop[]) => !keysOf([...now, ...rest], former).includes('sector:fashion');
    expect(joins(small)).toBe(false);
    expect(joins(small.slice(1))).toBe(true);
    expect(joins([...small, ...some(1, {}, 20)])).toBe(true);
    expect(joins([...small.slice(1), ...some(1, {}, 20)])).toBe(true);
    expect(joins([...small.slice(1), ...some(2, {}, 20)])).toBe(false);
    expect(joins([...small, ...some(3, {}, 20)])).toBe(false);
  });

  it('bands are joined too', () => {
    const all = [...some(7), ...some(20, { band: '50-500' })];
    expect(keysOf(all)).toContain('band:0-50');
    expect(keysOf(all, formerly('band:0-50', all.slice(0, 6)))).toEqual(['all']);
  });

  it('it is so under another name too, and counts people instead of accounts', () => {
    expect(keysOf([...small, ...rest], formerly('sector:fashion+tech', small.slice(1)))).not.toContain(
      'sector:fashion',
    );
    const accounts = some(3, { personId: 'gone' }, 30);
    const former = formerly('sector:fashion', [...small, ...accounts]);
    const now = [...small, ...rest];
    const answers = now.map(({ memberId, value }) => ({ memberId, metric: METRIC, value }));
    const cells = cellsOf({ answers, contributors: [...now, ...accounts], former });
    expect(cells.map(({ cell }) => cell.key)).not.toContain('sector:fashion');
  });

  it('the whole community has nothing above it, and is then not published', () => {
    expect(keysOf(small, formerly('all', small.slice(2)))).toEqual([]);
    expect(keysOf(some(10), formerly('all', some(9)))).toEqual(['all']);
  });

  it('two waves with one or two joining and leaving never show two small cells that differ by these', () => {
    const churn = fc.tuple(
      shops(),
      fc.array(fc.nat(89), { maxLength: 2 }),
      fc.array(fc.nat(89), { maxLength: 2 }),
    );
    holds(churn, ([all, away, later]) => {
      const first = publish(all.filter((_, at) => !later.includes(at)));
      const second = publish(
        all.filter((_, at) => !away.includes(at)),
        first.cells.flatMap(({ key }) => formerly(key, first.inside(key))),
      );
      for (const { key } of second.cells) {
        const now = new Set(second.inside(key).map(({ personId }) => personId));
        if (now.size >= 10) continue;
        for (const { key: other } of first.cells) {
          const then = new Set(first.inside(other).map(({ personId }) => personId));
          expect([1, 2]).not.toContain(now.symmetricDifference(then).size);
        }
      }
    });
  });
});

it('each metric has its own cells', () => {
  const all = some(6);
  const metrics = METRICS.map(({ id }) => id);
  const answers = all.flatMap(({ memberId }, at) =>
    metrics.slice(0, at === 0 ? 1 : 2).map((metric) => ({ memberId, metric, value: 50_00 })),
  );
  const cells = cellsOf({ answers, contributors: all.slice(0, 5), former: [] });
  expect(cells.map(({ cell }) => cell.metric)).toEqual(['conversion']);
});

const isNobodyOrFive = (count: number) => count === 0 || count >= 5;

function subsets([first, ...others]: ReadonlySet<Shop>[]): Set<Shop>[] {
  if (!first) return [new Set()];
  return subsets(others).flatMap((set) => [set, first.union(set)]);
}
