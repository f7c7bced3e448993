import { eq, isNotNull } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { temporaryJobs } from '../../../test/platform.ts';
import { jobs as table } from '../database/tables.ts';
import { applyRetention, platformDeletions } from '../retention.ts';
import type { Mail } from '../services/mailer.ts';
import { JobFailure } from './failures.ts';
import { cancelWaitingJob, retryFailedJob, unfinishedJobs } from './job-keys.ts';
import { createJobs, type JobRun } from './jobs.ts';

const MAIL: Mail = { to: 'claire@exemple.fr', subject: 'Bonjour', html: '<p>Bonjour</p>', text: 'Bonjour' };

describe('durable jobs', () => {
  it('are stored with the change that causes them, or not at all', async () => {
    const { db, jobs } = await temporaryJobs();
    const failed = db.write(async (tx) => {
      await jobs.enqueue(tx, 'mail.send', MAIL);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow();
    expect(await db.orm.$count(table)).toBe(0);
  });

  it('keep what they carry unreadable in the file, and forget it when done', async () => {
    const { db, jobs } = await temporaryJobs();
    const sent: Mail[] = [];
    jobs.handle('mail.send', async (mail) => {
      sent.push(mail);
    });
    await db.write((tx) => jobs.enqueue(tx, 'mail.send', MAIL));
    const [waiting] = await db.orm.select().from(table);
    expect(waiting?.payload).not.toContain('claire');
    await jobs.drain();
    expect(sent).toEqual([MAIL]);
    const [done] = await db.orm.select().from(table);
    expect(done).toMatchObject({ payload: '' });
    expect(done?.doneAt).not.toBeNull();
  });

  it('are tried again later and later, then kept as failed for all to see', async () => {
    const { db, jobs, time } = await temporaryJobs();
    let attempts = 0;
    jobs.handle('mail.send', async () => {
      attempts++;
      throw new Error('the mail service is away');
    });
    await db.write((tx) => jobs.enqueue(tx, 'mail.send', MAIL));
    const waits: number[] = [];
    for (let i = 0; i < 10; i++) {
      await jobs.drain();
      const [row] = await db.orm.select().from(table);
      if (row?.failedAt) break;
      waits.push((row?.runAt ?? 0) - time.now);
      time.now = row?.runAt ?? time.now;
    }
    expect(waits).toEqual([2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000]);
    expect(attempts).toBe(8);
    expect(await jobs.state()).toMatchObject({ waiting: 0, failed: 1 });
    const [row] = await db.orm.select().from(table);
    expect(row?.lastError).toContain('the mail service is away');
  });

  it('of a kind that is worth it are tried for longer, with waits that stop growing', async () => {
    const { db, jobs, time } = await temporaryJobs();
    let attempts = 0;
    const handler = async () => {
      attempts++;
      throw new Error('away');
    };
    jobs.handle('mail.send', handler, { attempts: 10, longestWait: 10_000 });
    await db.write((tx) => jobs.enqueue(tx, 'mail.send', MAIL));
    const start = time.now;
    for (;;) {
      await jobs.drain();
      const [row] = await db.orm.select().from(table);
      if (row?.failedAt) break;
      time.now = row?.runAt ?? time.now;
    }
    expect(attempts).toBe(10);
    expect(time.now - start).toBe(2000 + 4000 + 8000 + 6 * 10_000);
  });

  it('broken off by a stop wait for the next start, as if they had not been taken', async () => {
    const { db, jobs, parts } = await temporaryJobs();
    const begun = Promise.withResolvers<void>();
    const untilStopped = async (_: unknown, { signal }: JobRun) => {
      begun.resolve();
      await new Promise((_resolve, reject) => signal.addEventListener('abort', reject));
    };
    jobs.handle('mail.send', untilStopped, { attempts: 1 });
    await db.write((tx) => jobs.enqueue(tx, 'mail.send', MAIL));
    jobs.start();
    await begun.promise;
    await jobs.stop();
    const [row] = await db.orm.select().from(table);
    expect(row).toMatchObject({ attempts: 0, lockedUntil: 0, failedAt: null, doneAt: null, lastError: null });
    const next = createJobs(parts);
    const done: unknown[] = [];
    next.handle('mail.send', async (mail, { signal }) => void done.push(mail, signal.aborted));
    await next.drain();
    expect(done).toEqual([MAIL, false]);
  });

  it('that merge do what is asked for while they run, once more and not a third time', async () => {
    const { db, jobs } = await temporaryJobs();
    const runs: object[] = [];
    const ask = (wanted: { refresh?: boolean; replaces?: number }) =>
      db.write((tx) =>
        jobs.enqueue(tx, 'summary.generate', { sosId: 'a', ...wanted }, { key: 'one', merge: true }),
      );
    jobs.handle('summary.generate', async (wanted) => {
      runs.push(wanted);
      if (runs.length === 1) await ask({ refresh: true });
      await ask({});
    });
    await ask({ replaces: 1 });
    await ask({});
    await jobs.drain();
    expect(runs).toEqual([
      { sosId: 'a', replaces: 1 },
      { sosId: 'a', replaces: 1, refresh: true },
    ]);
    expect(await db.orm.$count(table)).toBe(1);
    expect(await jobs.state()).toMatchObject({ waiting: 0, failed: 0 });
  });

  it('that failed and carry something about somebody go after a month, the others stay', async () => {
    const { db, jobs, parts, time } = await temporaryJobs();
    const fail = async () => {
      throw new JobFailure('NO', 'never');
    };
    jobs.handle('mail.send', fail, { personal: true });
    jobs.handle('summary.generate', fail);
    await db.write(async (tx) => {
      await jobs.enqueue(tx, 'mail.send', MAIL);
      await jobs.enqueue(tx, 'summary.generate', { sosId: 'a' }, { key: 'summary' });
    });
    await jobs.drain();
    const kept = async () => {
      await applyRetention({ ...parts, retention: platformDeletions({ ...parts, jobs }) });
      return (await db.orm.select({ kind: table.kind }).from(table).where(isNotNull(table.failedAt))).map(
        ({ kind }) => kind,
      );
    };
    time.now += 29 * 86_400_000;
    expect((await kept()).sort()).toEqual(['mail.send', 'summary.generate']);
    time.now += 2 * 86_400_000;
    expect(await kept()).toEqual(['summary.generate']);
  });

  it('are tried again when their handler says so, or never, and then keep its code', async () => {
    const { db, jobs, time } = await temporaryJobs();
    jobs.handle('mail.send', async ({ to }) => {
      throw to === 'later' ? new JobFailure('LATER', 60_000) : new JobFailure('NEVER', 'never');
    });
    await db.write((tx) => jobs.enqueue(tx, 'mail.send', { ...MAIL, to: 'later' }, { key: 'later' }));
    await db.write((tx) => jobs.enqueue(tx, 'mail.send', { ...MAIL, to: 'never' }, { key: 'never' }));
    await jobs.drain();
    expect(await unfinishedJobs(db.orm, 'mail.send', time.now)).toMatchObject([
      { key: 'never', state: 'failed', attempts: 1, lastError: 'NEVER', at: time.now },
      { key: 'later', state: 'waiting', attempts: 1, lastError: 'LATER', at: time.now + 60_000 },
    ]);
  });

  it('that failed are tried anew when somebody says so, once for each key', async () => {
    const { db, jobs, time } = await temporaryJobs();
    let isAway = true;
    const sent: string[] = [];
    jobs.handle('mail.send', async ({ to }) => {
      if (isAway) throw new JobFailure('AWAY', 'never');
      sent.push(to);
    });
    for (const to of ['first', 'second']) {
      await db.write((tx) => jobs.enqueue(tx, 'mail.send', { ...MAIL, to }, { key: 'one' }));
      await jobs.drain();
      time.now += 1000;
    }
    isAway = false;
    expect(await db.write((tx) => jobs.retry(tx, 'other'))).toBe(false);
    expect(await db.write((tx) => jobs.retry(tx, 'one'))).toBe(true);
    expect(await retryFailedJob(db.orm, 'one', time.now)).toBe(false);
    await jobs.drain();
    expect(sent).toEqual(['second']);
    expect(await unfinishedJobs(db.orm, 'mail.send', time.now)).toEqual([]);
  });

  it('that wait can be taken back, and those under way cannot', async () => {
    const { db, jobs, time } = await temporaryJobs();
    const enqueue = () => db.write((tx) => jobs.enqueue(tx, 'mail.send', MAIL, { key: 'one' }));
    await enqueue();
    expect(await cancelWaitingJob(db.orm, 'one', time.now)).toBe(true);
    expect(await db.orm.$count(table)).toBe(0);
    await enqueue();
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    jobs.handle('mail.send', async () => {
      begun.resolve();
      await end.promise;
    });
    const draining = jobs.drain();
    await begun.promise;
    expect(await cancelWaitingJob(db.orm, 'one', time.now)).toBe(false);
    end.resolve();
    await draining;
  });

  it('under way are not taken again by their own worker when the clock jumps', async () => {
    const { db, jobs, time } = await temporaryJobs();
    const end = Promise.withResolvers<void>();
    const [begun, sent]: [number[], string[]] = [[], []];
    jobs.handle('summary.generate', async (_, { attempt }) => {
      begun.push(attempt);
      await end.promise;
    });
    jobs.handle('mail.send', async ({ to }) => {
      sent.push(to);
    });
    await db.write((tx) => jobs.enqueue(tx, 'summary.generate', { sosId: 'a' }));
    jobs.start();
    await expect.poll(() => begun).toHaveLength(1);
    time.now += 130_000;
    await db.write((tx) => jobs.enqueue(tx, 'mail.send', MAIL));
    await expect.poll(() => sent).toHaveLength(1);
    end.resolve();
    await expect.poll(jobs.state).toMatchObject({ waiting: 0 });
    expect(begun).toEqual([1]);
    await jobs.stop();
  });

  it('of a slow kind leave workers for the others', async () => {
    const { db, jobs } = await temporaryJobs();
    const end = Promise.withResolvers<void>();
    const [begun, sent]: [string[], string[]] = [[], []];
    jobs.handle(
      'summary.generate',
      async ({ sosId }) => {
        begun.push(sosId);
        await end.promise;
      },
      { atOnce: 2 },
    );
    jobs.handle('mail.send', async ({ to }) => {
      sent.push(to);
    });
    await db.write(async (tx) => {
      for (const sosId of ['a', 'b', 'c', 'd']) await jobs.enqueue(tx, 'summary.generate', { sosId });
      await jobs.enqueue(tx, 'mail.send', MAIL);
    });
    jobs.start();
    await expect.poll(() => sent).toHaveLength(1);
    expect(begun).toHaveLength(2);
    end.resolve();
    await expect.poll(() => begun).toHaveLength(4);
    await jobs.stop();
  });

  it('wait for a handler that is not there yet', async () => {
    const { db, jobs } = await temporaryJobs();
    await db.write((tx) => jobs.enqueue(tx, 'mail.send', MAIL));
    await jobs.drain();
    const [row] = await db.orm.select().from(table);
    expect(row).toMatchObject({ attempts: 0, doneAt: null, failedAt: null });
  });

  it('wait once for each key', async () => {
    const { db, jobs } = await temporaryJobs();
    jobs.handle('mail.send', async () => undefined);
    const enqueue = () => db.write((tx) => jobs.enqueue(tx, 'mail.send', MAIL, { key: 'one' }));
    await Promise.all([enqueue(), enqueue(), enqueue()]);
    expect(await db.orm.$count(table)).toBe(1);
    await jobs.drain();
    await enqueue();
    expect(await db.orm.$count(table, eq(table.key, 'one'))).toBe(2);
  });

  it('start later when asked to', async () => {
    const { db, jobs, time } = await temporaryJobs();
    let done = 0;
    jobs.handle('mail.send', async () => {
      done++;
    });
    await db.write((tx) => jobs.enqueue(tx, 'mail.send', MAIL, { delay: 2000 }));
    await jobs.drain();
    expect(done).toBe(0);
    time.now += 2000;
    await jobs.drain();
    expect(done).toBe(1);
  });
});
