import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { type Env, membersOnly } from '../platform/http/http.ts';
import { olderThan } from '../platform/retention.ts';
import { answeringRoutes } from './answering-routes.ts';
import { createFrameHandler } from './frames.ts';
import { deactivateIdleConversations } from './inactivity.ts';
import { tellConcerned } from './mention-notices.ts';
import { pushUnreadMessages } from './message-pushes.ts';
import { conversationPersonalData } from './personal-data.ts';
import { unreadNow } from './reading.ts';
import { conversationFileRoutes, conversationRoutes, liveRoutes, messageRoutes } from './routes.ts';
import { indexMessages } from './search-index.ts';
import { messageVersions } from './tables.ts';
import { handleUnreadMails, mailUnreadMessages } from './unread-mails.ts';

const MINUTE_MS = 60_000;
const PUSHES_EVERY_MS = 10_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

export const conversations = {
  routes: (deps: Deps) =>
    new Hono<Env>()
      .use('/conversations/*', membersOnly)
      .route('/conversations', conversationRoutes(deps))
      .route('/conversations', messageRoutes(deps))
      .route('/conversations', conversationFileRoutes(deps))
      .route('/conversations', answeringRoutes(deps))
      .use('/live', membersOnly)
      .route('/live', liveRoutes(deps)),
  start: (deps: Deps) => {
    deps.live.onHello(async ({ id, sessionId }) => ({
      type: 'hello',
      memberId: id,
      sessionId,
      now: deps.clock.now(),
      unread: await unreadNow(deps.db, id),
    }));
    deps.live.onFrame(createFrameHandler(deps));
    deps.jobs.handle('messages.mentions', (job) => tellConcerned(deps, job), { personal: true });
    handleUnreadMails(deps);
    deps.jobs.every('conversations.silence', HOUR_MS, () => deactivateIdleConversations(deps));
    deps.jobs.every('conversations.search', MINUTE_MS, (signal) => indexMessages(deps, 'active', signal));
    deps.jobs.every('conversations.search-all', DAY_MS, (signal) => indexMessages(deps, 'all', signal));
    deps.jobs.every('conversations.pushes', PUSHES_EVERY_MS, () => pushUnreadMessages(deps));
    deps.jobs.every('conversations.unread-mails', MINUTE_MS, () => mailUnreadMessages(deps));
  },
  personalData: conversationPersonalData,
  retention: (deps: Pick<Deps, 'db'>) => [
    olderThan(deps, 'messageVersions', { table: messageVersions, at: messageVersions.replacedAt }),
  ],
};
