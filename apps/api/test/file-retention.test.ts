import { like } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { contactMessages } from '../src/contact/tables.ts';
import { jobs } from '../src/platform/database/tables.ts';
import { guildeCommand } from './guilde-command.ts';
import { startGuilde } from './harness.ts';
import { temporaryFolder } from './platform.ts';
import { until } from './until.ts';

it('the command erases nothing after a long pause, until the operator says that the clock is right', async () => {
  const dataDir = temporaryFolder();
  const guilde = await startGuilde({ dataDir });
  const { db, jobs: worker } = guilde.deps;
  await until(async () => (await worker.schedule()).tasks.every(({ lastRunAt }) => lastRunAt !== null));
  await worker.stop();
  const written = { name: 'Ana', email: 'ana@exemple.fr', subject: 'Adhésion', message: 'Comment entrer ?' };
  await db.orm.insert(contactMessages).values({ id: 'old', ...written, createdAt: 0, updatedAt: 0 });
  await db.orm.update(jobs).set({ runAt: 0 }).where(like(jobs.id, 'every:%'));
  await guilde.close();

  const refused = await guildeCommand(dataDir, 'retention');
  expect(refused.code).toBe(1);
  expect(refused.err).toMatch(
    /^L’horloge de cette machine indique .+ rien n’est effacé\. .+ --clock-is-right\.$/m,
  );
  expect((await guildeCommand(dataDir, 'retention', '--dry-run')).out).toMatch(/^ +1 {2}.*contact/im);
  const erased = await guildeCommand(dataDir, 'retention', '--clock-is-right');
  expect([erased.code, erased.out]).toEqual([0, expect.stringMatching(/^ +1 {2}.*contact/im)]);
  expect((await guildeCommand(dataDir, 'retention')).code).toBe(0);
});
