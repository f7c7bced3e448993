import type { Deps } from '../platform/deps.ts';
import { generateSummary } from './generation.ts';
import { refillArticles } from './search-refill.ts';

/** A model takes its time: so many summaries at once, and mails still have a worker. */
const AT_ONCE = 2;
const DAY_MS = 86_400_000;

/** Makes the summaries that resolutions, silences and administrators ask for, and those of before findable by all ways. */
export function startKnowledge(deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'ai' | 'live'>): void {
  deps.jobs.handle('summary.generate', (wanted, job) => generateSummary(deps, wanted, job), {
    atOnce: AT_ONCE,
  });
  deps.jobs.every('knowledge.search-refill', DAY_MS, () => refillArticles(deps));
}
