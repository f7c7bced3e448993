import { describe, expect, it } from 'vitest';
import { temporaryJobs } from '../../../test/platform.ts';
import { MAIL_JOBS } from '../services/mail.ts';
import type { Mail } from '../services/mailer.ts';

const MAIL: Mail = { to: 'claire@exemple.fr', subject: 'Bonjour', html: '<p>Bonjour</p>', text: 'Bonjour' };
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

async function away(): Promise<void> {
  throw new Error('The mail service is away');
}

describe('the state of the queue', () => {
  it('says that mails do not leave, though each attempt sets the time of the next one', async () => {
    const { db, jobs, time } = await temporaryJobs();
    jobs.handle('mail.send', away, MAIL_JOBS);
    jobs.handle('mail.bulk', away, { ...MAIL_JOBS, bulk: true });
    const start = time.now;
    await db.write(async (tx) => {
      for (const kind of ['mail.send', 'mail.send', 'mail.bulk'] as const) await jobs.enqueue(tx, kind, MAIL);
    });
    await jobs.drain();
    expect(await jobs.state()).toMatchObject({ waiting: 3, oldestWaitingMs: 0, lateMails: null });
    for (; time.now < start + HOUR_MS; time.now += MINUTE_MS) await jobs.drain();
    expect(await jobs.state()).toMatchObject({
      waiting: 3,
      oldestWaitingMs: HOUR_MS,
      lateMails: { count: 3, since: start },
    });
  });

  it('is not late for many that wait for their turn, nor for a job before its time', async () => {
    const { db, jobs, time } = await temporaryJobs();
    jobs.handle('mail.send', away, MAIL_JOBS);
    jobs.handle('mail.bulk', away, { ...MAIL_JOBS, bulk: true });
    await db.write(async (tx) => {
      await jobs.enqueue(tx, 'mail.bulk', MAIL);
      await jobs.enqueue(tx, 'mail.send', MAIL, { delay: HOUR_MS });
    });
    time.now += HOUR_MS;
    expect(await jobs.state()).toMatchObject({ waiting: 2, oldestWaitingMs: 0, lateMails: null });
    time.now += 6 * MINUTE_MS;
    const since = time.now - 6 * MINUTE_MS;
    expect(await jobs.state()).toMatchObject({
      oldestWaitingMs: 6 * MINUTE_MS,
      lateMails: { count: 1, since },
    });
  });

  it('counts anew from when an operator lets a failed job wait again', async () => {
    const { db, jobs, time } = await temporaryJobs();
    jobs.handle('mail.send', away, { attempts: 1, mail: true });
    await db.write((tx) => jobs.enqueue(tx, 'mail.send', MAIL, { key: 'one' }));
    await jobs.drain();
    time.now += HOUR_MS;
    await db.write((tx) => jobs.retry(tx, 'one'));
    expect(await jobs.state()).toMatchObject({ waiting: 1, failed: 0, oldestWaitingMs: 0 });
  });

  it('counts jobs of a kind that nobody here knows, which become late', async () => {
    const { db, jobs, time } = await temporaryJobs();
    jobs.handle('mail.send', away, MAIL_JOBS);
    await db.write((tx) => jobs.enqueue(tx, 'summary.generate', { sosId: 'a' }));
    await jobs.drain();
    time.now += 6 * MINUTE_MS;
    const state = { waiting: 1, unknown: 1, oldestWaitingMs: 6 * MINUTE_MS, lateMails: null };
    expect(await jobs.state()).toMatchObject(state);
  });
});
