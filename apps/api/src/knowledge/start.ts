import type { Deps } from '../platform/deps.ts';
import { generateSummary } from './generation.ts';
import { publishIfDue } from './publishing.ts';
import { withdrawSummary } from './summary-jobs.ts';

/** The limit leaves a worker for mails. */
const AT_ONCE = 2;

export function startKnowledge(deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'ai' | 'live'>): void {
  deps.jobs.handle('summary.publish', ({ summaryId }) =>
    deps.db.write((tx) => publishIfDue(tx, deps, summaryId)),
  );
  deps.jobs.handle('summary.withdraw', (undone) => withdrawSummary(deps, undone));
  deps.jobs.handle('summary.generate', (wanted, job) => generateSummary(deps, wanted, job), {
    atOnce: AT_ONCE,
  });
}
