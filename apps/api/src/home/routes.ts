import { notificationsQuery, notificationsReadInput, sponsoredQuery } from '@guilde/contracts/home/input.ts';
import {
  homeOutput,
  notificationPageOutput,
  sponsoredPageOutput,
  unseenOutput,
} from '@guilde/contracts/home/output.ts';
import { done } from '@guilde/contracts/shared-output.ts';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import {
  body,
  describe,
  type Env,
  limitMember,
  membersOnly,
  query,
  viewerOf,
} from '../platform/http/http.ts';
import type { Limit } from '../platform/http/rate-limit.ts';
import { homeOf } from './home.ts';
import { listNotifications, markNotificationsRead } from './notifications.ts';
import { sponsored } from './sponsored.ts';
import { unseenOf } from './unseen.ts';

const READINGS: Limit = { name: 'told:member', points: 120, seconds: 60 };

export function homeRoutes(deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'limits'>) {
  return new Hono<Env>()
    .get('/', describe('The dashboard: what waits for me, then what is new', homeOutput), async (c) =>
      c.json(await homeOf(deps, viewerOf(c)), 200),
    )
    .get('/unseen', describe('What I was told at once and have not opened yet', unseenOutput), async (c) =>
      c.json(await unseenOf(deps, viewerOf(c)), 200),
    )
    .get(
      '/told',
      describe(
        'What I was told or not told in 90 days, how or why not; the newest first',
        notificationPageOutput,
      ),
      query(notificationsQuery),
      async (c) => c.json(await listNotifications(deps, viewerOf(c), c.req.valid('query')), 200),
    )
    .post(
      '/told/read',
      describe('Mark as read what I was told until then', done),
      limitMember(deps.limits, READINGS),
      body(notificationsReadInput),
      async (c) => {
        await markNotificationsRead(deps, viewerOf(c), c.req.valid('json'));
        return c.json({ ok: true } as const, 200);
      },
    );
}

/** The feature of the invitations does not know SOS, in which invitees ask and help. */
export function sponsoredRoutes({ db }: Pick<Deps, 'db'>) {
  return new Hono<Env>().get(
    '/sponsored',
    describe('Whom I invited and who has an account, who might need a word first', sponsoredPageOutput),
    membersOnly,
    query(sponsoredQuery),
    async (c) => c.json(await sponsored(db.orm, viewerOf(c), c.req.valid('query')), 200),
  );
}
