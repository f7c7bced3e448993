import type { Deps } from '../platform/deps.ts';
import { decideNotices } from './decide.ts';
import { PUSH_JOBS, sendPush } from './send-push.ts';

export function startNotices(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'live' | 'config' | 'secrets' | 'push'>,
): void {
  deps.jobs.handle('notice.decide', (asked) => decideNotices(deps, asked), { personal: true });
  deps.jobs.handle('push.send', (asked, run) => sendPush(deps, asked, run), PUSH_JOBS);
}
