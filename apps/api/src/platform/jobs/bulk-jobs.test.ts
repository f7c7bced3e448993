import { expect, it } from 'vitest';
import { temporaryJobs } from '../../../test/platform.ts';

it('jobs that nobody waits for let those pass that came later, and are all done, one by one', async () => {
  const { db, jobs } = await temporaryJobs();
  const done: string[] = [];
  let atWork = 0;
  const bulk = async ({ sosId }: { sosId: string }) => {
    expect(++atWork).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    done.push(sosId);
    atWork--;
  };
  jobs.handle('summary.generate', bulk, { bulk: true });
  jobs.handle('mail.send', async () => void done.push('mail'));
  const ask = (...ids: string[]) =>
    db.write(async (tx) => {
      for (const sosId of ids) await jobs.enqueue(tx, 'summary.generate', { sosId });
      await jobs.enqueue(tx, 'mail.send', { to: 'claire@exemple.fr', subject: '', html: '', text: '' });
    });
  await ask('a', 'b', 'c');
  await jobs.drain();
  expect(done.splice(0)).toEqual(['mail', 'a', 'b', 'c']);
  await ask('d', 'e', 'f');
  jobs.start();
  await expect.poll(() => done).toHaveLength(4);
  await jobs.stop();
  expect(done).toEqual(['mail', 'd', 'e', 'f']);
});
