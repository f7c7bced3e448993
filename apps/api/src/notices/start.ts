import { lt } from 'drizzle-orm';
import type { Deps } from '../platform/deps.ts';
import { decideNotices } from './decide.ts';
import { PUSH_JOBS, sendPush } from './send-push.ts';
import { notices } from './tables.ts';

const DAY_MS = 86_400_000;
/** Privacy policy. */
const KEPT_MS = 90 * DAY_MS;

export function startNotices(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'live' | 'config' | 'secrets' | 'push'>,
): void {
  deps.jobs.handle('notice.decide', (asked) => decideNotices(deps, asked), { personal: true });
  deps.jobs.handle('push.send', (asked, run) => sendPush(deps, asked, run), PUSH_JOBS);
  deps.jobs.every('notices.purge', DAY_MS, () => purgeNotices(deps));
}

export async function purgeNotices({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.orm.delete(notices).where(lt(notices.createdAt, clock.now() - KEPT_MS));
}
