import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import {
  benchmarkAnswers,
  benchmarkCells,
  benchmarkParts,
  benchmarkWaves,
} from '../src/benchmarks/tables.ts';
import { followWaves } from '../src/benchmarks/waves.ts';
import { answer, withWave } from './benchmark-scenes.ts';
import { realClock } from './chaos.ts';
import { storeCrowd } from './crowd.ts';
import { guildeCommand } from './guilde-command.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { granted } from './scenes.ts';
import { startServerProcess } from './server-process.ts';

const MOVED_CLOCK = new URL('./moved-clock.ts', import.meta.url).href;
const DAY_MS = 86_400_000;
const PUBLICATION_MS = 5 * DAY_MS + 60_000;
const SHOPS = 200;
const SECTORS = ['fashion', 'beauty', 'home'] as const;
/** Each server is killed so many milliseconds after it listens; publishing takes place then. */
const KILLED_AFTER = [0, 10, 25, 60];

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'guilde-benchmarks-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A closed community whose wave has the answers of many shops. */
async function answered(folder: string): Promise<void> {
  const guilde = await startGuilde({ dataDir: folder, clock: realClock() });
  const claire = await guilde.as('claire');
  await withWave(guilde);
  granted(await answer(claire, { basket: 65_00, conversion: 210 }));
  const { orm } = guilde.deps.db;
  const ids = await storeCrowd(
    guilde.deps.db,
    Array.from({ length: SHOPS }, (_, index) => ({
      firstName: `Membre ${index}`,
      siren: String(100_000_000 + index),
      sector: SECTORS[index % SECTORS.length] ?? 'other',
      monthlyOrders: '50-500' as const,
    })),
  );
  const [wave] = await orm.select().from(benchmarkWaves);
  const { quarter = '', publishesAt = 0 } = wave ?? {};
  const more = { quarter, fromExport: false, keep: false, erasedAt: publishesAt + 30 * DAY_MS };
  await orm.insert(benchmarkAnswers).values(
    ids.map((memberId, index) => {
      const value = 20_00 + ((index * 37) % 40) * 5_00;
      return { memberId, metric: 'basket' as const, value, ...more };
    }),
  );
  await guilde.close();
}

async function opened<T>(folder: string, work: (guilde: Guilde) => Promise<T>): Promise<T> {
  const guilde = await startGuilde({ dataDir: folder, clock: realClock(PUBLICATION_MS), checksPages: false });
  const result = await work(guilde);
  await guilde.close();
  return result;
}

async function published({ deps }: Guilde) {
  const { orm } = deps.db;
  await deps.jobs.stop();
  await followWaves(deps);
  const [wave] = await orm.select().from(benchmarkWaves);
  expect(wave?.publishedAt).not.toBeNull();
  return { cells: await orm.select().from(benchmarkCells), parts: await orm.$count(benchmarkParts) };
}

it('a server that is killed between the close and the publication publishes the same cells, once', async () => {
  const [folder, killed] = [newFolder(), newFolder()];
  await answered(folder);
  cpSync(folder, killed, { recursive: true });
  const undisturbed = await opened(folder, published);
  expect(undisturbed.cells.length).toBeGreaterThan(3);
  const env = {
    NODE_OPTIONS: `--import ${MOVED_CLOCK}`,
    GUILDE_CLOCK_AHEAD: String(PUBLICATION_MS),
  };
  for (const after of KILLED_AFTER) {
    const server = await startServerProcess(killed, { env });
    onTestFinished(server.kill);
    // The moment of the kill is the input of this test, and it waits for nothing.
    await sleep(after);
    await server.kill();
  }
  expect(await opened(killed, published)).toEqual(undisturbed);
});

it('a restored backup erases due answers first, and computes no wave again that was published', async () => {
  const [folder, first, second] = [newFolder(), newFolder(), newFolder()];
  const backup = join(newFolder(), 'backup');
  const run = async (on: string, ...args: string[]) =>
    expect(await guildeCommand(on, ...args)).toMatchObject({ code: 0, err: '' });
  await answered(folder);
  await run(folder, 'backup', backup);
  expect((await opened(folder, published)).cells.length).toBeGreaterThan(3);
  // This process keeps the closed database's file open, so the folder is copied, as to another machine.
  for (const machine of [first, second]) {
    cpSync(folder, machine, { recursive: true });
    await run(machine, 'restore', backup, '--force');
  }
  expect(await opened(first, published)).toEqual({ cells: [], parts: 0 });
  const clock = realClock(PUBLICATION_MS + 31 * DAY_MS);
  const later = await startGuilde({ dataDir: second, clock, checksPages: false });
  onTestFinished(later.close);
  // The regular erasures wait, because the clock is far ahead of the last one.
  expect((await later.deps.jobs.schedule()).erasuresPausedSince).not.toBeNull();
  expect(await later.deps.db.orm.$count(benchmarkAnswers)).toBe(0);
});

it('a start with a clock that is months ahead keeps the answers of a wave that is still to be published', async () => {
  const folder = newFolder();
  await answered(folder);
  const clock = realClock(90 * DAY_MS);
  const ahead = await startGuilde({ dataDir: folder, clock, checksPages: false });
  onTestFinished(ahead.close);
  expect(await ahead.deps.db.orm.$count(benchmarkAnswers)).toBeGreaterThan(SHOPS);
});
