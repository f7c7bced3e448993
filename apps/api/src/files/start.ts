import type { Deps } from '../platform/deps.ts';
import { purgeUnusedFiles } from './files.ts';

const HOUR_MS = 3_600_000;

export function startFiles(deps: Pick<Deps, 'db' | 'clock' | 'jobs'>): void {
  deps.jobs.every('files.purge', HOUR_MS, () => purgeUnusedFiles(deps));
}
