import { lt } from 'drizzle-orm';
import type { Deps } from '../platform/deps.ts';
import { reports } from './tables.ts';

const DAY_MS = 86_400_000;
/** Three years (privacy policy). */
const KEPT_MS = 3 * 365 * DAY_MS;

export function startReports(deps: Pick<Deps, 'db' | 'clock' | 'jobs'>): void {
  deps.jobs.every('reports.purge', DAY_MS, () => purgeReports(deps));
}

/** Pending reports stay. */
export async function purgeReports({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.orm.delete(reports).where(lt(reports.decidedAt, clock.now() - KEPT_MS));
}
