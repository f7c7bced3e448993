import { averageOf } from '@guilde/contracts/ratings/rules.ts';
import { type Received, scoreOf, weightsOf } from '../src/ratings/weights.ts';
import { randomsFrom } from '../test/random.ts';
import { print, table } from './figures.ts';

/** These simulations show how far honest and gaming groups move the score that others see, before and after the rule. */
const SEED = 40;
const ROUNDS = 500;
/** Honest members give this mean, as the whole community does. */
const HONEST = 4.2;
const DAY_MS = 86_400_000;

type Rating = Omit<Received, 'id'> & { stars: number };
type Returned = Pick<Received, 'giverId' | 'at'>[];

const random = randomsFrom(SEED);
const star = (mean: number) => Math.min(5, Math.max(1, Math.round(mean + (random() - 0.5) * 2)));

const honest = (count: number, mean = HONEST): Rating[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ giverId: `honest ${index}`, at: index * 9 * DAY_MS, reason: null },
    stars: star(mean),
  }));
const gaming = (count: number, one: (index: number) => Partial<Rating>): Rating[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ giverId: `friend ${index}`, at: 400 * DAY_MS, reason: null, stars: 5 },
    ...one(index),
  }));

function scores(list: Rating[], back: Returned = []): [before: number, after: number] {
  const rows = list.map((one, index) => ({ ...one, id: `r${index}` }));
  const weights = weightsOf(rows, back);
  const percent = (id: string) => weights.get(id)?.percent ?? 0;
  const weight = rows.reduce((sum, { id }) => sum + percent(id), 0);
  const sum = rows.reduce((total, { id, stars }) => total + stars * percent(id), 0);
  const plain = rows.reduce((total, { stars }) => total + stars, 0);
  return [averageOf(plain, rows.length), scoreOf({ sum, weight, prior: HONEST })];
}

type Group = { name: string; honest: number; quality?: number; more: Rating[]; back?: Returned };

const turns = (count: number): Returned =>
  Array.from({ length: count }, (_, index) => ({ giverId: 'partner', at: (401 + 7 * index) * DAY_MS }));
const GROUPS: Group[] = [
  { name: 'an excellent helper (4,8), 5 honest ratings', honest: 5, quality: 4.8, more: [] },
  { name: 'an excellent helper (4,8), 12 honest ratings', honest: 12, quality: 4.8, more: [] },
  { name: 'an excellent helper (4,8), 40 honest ratings', honest: 40, quality: 4.8, more: [] },
  { name: 'a weak helper (3), 5 honest ratings', honest: 5, quality: 3, more: [] },
  { name: 'a weak helper (3), 12 honest ratings', honest: 12, quality: 3, more: [] },
  {
    ...{ name: 'a weak helper (3), 5 honest, 10 by new accounts of their own', honest: 5, quality: 3 },
    more: gaming(10, (index) => ({ at: (400 + 5 * index) * DAY_MS, reason: 'branch' })),
  },
  {
    ...{ name: 'a weak helper (3), 5 honest, 10 by a partner, who gets 10 back', honest: 5, quality: 3 },
    more: gaming(10, (index) => ({ giverId: 'partner', at: (400 + 7 * index) * DAY_MS })),
    back: turns(10),
  },
  {
    ...{ name: 'a weak helper (3), 5 honest, 10 by one friend in a week', honest: 5, quality: 3 },
    more: gaming(10, (index) => ({ giverId: 'friend', at: (400 + index / 2) * DAY_MS })),
  },
  {
    ...{ name: 'a weak helper (3), 5 honest, 20 friends in one day', honest: 5, quality: 3 },
    more: gaming(20, () => ({})),
  },
  {
    ...{ name: 'a good helper (4,8), 12 honest, a rival’s 10 with one star', honest: 12, quality: 4.8 },
    more: gaming(10, (index) => ({ giverId: 'rival', at: (400 + index) * DAY_MS, stars: 1 })),
  },
  {
    ...{ name: 'a weak helper (3), 5 honest, 10 old accounts, one each ten days', honest: 5, quality: 3 },
    more: gaming(10, (index) => ({ at: (400 + 10 * index) * DAY_MS })),
  },
];

print(`${ROUNDS} rounds, seed ${SEED}; the community's mean is ${HONEST}. Before: the plain mean.\n`);
table(
  'The score that others see',
  ['who', 'before', 'moved', 'after', 'moved'],
  GROUPS.map(({ name, honest: count, quality, more, back }) => {
    const sums = [0, 0, 0, 0];
    for (let round = 0; round < ROUNDS; round++) {
      const own = honest(count, quality);
      const fair = scores(own);
      const [before, after] = scores([...own, ...more], back);
      [before, before - fair[0], after, after - fair[1]].forEach((value, index) => {
        sums[index] = (sums[index] ?? 0) + value / ROUNDS;
      });
    }
    const [before = 0, movedBefore = 0, after = 0, movedAfter = 0] = sums;
    const moved = (value: number) => (more.length === 0 ? '' : value.toFixed(2));
    return [name, before.toFixed(2), moved(movedBefore), after.toFixed(2), moved(movedAfter)];
  }),
);
