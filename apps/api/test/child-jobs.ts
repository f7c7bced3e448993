import { setTimeout } from 'node:timers/promises';
import { AppError } from '@guilde/contracts/errors.ts';
import { answerJobs } from '../src/platform/child-process/child.ts';

/** Each job shows what a job can do to the process that runs it. */
const JOBS = {
  environment: () => Object.keys(process.env).filter((name) => name !== 'NODE_CHANNEL_FD'),
  refuse: () => {
    throw new AppError('VOICE_UNREADABLE');
  },
  fail: () => {
    throw new Error('A mistake');
  },
  loop: async () => {
    for (;;) await Promise.resolve();
  },
  /** The job waits, as for a processor that others have. */
  wait: async () => {
    await setTimeout(3000);
    return 'done';
  },
  objects: () => {
    for (const kept: object[] = []; ; ) kept.push({ x: new Array(100).fill(1) });
  },
  /** The job answers after it has held half a gigabyte for a while. */
  buffers: async () => {
    const kept = Array.from({ length: 50 }, () => Buffer.alloc(10_000_000, 1));
    await setTimeout(3000);
    return kept.length;
  },
};

export type ChildJob = keyof typeof JOBS;

answerJobs((job: ChildJob): unknown => JOBS[job]());
