import type { Deps } from '../platform/deps.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type StartDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'storage'>;

export function startFiles(deps: StartDeps): void {
  deps.jobs.every('files.sweep', DAY_MS, () => sweepStorage(deps), { erases: true });
}

export async function sweepStorage({ storage, clock }: Pick<Deps, 'storage' | 'clock'>): Promise<void> {
  await storage.sweep(clock.now() - HOUR_MS);
}
