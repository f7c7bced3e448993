import { settingsInput, unsubscribeQuery } from '@guilde/contracts/settings/input.ts';
import { communitySettingsOutput, settingsOutput } from '@guilde/contracts/settings/output.ts';
import { done } from '@guilde/contracts/shared-output.ts';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import {
  body,
  describe,
  type Env,
  limitAddress,
  limitMember,
  membersOnly,
  query,
  REDIRECTION,
  viewerOf,
} from '../platform/http/http.ts';
import type { Limit } from '../platform/http/rate-limit.ts';
import { communitySettingsOf } from './community.ts';
import { saveSettings, settingsOf } from './settings.ts';
import { stopMails, unsubscribePage } from './unsubscribe.ts';

const SETTINGS: Limit = { name: 'settings:member', points: 240, seconds: 600 };
/** The limit is high, because mail providers send requests for many of their users. */
const UNSUBSCRIPTIONS: Limit = { name: 'unsubscribe:address', points: 600, seconds: 600 };

/** The link's holder may unsubscribe without a session. */
export function settingsRoutes(deps: Deps) {
  const { limits } = deps;
  return new Hono<Env>()
    .get('/', describe('My settings', settingsOutput), membersOnly, async (c) =>
      c.json(await settingsOf(deps.db.orm, viewerOf(c).id), 200),
    )
    .put(
      '/',
      describe('Change my settings; what is left out stays as it is', settingsOutput),
      membersOnly,
      limitMember(limits, SETTINGS),
      body(settingsInput),
      async (c) => c.json(await saveSettings(deps, viewerOf(c), c.req.valid('json')), 200),
    )
    .get(
      '/community',
      describe('What administrators have chosen for all members', communitySettingsOutput),
      membersOnly,
      async (c) => c.json(await communitySettingsOf(deps.db.orm), 200),
    )
    .get(
      '/unsubscribe',
      describe('Leads whoever follows a mail’s List-Unsubscribe to the page that asks', REDIRECTION),
      query(unsubscribeQuery),
      (c) => c.redirect(unsubscribePage(deps.config, c.req.valid('query').token)),
    )
    .post(
      '/unsubscribe',
      describe('Stops the mails that its token names; the body of a one-click request is not needed', done, [
        'UNSUBSCRIBE_INVALID',
      ]),
      limitAddress(limits, UNSUBSCRIPTIONS),
      query(unsubscribeQuery),
      async (c) => {
        await stopMails(deps, c.req.valid('query').token);
        return c.json({ ok: true } as const, 200);
      },
    );
}
