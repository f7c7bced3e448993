import { type ChildProcess, fork } from 'node:child_process';
import { AppError } from '@guilde/contracts/errors.ts';
import pLimit from 'p-limit';
import type { JobReport } from './child.ts';

/**
 * `jobMs` limits one job without its waiting, `processorMs` what it has of the processor, which a busy machine does not
 * shorten, and `memoryMb` the whole child process.
 */
export type ChildLimits = { jobMs: number; processorMs?: number; idleMs: number; memoryMb: number };

export class ChildEnded extends Error {}

/** A very busy machine needs long to start a child, and only our own modules are loaded until then. */
const START_MS = 60_000;

/**
 * Gives jobs, one after the other, to a child process that runs `file` (child.ts) without our environment.
 * What a job does stops neither this process nor the next job, which gets another child.
 * @throws ChildEnded; UNAVAILABLE, when no child can be started; and the refusals of the job.
 */
export function keptChild<Job, Answer>(
  file: string,
  { jobMs, processorMs = jobMs, idleMs, memoryMb }: ChildLimits,
): (job: Job) => Promise<Answer> {
  const turn = pLimit(1);
  let kept: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  const end = () => {
    kept?.kill('SIGKILL');
    kept = null;
    process.off('exit', end);
  };
  const started = async (): Promise<ChildProcess> => {
    const child = fork(file, [memoryMb, processorMs].map(String), {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${memoryMb}`],
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    kept = child;
    process.once('exit', end);
    // An idle child must not keep this process alive.
    child.unref();
    child.channel?.unref();
    await reportOf(child, START_MS);
    return child;
  };
  const run = async (job: Job): Promise<Answer> => {
    clearTimeout(idle);
    try {
      const child = kept ?? (await started());
      child.send(job as object, () => undefined);
      const report = await reportOf<Answer>(child, jobMs);
      if (report.refusal) throw new AppError(report.refusal.code, report.refusal.params);
      return report.answer as Answer;
    } catch (error) {
      if (!(error instanceof AppError)) end();
      throw error;
    } finally {
      idle = setTimeout(end, idleMs).unref();
    }
  };
  return (job) => turn(run, job);
}

async function reportOf<Answer>(child: ChildProcess, limitMs: number): Promise<JobReport<Answer>> {
  const { promise, resolve, reject } = Promise.withResolvers<JobReport<Answer>>();
  const ended = () => reject(new ChildEnded());
  const failed = () => reject(new AppError('UNAVAILABLE'));
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
  child.once('message', resolve).once('exit', ended).once('error', failed);
  if (!child.connected) ended();
  return promise.finally(() => {
    clearTimeout(timer);
    child.off('message', resolve).off('exit', ended).off('error', failed);
  });
}
