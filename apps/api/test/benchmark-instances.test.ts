import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  benchmarkAnswers,
  benchmarkCells,
  benchmarkParts,
  benchmarkWaves,
} from '../src/benchmarks/tables.ts';
import { followWaves } from '../src/benchmarks/waves.ts';
import { notices } from '../src/notices/tables.ts';
import { jobs } from '../src/platform/database/tables.ts';
import { storeCrowd } from './crowd.ts';
import { type Installation, startInstallation } from './instances.ts';
import { granted } from './scenes.ts';
import { until } from './until.ts';

const SHOPS = 60;
const DAY_MS = 86_400_000;
const SECTORS = ['fashion', 'beauty', 'home'] as const;
/** An instance is killed so many milliseconds after the publication is due. */
const KILLED_AFTER = [0, 150, 400, 700];

let installation: Installation;
let shops: string[];

beforeAll(async () => {
  installation = await startInstallation();
  const { guilde } = installation;
  const nina = await guilde.as('nina');
  granted(await nina.put('/api/admin/community', { benchmarks: true, competitionRead: true }));
  shops = await storeCrowd(
    guilde.deps.db,
    Array.from({ length: SHOPS }, (_, index) => ({
      firstName: `Membre ${index}`,
      siren: String(100_000_000 + index),
      sector: SECTORS[index % SECTORS.length] ?? 'other',
      monthlyOrders: '50-500' as const,
    })),
  );
});
afterAll(() => installation.close());

/** Each wave has the same answers, so that each publishes the same. Its publication is due at once. */
async function closed(quarter: string): Promise<void> {
  const { orm } = installation.guilde.deps.db;
  const now = Date.now();
  const times = { opensAt: now - 30 * DAY_MS, closesAt: now - 4 * DAY_MS, publishesAt: now };
  await orm.insert(benchmarkWaves).values({ quarter, ...times, answered: SHOPS });
  const more = { quarter, fromExport: false, keep: true, erasedAt: now + 30 * DAY_MS };
  await orm.insert(benchmarkAnswers).values(
    shops.map((memberId, index) => {
      const value = 20_00 + ((index * 37) % 40) * 5_00;
      return { memberId, metric: 'basket' as const, value, ...more };
    }),
  );
}

/** The task of all instances is due, as it is every ten minutes. */
async function due(): Promise<void> {
  const task = eq(jobs.id, 'every:benchmarks.waves');
  await installation.guilde.deps.db.orm.update(jobs).set({ runAt: Date.now(), lockedUntil: 0 }).where(task);
}

const publishedAt = async (quarter: string) => {
  const { orm } = installation.guilde.deps.db;
  const [wave] = await orm.select().from(benchmarkWaves).where(eq(benchmarkWaves.quarter, quarter));
  return wave?.publishedAt ?? null;
};

async function published(quarter: string) {
  await until(async () => (await publishedAt(quarter)) !== null);
  const { orm } = installation.guilde.deps.db;
  await installation.guilde.mails();
  const news = and(eq(notices.kind, 'benchmark'), eq(notices.subject, `published:${quarter}`));
  const cells = await orm.select().from(benchmarkCells).where(eq(benchmarkCells.quarter, quarter));
  return {
    cells: cells.map(({ quarter: _quarter, ...cell }) => cell),
    parts: await orm.$count(benchmarkParts, eq(benchmarkParts.quarter, quarter)),
    news: await orm.$count(notices, news),
  };
}

it('instances that publish at once, or are killed while another lives, publish the same cells, once', async () => {
  const { guilde, startAnother } = installation;
  // This one lives until the end.
  await startAnother();
  await closed('2025-1');
  await due();
  await Promise.all([followWaves(guilde.deps), followWaves(guilde.deps)]);
  const first = await published('2025-1');
  expect(first).toMatchObject({ parts: SHOPS, news: SHOPS });
  expect(first.cells.length).toBeGreaterThan(3);
  // From here on the two processes are alone.
  await guilde.deps.jobs.stop();
  for (const [index, after] of KILLED_AFTER.entries()) {
    const quarter = `202${6 + index}-1`;
    const killed = await startAnother();
    await closed(quarter);
    await due();
    // The moment of the kill is the input of this test, and it waits for nothing.
    await sleep(after);
    await killed.kill();
    const then = await publishedAt(quarter);
    await due();
    expect(await published(quarter)).toEqual(first);
    if (then !== null) expect(await publishedAt(quarter)).toBe(then);
    await followWaves(guilde.deps);
    expect(await published(quarter)).toEqual(first);
  }
});
