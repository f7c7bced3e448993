import type { Deps } from '../platform/deps.ts';
import { beginDueAnnouncements, deliverPage } from './delivery.ts';

const MINUTE_MS = 60_000;

export function startAnnouncements(deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'live'>): void {
  // A page waits until everybody of the page before is told.
  deps.jobs.handle('announcement.page', (page) => deliverPage(deps, page), { bulk: true });
  deps.jobs.every('announcements.begin', MINUTE_MS, () => beginDueAnnouncements(deps));
}
