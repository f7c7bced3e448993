import type { Deps } from '../platform/deps.ts';
import { createFrameHandler } from './frames.ts';
import { deactivateIdleConversations } from './inactivity.ts';
import { handleMentions } from './mention-notices.ts';
import { pushUnreadMessages } from './message-pushes.ts';
import { unreadNow } from './reading.ts';
import { indexMessages } from './search-index.ts';
import { handleUnreadMails, mailUnreadMessages } from './unread-mails.ts';

const MINUTE_MS = 60_000;
const PUSHES_EVERY_MS = 10_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

export function startConversations(
  deps: Pick<Deps, 'db' | 'clock' | 'live' | 'jobs' | 'limits' | 'config' | 'secrets' | 'mailer'>,
): void {
  deps.live.onHello(async ({ id, sessionId }) => ({
    type: 'hello',
    memberId: id,
    sessionId,
    now: deps.clock.now(),
    unread: await unreadNow(deps.db, id),
  }));
  deps.live.onFrame(createFrameHandler(deps));
  handleMentions(deps);
  handleUnreadMails(deps);
  deps.jobs.every('conversations.silence', HOUR_MS, () => deactivateIdleConversations(deps));
  deps.jobs.every('conversations.search', MINUTE_MS, (signal) => indexMessages(deps, 'active', signal));
  deps.jobs.every('conversations.search-all', DAY_MS, (signal) => indexMessages(deps, 'all', signal));
  deps.jobs.every('conversations.pushes', PUSHES_EVERY_MS, () => pushUnreadMessages(deps));
  deps.jobs.every('conversations.unread-mails', MINUTE_MS, () => mailUnreadMessages(deps));
}
