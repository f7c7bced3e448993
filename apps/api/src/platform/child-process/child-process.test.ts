import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { ChildJob } from '../../../test/child-jobs.ts';
import { ChildEnded, keptChild } from './parent.ts';

const program = fileURLToPath(new URL('../../../test/child-jobs.ts', import.meta.url));
const run = keptChild<ChildJob, unknown>(program, { jobMs: 10_000, idleMs: 1000, memoryMb: 200 });

it('knows nothing of the environment', async () => {
  expect(await run('environment')).toEqual([]);
});

it('passes refusals on', async () => {
  await expect(run('refuse')).rejects.toMatchObject({ code: 'VOICE_UNREADABLE' });
});

it.each<ChildJob>(['fail', 'objects', 'buffers'])(
  'ends with a job that does « %s », and the next one is done',
  async (job) => {
    const [first, second] = await Promise.allSettled([run(job), run('environment')]);
    expect(first).toEqual({ status: 'rejected', reason: expect.any(ChildEnded) });
    expect(second).toEqual({ status: 'fulfilled', value: [] });
  },
);

it('is killed when a job takes too long; those that wait meanwhile lose none of their time', async () => {
  const limits = { jobMs: 60_000, processorMs: 2000, idleMs: 1000, memoryMb: 200 };
  const impatient = keptChild<ChildJob, unknown>(program, limits);
  const jobs = await Promise.allSettled((['loop', 'wait', 'loop', 'environment'] as const).map(impatient));
  expect(jobs.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
});
