import { describe, expect, it } from 'vitest';
import { temporaryJobs } from '../../../test/platform.ts';
import { jobs as table } from '../database/tables.ts';
import type { Mail } from '../services/mailer.ts';
import { createJobs } from './jobs.ts';

const MAIL: Mail = { to: 'claire@exemple.fr', subject: 'Bonjour', html: '<p>Bonjour</p>', text: 'Bonjour' };

describe('durable jobs', () => {
  it('survive a process that died at work', async () => {
    const { db, jobs, time, parts } = await temporaryJobs();
    const begun = Promise.withResolvers<void>();
    jobs.handle('mail.send', () => {
      begun.resolve();
      return new Promise(() => undefined);
    });
    await db.write((tx) => jobs.enqueue(tx, 'mail.send', MAIL));
    void jobs.drain();
    await begun.promise;
    const next = createJobs(parts);
    let done = 0;
    next.handle('mail.send', async () => {
      done++;
    });
    await next.drain();
    expect(done).toBe(0);
    time.now += 130_000;
    await next.drain();
    expect(done).toBe(1);
  });

  it('that end their process time and again are given up in the end', async () => {
    const { db, jobs, parts, time } = await temporaryJobs();
    await db.write((tx) => jobs.enqueue(tx, 'mail.send', MAIL));
    for (let start = 0; start < 8; start++) {
      const next = createJobs(parts);
      const begun = Promise.withResolvers<void>();
      next.handle('mail.send', () => {
        begun.resolve();
        return new Promise(() => undefined);
      });
      void next.drain();
      await begun.promise;
      time.now += 130_000;
    }
    jobs.handle('mail.send', async () => {
      throw new Error('not another time');
    });
    await jobs.drain();
    const [row] = await db.orm.select().from(table);
    expect(row).toMatchObject({ attempts: 9, doneAt: null, failedAt: expect.any(Number) });
    expect(row?.lastError).toContain('time and again');
  });

  it('are out of the hands of a worker that was overtaken', async () => {
    const { db, jobs, parts, time } = await temporaryJobs();
    const slow = createJobs(parts);
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    slow.handle('mail.send', async () => {
      begun.resolve();
      await end.promise;
      throw new Error('too late to count');
    });
    await db.write((tx) => jobs.enqueue(tx, 'mail.send', MAIL));
    const draining = slow.drain();
    await begun.promise;
    time.now += 130_000;
    jobs.handle('mail.send', async () => undefined);
    await jobs.drain();
    end.resolve();
    await draining;
    const [row] = await db.orm.select().from(table);
    expect(row).toMatchObject({ attempts: 2, lastError: null, failedAt: null, doneAt: expect.any(Number) });
  });
});
