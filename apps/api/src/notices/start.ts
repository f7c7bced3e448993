import type { Deps } from '../platform/deps.ts';
import type { NoticeSources } from './content.ts';
import { decideNotices } from './decide.ts';
import { PUSH_JOBS, sendPush } from './send-push.ts';

export function startNotices(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'live' | 'config' | 'secrets' | 'push'>,
  sources: NoticeSources,
): void {
  deps.jobs.handle('notice.decide', (asked) => decideNotices({ ...deps, ...sources }, asked), {
    personal: true,
  });
  deps.jobs.handle('push.send', (asked, run) => sendPush({ ...deps, ...sources }, asked, run), PUSH_JOBS);
}
