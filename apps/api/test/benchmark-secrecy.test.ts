import type { BenchmarkResults } from '@guilde/contracts/benchmarks/rules.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { members } from '../src/auth/tables.ts';
import { benchmarkAnswers } from '../src/benchmarks/tables.ts';
import { followWaves } from '../src/benchmarks/waves.ts';
import { answer, benchmarksOf, openWave, QUARTER } from './benchmark-scenes.ts';
import { byHand } from './by-hand.ts';
import type { Client } from './client.ts';
import { storeCrowd } from './crowd.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { fillPlaces, routesThatRead } from './reading-routes.ts';
import { granted, refusal } from './scenes.ts';

const DAY_MS = 86_400_000;
/** Claire's figures are far from all others, so that nothing that is published has them. */
const OWN = { basket: 1235_00, 'shipping-time': 713_00 } as const;
/** Identifiers, secrets and instants may have the same digits. */
const FIGURES = /(?<![\w-])(?:123500|1\s?235|71300|713(?= h))(?![\w-])/;

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;
let routes: ReturnType<typeof routesThatRead>;

beforeEach(async () => {
  guilde = await startGuilde({ cast: ['nina', 'claire', 'karim'] });
  [nina, claire, karim] = [await guilde.as('nina'), await guilde.as('claire'), await guilde.as('karim')];
  routes = routesThatRead(guilde, { ...(await fillPlaces(guilde, nina, claire, karim)), quarter: QUARTER });
  await byHand(guilde.deps, (orm) => orm.update(members).set({ createdAt: new Date(0) }));
  await guilde.deps.jobs.drain();
  await guilde.deps.jobs.stop();
  await openWave(guilde, QUARTER);
  granted(await answer(claire, OWN, { keep: true }));
});
afterEach(() => guilde.close());

/** Returns the routes that answer a figure of Claire's. */
async function tellers(client: Client): Promise<string[]> {
  const found: string[] = [];
  for (const { route, path } of routes.filter(({ route }) => !route.startsWith('/api/docs')))
    if (FIGURES.test(await (await client.request(path)).text())) found.push(route);
  return found;
}

async function crowdGives(): Promise<void> {
  const people = Array.from({ length: 11 }, (_, index) => ({
    ...{ firstName: `Membre ${index}`, siren: `0000000${10 + index}` },
    ...{ sector: 'fashion' as const, monthlyOrders: '50-500' as const },
  }));
  const ids = await storeCrowd(guilde.deps.db, people);
  const given = {
    quarter: QUARTER,
    fromExport: false,
    keep: false,
    erasedAt: guilde.clock.now() + 40 * DAY_MS,
  };
  const values = ids.flatMap((memberId, index) => [
    { ...given, memberId, metric: 'basket' as const, value: 40_00 + index * 5_00 },
    { ...given, memberId, metric: 'shipping-time' as const, value: 20_00 + index * 1_00 },
  ]);
  await guilde.deps.db.orm.insert(benchmarkAnswers).values(values);
}

async function published(): Promise<void> {
  guilde.clock.advance(5 * DAY_MS + 1000);
  await followWaves(guilde.deps);
}

const resultsOf = async (client: Client) =>
  granted(await client.get<BenchmarkResults>(`/api/benchmarks/waves/${QUARTER}`));

it('no address of the server tells anybody but its member a figure, before the publication and after it', async () => {
  await crowdGives();
  await nina.prove?.();
  expect(await tellers(claire)).toContain('/api/benchmarks');
  for (const other of [nina, karim, guilde.visitor()]) expect(await tellers(other)).toEqual([]);
  await published();
  await nina.prove?.();
  expect(await tellers(claire)).toContain('/api/benchmarks/waves/:quarter');
  for (const other of [nina, karim, guilde.visitor()]) expect(await tellers(other)).toEqual([]);
});

it('two members of a cell read the same figures of it, and one who gave another figure reads none', async () => {
  await crowdGives();
  granted(await answer(karim, { basket: 60_00 }));
  await published();
  const cells = async (client: Client) =>
    (await resultsOf(client)).metrics.find(({ metric }) => metric === 'basket')?.cells;
  expect((await cells(claire))?.length).toBeGreaterThan(0);
  expect(await cells(karim)).toEqual(await cells(claire));
  const times = (await resultsOf(karim)).metrics.find(({ metric }) => metric === 'shipping-time');
  expect(times).toMatchObject({ isGiven: false, cells: [], ownCells: [], own: null });
});

it('editing one’s own figure answers nothing while the wave is open, and is refused once it is closed', async () => {
  await crowdGives();
  const { answers: _answers, ...first } = await benchmarksOf(claire);
  for (const basket of [5_00, 60_00, 3000_00]) {
    const { answers, ...others } = granted(await answer(claire, { basket }));
    expect(answers.map(({ value }) => value)).toEqual([basket]);
    expect({ ...others, keep: true }).toEqual({ ...first, keep: true });
    expect(refusal(await claire.get(`/api/benchmarks/waves/${QUARTER}`))).toBe('404 NOT_FOUND');
  }
  guilde.clock.advance(2 * DAY_MS);
  expect(refusal(await answer(claire, { basket: 65_00 }))).toBe('409 BENCHMARKS_CLOSED');
  expect(refusal(await claire.delete('/api/benchmarks/answers'))).toBe('409 BENCHMARKS_CLOSED');
  await published();
  const before = (await resultsOf(claire)).metrics.map(({ cells }) => cells);
  expect(refusal(await answer(claire, { basket: 65_00 }))).toBe('409 BENCHMARKS_CLOSED');
  await followWaves(guilde.deps);
  expect((await resultsOf(claire)).metrics.map(({ cells }) => cells)).toEqual(before);
});
