import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { type Env, membersOnly } from '../platform/http/http.ts';
import { olderThan } from '../platform/retention.ts';
import { noticePersonalData } from './personal-data.ts';
import { pushRoutes } from './routes.ts';
import { notices as noticeRows } from './tables.ts';

export const notices = {
  routes: (deps: Deps) => new Hono<Env>().use('/push/*', membersOnly).route('/push', pushRoutes(deps)),
  personalData: noticePersonalData,
  retention: (deps: Pick<Deps, 'db'>) => [
    olderThan(deps, 'notices', { table: noticeRows, at: noticeRows.createdAt }),
  ],
};
