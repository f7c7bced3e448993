import { describeNotice } from '../notices/content.ts';
import type { Deps } from '../platform/deps.ts';
import { announcementTold, beginDueAnnouncements, deliverPage, purgeAnnouncements } from './delivery.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export function startAnnouncements(deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'live'>): void {
  describeNotice(deps, 'announcement', announcementTold);
  // A page waits until everybody of the page before is told.
  deps.jobs.handle('announcement.page', (page) => deliverPage(deps, page), { bulk: true });
  deps.jobs.every('announcements.begin', MINUTE_MS, () => beginDueAnnouncements(deps));
  deps.jobs.every('announcements.purge', DAY_MS, () => purgeAnnouncements(deps));
}
