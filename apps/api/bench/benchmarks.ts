import { type MetricId, metricOf, onGrid } from '@guilde/contracts/benchmarks/metrics.ts';
import { MONTHLY_ORDERS, SECTORS } from '@guilde/contracts/profiles/rules.ts';
import { cellsOf } from '../src/benchmarks/cells.ts';
import type { Contributor } from '../src/benchmarks/people.ts';
import { randomsFrom } from '../test/random.ts';
import { mean, percent, percentile, print, table } from './figures.ts';

const SEED = 26;
const SIZES = [40, 120, 600];
const COMMUNITIES = 100;
/** These shares are guesses, not measured. */
const ANSWER_RATE = 0.6;
const YOUNG_RATE = 0.15;
const SECTOR_SHARES = [0.24, 0.14, 0.16, 0.1, 0.09, 0.08, 0.09, 0.05, 0.05];
const BAND_SHARES = [0.5, 0.35, 0.15];
/** Figures are log-normal with this median, in hundredths, and this spread of the logarithm. */
const SPREADS: Partial<Record<MetricId, [number, number]>> = {
  conversion: [1_80, 0.5],
  basket: [62_00, 0.6],
  returns: [7_00, 0.7],
  'shipping-time': [30_00, 0.7],
};
const METRICS = Object.keys(SPREADS) as MetricId[];

type Figure = { memberId: string; metric: MetricId; exact: number };
type Published = ReturnType<typeof cellsOf>;
type Community = { counted: Published; figures: Figure[]; members: string[] };

const random = randomsFrom(SEED);

print(
  `${COMMUNITIES} communities of each size, seed ${SEED}; ${percent(ANSWER_RATE)} of the members answer, ${percent(YOUNG_RATE)} count as somebody else.`,
);
const communities = SIZES.map((size) => ({
  size,
  all: Array.from({ length: COMMUNITIES }, () => community(size)),
}));
table(
  'Cells of one metric (mean)',
  [
    'members',
    'whole community',
    'sectors',
    'of these joined',
    'bands',
    'within both',
    'answers in one of both',
  ],
  communities.map(({ size, all }) => [String(size), ...cellFigures(all)]),
);
table(
  'Distance of the published centre from the exact median of its shops',
  ['members', 'metric', 'steps, median', 'steps, p95', 'percent, median', 'percent, p95'],
  communities.flatMap(({ size, all }) =>
    METRICS.map((metric) => [String(size), metric, ...distances(all, metric)]),
  ),
);
table(
  'Four accomplices who take the ends in a cell, and take off what they said',
  ['others', 'what they get', 'steps off, median', 'steps off, most'],
  [1, 2, 3, 4].map((others) => [String(others), 'the mean of the others', ...collusion(others)]),
);
table(
  'One more shop, all others as before',
  ['shops before', 'the centre moves', 'away from the newcomer’s side'],
  [10, 20, 50].map((before) => [String(before), ...newcomers(before)]),
);

function community(size: number): Community {
  const members = Array.from({ length: size }, (_, index) => String(index)).filter(
    () => random() < ANSWER_RATE,
  );
  const contributors = members.map((memberId): Contributor => {
    const sponsor = random() < YOUNG_RATE ? members[Math.floor(random() * members.length)] : undefined;
    const sector = drawn(SECTORS, SECTOR_SHARES).id;
    return { memberId, personId: sponsor ?? memberId, sector, band: drawn(MONTHLY_ORDERS, BAND_SHARES).id };
  });
  const figures = METRICS.flatMap((metric) =>
    members.map((memberId) => ({ memberId, metric, exact: exactFigure(metric) })),
  );
  return { counted: publish(figures, contributors), figures, members };
}

function publish(figures: readonly Figure[], contributors: readonly Contributor[]): Published {
  const answers = figures.map(({ exact, ...answer }) => ({ ...answer, value: onGrid(answer.metric, exact) }));
  return cellsOf({ answers, contributors, former: [] });
}

function drawn<T>(options: readonly T[], shares: readonly number[]): T {
  let left = random();
  const found = options.find((_, at) => {
    left -= shares[at] ?? 0;
    return left < 0;
  });
  return found ?? (options.at(-1) as T);
}

function exactFigure(metric: MetricId): number {
  const [middle, spread] = SPREADS[metric] as [number, number];
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const { min, max } = metricOf(metric).bounds;
  return Math.min(max, Math.max(min, middle * Math.exp(spread * normal)));
}

function cellFigures(all: readonly Community[]): string[] {
  const metric = METRICS[0];
  const count = (test: (key: string) => boolean) =>
    mean(
      all.map(({ counted }) => counted.filter(({ cell }) => cell.metric === metric && test(cell.key)).length),
    );
  const inBoth = all.map(({ counted, members }) => {
    const crossed = counted.filter(({ cell }) => cell.metric === metric && isOf('cross')(cell.key));
    return members.filter((id) => crossed.some(({ memberIds }) => memberIds.has(id))).length / members.length;
  });
  const counts = [
    count((key) => key === 'all'),
    count(isOf('sector')),
    count((key) => isOf('sector')(key) && key.includes('+')),
    count(isOf('band')),
    count(isOf('cross')),
  ];
  return [...counts.map((one) => one.toFixed(1)), percent(mean(inBoth))];
}

function isOf(kind: string) {
  return (key: string) => key.startsWith(`${kind}:`);
}

function distances(all: readonly Community[], metric: MetricId): string[] {
  const found = all.flatMap(({ counted, figures }) =>
    counted
      .filter(({ cell }) => cell.metric === metric)
      .map(({ cell: { centre }, memberIds }) => {
        const inside = figures
          .filter((one) => one.metric === metric && memberIds.has(one.memberId))
          .map(({ exact }) => exact);
        const median = exactMedian(inside);
        return {
          steps: Math.abs(centre - median) / metricOf(metric).step,
          share: Math.abs(centre / median - 1),
        };
      }),
  );
  const steps = found.map((one) => one.steps);
  const shares = found.map((one) => one.share);
  return [
    ...[0.5, 0.95].map((at) => percentile(steps, at).toFixed(1)),
    ...[0.5, 0.95].map((at) => `${(percentile(shares, at) * 100).toFixed(1)} %`),
  ];
}

function exactMedian(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const half = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(half)] ?? 0) + (sorted[Math.ceil(half)] ?? 0)) / 2;
}

function centreOf(values: readonly number[]): number {
  const contributors = values.map((_, index): Contributor => {
    const memberId = String(index);
    return { memberId, personId: memberId, sector: 'fashion', band: '0-50' };
  });
  const figures = values.map((exact, index) => ({
    memberId: String(index),
    metric: 'conversion' as const,
    exact,
  }));
  return publish(figures, contributors)[0]?.cell.centre ?? Number.NaN;
}

/** Two accomplices say the least and two the most, so that all others are in the middle, which is three or four. */
function collusion(others: number): string[] {
  const { step, bounds } = metricOf('conversion');
  const ends = [step, step, bounds.max, bounds.max];
  const off = Array.from({ length: 2000 }, () => {
    const values = Array.from({ length: others }, () => exactFigure('conversion'));
    const counted = others % 2 === 1 ? 3 : 4;
    const said = counted === others ? 0 : step + bounds.max;
    const guess = (counted * centreOf([...ends, ...values]) - said) / others;
    return Math.abs(guess - mean(values)) / step;
  });
  return [percentile(off, 0.5).toFixed(1), Math.max(...off).toFixed(1)];
}

function newcomers(before: number): string[] {
  const found = Array.from({ length: 2000 }, () => {
    const values = Array.from({ length: before }, () => exactFigure('conversion'));
    const one = exactFigure('conversion');
    const [then, now] = [centreOf(values), centreOf([...values, one])];
    return { hasMoved: now !== then, isAway: now > then ? one < then : now < then && one > then };
  });
  const share = (key: 'hasMoved' | 'isAway') =>
    percent(found.filter((one) => one[key]).length / found.length);
  return [share('hasMoved'), share('isAway')];
}
