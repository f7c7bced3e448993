import {
  adminAnnouncementsQuery,
  announcementChangeInput,
  announcementInput,
  announcementParams,
} from '@guilde/contracts/announcements-input.ts';
import {
  adminAnnouncementOutput,
  adminAnnouncementPageOutput,
} from '@guilde/contracts/announcements-output.ts';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { body, describe, type Env, limitMember, params, query, viewerOf } from '../platform/http/http.ts';
import {
  announcementDetail,
  cancelAnnouncement,
  changeAnnouncement,
  createAnnouncement,
  endAnnouncement,
  listAnnouncements,
} from './announcements.ts';
import { ADMIN_ACTS } from './limits.ts';

export function announcementDeskRoutes(deps: Deps) {
  const { orm } = deps.db;
  const limitActs = limitMember(deps.limits, ADMIN_ACTS);
  const withId = params(announcementParams);
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
      withId,
      async (c) => c.json(await announcementDetail(orm, c.req.valid('param').announcementId), 200),
    )
    .post(
      '/',
      describe(
        'Write an announcement, which leaves at once or when it is scheduled; the same id sent again is the same one',
        adminAnnouncementOutput,
      ),
      limitActs,
      body(announcementInput),
      async (c) => c.json(await createAnnouncement(deps, viewerOf(c), c.req.valid('json')), 200),
    )
    .put(
      '/:announcementId',
      describe('Change an announcement that has not left', adminAnnouncementOutput, ['ANNOUNCEMENT_SENT']),
      limitActs,
      withId,
      body(announcementChangeInput),
      async (c) => {
        const { announcementId } = c.req.valid('param');
        return c.json(await changeAnnouncement(deps, viewerOf(c), announcementId, c.req.valid('json')), 200);
      },
    )
    .post(
      '/:announcementId/cancel',
      describe('Cancel an announcement that has not left', adminAnnouncementOutput, ['ANNOUNCEMENT_SENT']),
      limitActs,
      withId,
      async (c) =>
        c.json(await cancelAnnouncement(deps, viewerOf(c), c.req.valid('param').announcementId), 200),
    )
    .post(
      '/:announcementId/end',
      describe('Take an announcement off all pages', adminAnnouncementOutput, ['ANNOUNCEMENT_NOT_SHOWN']),
      limitActs,
      withId,
      async (c) => c.json(await endAnnouncement(deps, viewerOf(c), c.req.valid('param').announcementId), 200),
    );
}
