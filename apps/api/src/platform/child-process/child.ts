import { Worker } from 'node:worker_threads';
import type { ErrorParams } from '@guilde/contracts/errors/entry.ts';
import { AppError, type ErrorCode } from '@guilde/contracts/errors.ts';

/** A child reports once for each job, and once without an answer when it has started. */
export type JobReport<Answer> = { answer?: Answer; refusal?: { code: ErrorCode; params: ErrorParams } };

const CHECK_MS = 50;
const MEGABYTE = 1024 * 1024;

const [, , memoryMb, processorMs] = process.argv.map(Number);

/**
 * The worker ends a process that may be in a loop, once its parent has gone, it has grown too large, or its job has
 * had its time of the processor. A message to the worker says that a job begins.
 */
const WATCH = `
  const parent = process.ppid;
  let before = process.cpuUsage();
  require('node:worker_threads').parentPort.on('message', () => {
    before = process.cpuUsage();
  });
  setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    const isSmall = process.memoryUsage.rss() < ${Number(memoryMb) * MEGABYTE};
    if (process.ppid === parent && isSmall && user + system < ${Number(processorMs) * 1000}) return;
    process.kill(process.pid, 'SIGKILL');
  }, ${CHECK_MS});
`;

/** Answers the jobs of `keptChild` (parent.ts). Any error but an AppError ends this process. */
export function answerJobs<Job, Answer>(answer: (job: Job) => Answer | Promise<Answer>): void {
  const watch = new Worker(WATCH, { eval: true });
  watch.unref();
  process.on('message', (job: Job) => {
    watch.postMessage('begins');
    void reportOf(() => answer(job)).then((report) => process.send?.(report));
  });
  process.on('disconnect', () => process.exit());
  process.send?.({});
}

async function reportOf<Answer>(run: () => Answer | Promise<Answer>): Promise<JobReport<Answer>> {
  try {
    return { answer: await run() };
  } catch (error) {
    if (error instanceof AppError) return { refusal: { code: error.code, params: error.params } };
    throw error;
  }
}
