import { adminAnnouncementsQuery, announcementParams } from '@guilde/contracts/announcements/input.ts';
import {
  adminAnnouncementOutput,
  adminAnnouncementPageOutput,
} from '@guilde/contracts/announcements/output.ts';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { describe, type Env, params, query } from '../platform/http/http.ts';
import {
  announcementDetail,
  cancelAnnouncement,
  changeAnnouncement,
  createAnnouncement,
  endAnnouncement,
  listAnnouncements,
} from './announcements.ts';

export function announcementDeskRoutes(deps: Deps) {
  const { orm } = deps.db;
  return new Hono<Env>()
    .get(
      '/',
      describe('Announcements, the newest first', adminAnnouncementPageOutput),
      query(adminAnnouncementsQuery),
      async (c) => c.json(await listAnnouncements(orm, c.req.valid('query')), 200),
    )
    .get(
      '/:announcementId',
      describe('An announcement in full', adminAnnouncementOutput),
      params(announcementParams),
      async (c) => c.json(await announcementDetail(orm, c.req.valid('param').announcementId), 200),
    )
    .post('/', ...createAnnouncement.handlers(deps))
    .put('/:announcementId', ...changeAnnouncement.handlers(deps))
    .post('/:announcementId/cancel', ...cancelAnnouncement.handlers(deps))
    .post('/:announcementId/end', ...endAnnouncement.handlers(deps));
}
