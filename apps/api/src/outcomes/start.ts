import { describeNotice } from '../notices/content.ts';
import type { Deps } from '../platform/deps.ts';
import { askWhatHeld, questionToTell } from './asking.ts';

const HOUR_MS = 3_600_000;

export function startOutcomes(deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'secrets'>): void {
  describeNotice(deps, 'held', (queries, memberId, subject) =>
    questionToTell(deps, queries, memberId, subject),
  );
  deps.jobs.every('outcomes.ask', HOUR_MS, () => askWhatHeld(deps));
}
