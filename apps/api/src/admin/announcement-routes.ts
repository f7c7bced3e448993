import {
  adminAnnouncementsQuery,
  announcementChangeInput,
  announcementParams,
} from '@guilde/contracts/announcements/input.ts';
import {
  adminAnnouncementOutput,
  adminAnnouncementPageOutput,
  announcementPreviewOutput,
} from '@guilde/contracts/announcements/output.ts';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { body, describe, type Env, limitMember, params, query } from '../platform/http/http.ts';
import {
  announcementDetail,
  cancelAnnouncement,
  changeAnnouncement,
  createAnnouncement,
  endAnnouncement,
  listAnnouncements,
  previewAnnouncement,
} from './announcements.ts';
import { ADMIN_ACTS } from './limits.ts';

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
    .post(
      '/preview',
      describe('What an announcement would be, and how many it would reach now', announcementPreviewOutput),
      limitMember(deps.limits, ADMIN_ACTS),
      body(announcementChangeInput),
      async (c) => c.json(await previewAnnouncement(deps, c.req.valid('json')), 200),
    )
    .put('/:announcementId', ...changeAnnouncement.handlers(deps))
    .post('/:announcementId/cancel', ...cancelAnnouncement.handlers(deps))
    .post('/:announcementId/end', ...endAnnouncement.handlers(deps));
}
