import { expect, inject, it, onTestFinished } from 'vitest';
import { runChaos } from './chaos.ts';
import { expectAllKept } from './kept.ts';
import { temporaryFolder } from './platform.ts';
import { startSqld } from './sqld.ts';

const isLarge = inject('crash') === 'large';
const [messages, kills] = isLarge ? [10_000, 40] : [300, 4];
const TIME_ENOUGH_MS = isLarge ? 3_600_000 : 240_000;

it(`what was acknowledged on a libSQL server is there once, in order, for everybody, after ${kills} kills of it and of the instance`, {
  timeout: TIME_ENOUGH_MS,
}, async () => {
  const sqld = await startSqld();
  onTestFinished(sqld.stop);
  const folder = temporaryFolder();
  const result = await runChaos(folder, { messages, kills, dropOneIn: 40, jumpingClock: false, sqld });
  expect(result.acknowledged.length).toBeGreaterThanOrEqual(messages);
  await expectAllKept(folder, result, { DATABASE_URL: sqld.url });
});
