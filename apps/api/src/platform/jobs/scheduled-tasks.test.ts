import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryJobs } from '../../../test/platform.ts';
import { until } from '../../../test/until.ts';
import type { Mail } from '../services/mailer.ts';
import { createJobs } from './jobs.ts';

const MAIL: Mail = { to: 'claire@exemple.fr', subject: 'Bonjour', html: '<p>Bonjour</p>', text: 'Bonjour' };
const DAY_MS = 86_400_000;

describe('regular tasks', () => {
  it('are done by one worker when they are due, and not again at every start', async () => {
    const { parts, time } = await temporaryJobs();
    const runs: number[] = [];
    const work = async () => void runs.push(time.now);
    const start = time.now;
    await Promise.all((await Promise.all([working(parts, work), working(parts, work)])).map(settle));
    await settle(await working(parts, work));
    expect(runs).toEqual([start]);
    time.now += 60_000;
    await settle(await working(parts, work));
    await settle(await working(parts, work));
    expect(runs).toEqual([start, start + 60_000]);
  });

  it('wait for none that lasts, which ends with the worker', async () => {
    const { parts } = await temporaryJobs();
    const jobs = createJobs(parts);
    const done: string[] = [];
    jobs.every('test.long', 60_000, async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      done.push('long');
    });
    jobs.every('test.short', 60_000, async () => void done.push('short'));
    jobs.start();
    await until(() => done.length > 0);
    await jobs.stop();
    expect(done).toEqual(['short', 'long']);
  });

  it('survive their own failure and a clock that went wrong', async () => {
    const { parts, time } = await temporaryJobs();
    let runs = 0;
    const work = async () => {
      runs++;
      throw new Error('no');
    };
    time.now += 400 * 86_400_000;
    await settle(await working(parts, work));
    time.now -= 399 * 86_400_000;
    await settle(await working(parts, work));
    expect(runs).toBe(2);
  });
});

describe('a clock that was ahead and is set right', () => {
  it('holds back no task of a worker that runs on', async () => {
    const { jobs, time } = await temporaryJobs();
    const runs: number[] = [];
    for (const [name, intervalMs] of [['test.minute', 60_000] as const, ['test.day', DAY_MS] as const])
      jobs.every(name, intervalMs, async () => void runs.push(intervalMs));
    const right = time.now;
    time.now += 400 * DAY_MS;
    jobs.start();
    await until(() => runs.length === 2);
    time.now = right;
    await until(() => runs.length === 4);
    await jobs.stop();
    expect(runs).toEqual([60_000, DAY_MS, 60_000, DAY_MS]);
    expect((await jobs.schedule()).tasks.map(({ lastRunAt }) => lastRunAt)).toEqual([right, right]);
  });

  it('holds back no job that was stored or tried meanwhile, but for its own delay', async () => {
    const { db, jobs, parts, time } = await temporaryJobs();
    let isAway = true;
    const sent: string[] = [];
    jobs.handle('mail.send', async ({ to }) => {
      if (isAway) throw new Error('away');
      sent.push(to);
    });
    const ask = (to: string, delay = 0) =>
      db.write((tx) => jobs.enqueue(tx, 'mail.send', { ...MAIL, to }, { delay }));
    const right = time.now;
    await ask('tried');
    time.now += 400 * DAY_MS;
    await ask('stored', 5 * 60_000);
    await jobs.drain();
    await settle(await working(parts, async () => undefined));
    time.now = right;
    isAway = false;
    await settle(await working(parts, async () => undefined));
    await jobs.drain();
    expect(sent).toEqual(['tried']);
    time.now += 5 * 60_000;
    await jobs.drain();
    expect(sent).toEqual(['tried', 'stored']);
  });
});

describe('what the tasks say of themselves', () => {
  it('is when each last began, and whether one stands still', async () => {
    const { jobs, parts, time } = await temporaryJobs();
    for (const name of ['test.regular', 'test.never']) jobs.every(name, 60_000, async () => undefined);
    expect((await jobs.schedule()).tasks.map(({ isStandingStill }) => isStandingStill)).toEqual([
      false,
      false,
    ]);
    await settle(await working(parts, async () => undefined));
    const start = time.now;
    time.passed += 16 * 60_000;
    time.now += 14 * 60_000;
    const done = { name: 'test.regular', lastRunAt: start, isStandingStill: false };
    const never = { name: 'test.never', lastRunAt: null, isStandingStill: true };
    expect((await jobs.schedule()).tasks).toEqual([done, never]);
    time.now += 2 * 60_000;
    expect((await jobs.schedule()).tasks).toEqual([{ ...done, isStandingStill: true }, never]);
  });
});

/** The first look of a started worker comes with the timers of the next turn. */
async function settle(jobs: { drain: () => Promise<void>; stop: () => Promise<void> }): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  await jobs.drain();
  await jobs.stop();
}

async function working(parts: Parameters<typeof createJobs>[0], work: () => Promise<void>) {
  const jobs = createJobs(parts);
  jobs.every('test.regular', 60_000, work);
  jobs.start();
  onTestFinished(() => jobs.stop());
  return jobs;
}
