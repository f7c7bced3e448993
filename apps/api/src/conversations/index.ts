import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { type Env, membersOnly } from '../platform/http/http.ts';
import { olderThan } from '../platform/retention.ts';
import { answeringRoutes } from './answering-routes.ts';
import { conversationPersonalData } from './personal-data.ts';
import { conversationFileRoutes, conversationRoutes, liveRoutes, messageRoutes } from './routes.ts';
import { startConversations } from './start.ts';
import { messageVersions } from './tables.ts';

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
  start: startConversations,
  personalData: conversationPersonalData,
  retention: (deps: Pick<Deps, 'db'>) => [
    olderThan(deps, 'messageVersions', { table: messageVersions, at: messageVersions.replacedAt }),
  ],
};
