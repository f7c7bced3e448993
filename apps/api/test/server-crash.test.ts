import { expect, inject, it, onTestFinished } from 'vitest';
import { actsOf, runChaos } from './chaos.ts';
import { expectAllKept } from './kept.ts';
import { temporaryFolder } from './platform.ts';
import { startRedis } from './redis-server.ts';
import { startSqld } from './sqld.ts';

const acts = inject('crashActs') ?? 300;
const kills = Math.max(5, acts / 250);
const TIME_ENOUGH_MS = 3_600_000;

async function expectKept(isSpread: boolean): Promise<void> {
  const [sqld, redis] = await Promise.all([startSqld(), isSpread ? startRedis() : undefined]);
  onTestFinished(sqld.stop);
  if (redis) onTestFinished(redis.stop);
  const folder = temporaryFolder();
  const conditions = { acts, kills, dropOneIn: 40, jumpingClock: false };
  const result = await runChaos(folder, { ...conditions, sqld, redis });
  expect(actsOf(result)).toBeGreaterThanOrEqual(acts);
  expect(result.changes.count).toBeGreaterThan(0);
  await expectAllKept(folder, result, { DATABASE_URL: sqld.url });
}

it(
  `what was acknowledged on a libSQL server is there once, in order, for everybody, after ${kills} kills of it, Redis and two instances in turn`,
  {
    timeout: TIME_ENOUGH_MS,
  },
  () => expectKept(true),
);

it.runIf(inject('crashActs'))('the same with one instance', { timeout: TIME_ENOUGH_MS }, () =>
  expectKept(false),
);
