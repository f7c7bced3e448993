import { announcementsReadInput } from '@guilde/contracts/announcements/input.ts';
import { announcementsOutput } from '@guilde/contracts/announcements/output.ts';
import { done } from '@guilde/contracts/shared-output.ts';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { body, describe, type Env, limitMember, viewerOf } from '../platform/http/http.ts';
import type { Limit } from '../platform/http/rate-limit.ts';
import { currentAnnouncements, readAnnouncements, receivedAnnouncements } from './announcements.ts';

const READINGS: Limit = { name: 'announcements:member', points: 120, seconds: 60 };

export function announcementRoutes(deps: Pick<Deps, 'db' | 'clock' | 'live' | 'limits'>) {
  const { orm } = deps.db;
  return new Hono<Env>()
    .get(
      '/',
      describe('Announcements that the member received, the newest first', announcementsOutput),
      async (c) => c.json(await receivedAnnouncements(orm, viewerOf(c)), 200),
    )
    .get(
      '/current',
      describe('Announcements that are shown until they are read', announcementsOutput),
      async (c) => c.json(await currentAnnouncements(orm, viewerOf(c)), 200),
    )
    .post(
      '/read',
      describe('Mark announcements as read', done),
      limitMember(deps.limits, READINGS),
      body(announcementsReadInput),
      async (c) => {
        await readAnnouncements(deps, viewerOf(c), c.req.valid('json').ids);
        return c.json({ ok: true } as const, 200);
      },
    );
}
