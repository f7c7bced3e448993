import type { Deps } from '../platform/deps.ts';
import { askForOutcomes } from './asking.ts';

const HOUR_MS = 3_600_000;

export function startOutcomes(deps: Pick<Deps, 'db' | 'clock' | 'jobs'>): void {
  deps.jobs.every('outcomes.ask', HOUR_MS, () => askForOutcomes(deps));
}
