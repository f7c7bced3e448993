import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import type { Env } from '../platform/http/http.ts';
import { noticePersonalData } from './personal-data.ts';
import { startNotices } from './start.ts';

export const notices = {
  routes: (_deps: Deps) => new Hono<Env>(),
  start: startNotices,
  personalData: noticePersonalData,
};
