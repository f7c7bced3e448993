import type { Deps } from '../platform/deps.ts';
import { generateSummary } from './generation.ts';

/** A model takes its time: so many summaries at once, and mails still have a worker. */
const AT_ONCE = 2;

/** Makes the summaries that resolutions, silences and administrators ask for. */
export function startKnowledge(deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'ai' | 'live'>): void {
  deps.jobs.handle('summary.generate', (wanted, job) => generateSummary(deps, wanted, job), {
    atOnce: AT_ONCE,
  });
}
