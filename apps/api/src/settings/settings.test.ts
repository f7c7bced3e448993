import { DEFAULT_SETTINGS, type Settings } from '@guilde/contracts/settings/rules.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { PASSWORD } from '../../test/people.ts';
import { granted, refusal, settled } from '../../test/scenes.ts';
import { memberSettings } from './tables.ts';
import { unsubscribeLink } from './unsubscribe.ts';

let guilde: Guilde;
let claire: Client;
let outsider: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  outsider = await guilde.as('hugo');
});
afterAll(() => guilde.close());

const chosen: Settings = {
  notifyMessages: true,
  notifyMatching: false,
  sound: false,
  quietHours: { from: '22:30', to: '07:00' },
  emailUnread: true,
  pushExtracts: true,
  emailDigest: false,
  notifyAnnouncements: false,
  emailAnnouncements: false,
  emailReport: false,
  alertsPerDay: 5,
  pausedUntil: '2026-12-24T00:00:00.000Z',
  quietUntil: '2026-11-17T10:00:00.000Z',
  urgentInQuietHours: true,
  timeZone: 'America/Montreal',
  theme: 'dark',
};
const settingsOf = async (client: Client) => granted(await client.get<Settings>('/api/settings'));

describe('settings', () => {
  it('are the defaults until something is chosen; what is chosen reaches the member’s other clients only', async () => {
    expect(await settingsOf(claire)).toEqual(DEFAULT_SETTINGS);
    const [mine, others] = [await claire.live(), await outsider.live()];
    expect(granted(await claire.put<Settings>('/api/settings', chosen))).toEqual(chosen);
    expect((await mine.next('settings.changed')).settings).toEqual(chosen);
    expect(await settingsOf(claire)).toEqual(chosen);
    expect(await settingsOf(outsider)).toEqual(DEFAULT_SETTINGS);
    await settled(others);
    expect(others.events.map(({ type }) => type)).not.toContain('settings.changed');
    const { quietHours: _, ...rest } = chosen;
    const open = { ...rest, quietHours: null };
    expect(granted(await claire.put<Settings>('/api/settings', open))).toEqual(open);
    expect(await settingsOf(claire)).toEqual(open);
    mine.close();
    others.close();
  });

  it('of two devices are changed at once, each its own', async () => {
    const lucie = await guilde.as('lucie');
    granted(await lucie.put('/api/settings', chosen));
    const quietUntil = '2026-11-17T11:00:00.000Z';
    const changes = [{ quietUntil }, { timeZone: 'America/Martinique' }, { sound: true }];
    for (const answer of await Promise.all(changes.map((change) => lucie.put('/api/settings', change))))
      granted(answer);
    expect(await settingsOf(lucie)).toEqual(Object.assign({ ...chosen }, ...changes));
  });

  it('name every field that is wrong', async () => {
    const answer = await claire.put('/api/settings', {
      ...chosen,
      theme: 'sepia',
      quietHours: { from: '25:00', to: '07:00' },
      alertsPerDay: 11,
      pausedUntil: 'demain',
      quietUntil: 'une heure',
      timeZone: 'Europe/Atlantis',
    });
    expect(refusal(answer)).toBe('422 INVALID_INPUT');
    expect(Object.keys(answer.error.fields).sort()).toEqual([
      'alertsPerDay',
      'pausedUntil',
      'quietHours.from',
      'quietUntil',
      'theme',
      'timeZone',
    ]);
  });

  it('go with the account', async () => {
    const zoe = await guilde.as('zoe');
    granted(await zoe.put('/api/settings', chosen));
    const stored = () => guilde.deps.db.orm.$count(memberSettings);
    const before = await stored();
    granted(await zoe.post('/api/account/delete', { password: PASSWORD }));
    expect(await stored()).toBe(before - 1);
  });
});

describe('the way out of mails about unread messages', () => {
  const pathOf = (client: Client) => {
    const { headers } = unsubscribeLink(guilde.deps, client.id);
    return /<https?:\/\/[^/]+(\/[^>]+)>/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? '';
  };

  it('is one click for a mail program: a form, no session, no origin', async () => {
    const karim = await guilde.as('karim');
    granted(await karim.put('/api/settings', { ...chosen, emailUnread: true }));
    const live = await karim.live();
    const answer = await guilde.visitor().request(pathOf(karim), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(answer.status).toBe(200);
    expect((await live.next('settings.changed')).settings).toEqual({ ...chosen, emailUnread: false });
    expect(await settingsOf(karim)).toEqual({ ...chosen, emailUnread: false });
    const again = new FormData();
    again.set('List-Unsubscribe', 'One-Click');
    const second = await guilde.visitor().request(pathOf(karim), { method: 'POST', body: again });
    expect(second.status).toBe(200);
    live.close();
  });

  it('works for whoever never chose anything', async () => {
    granted(await guilde.visitor().post(pathOf(outsider)));
    expect(await settingsOf(outsider)).toEqual({ ...DEFAULT_SETTINGS, emailUnread: false });
  });

  it.each([{ origin: 'https://mail.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }])(
    'takes the origin of a mail program, which no other route does: %j',
    async (headers) => {
      const hugo = await guilde.as('hugo');
      granted(await hugo.put('/api/settings', { ...chosen, emailUnread: true }));
      const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
      const click = { method: 'POST', headers: form, body: 'List-Unsubscribe=One-Click' };
      expect((await guilde.visitor().request(pathOf(hugo), click)).status).toBe(200);
      expect((await settingsOf(hugo)).emailUnread).toBe(false);
      for (const [method, path] of [
        ['PUT', '/api/settings'],
        ['POST', '/api/auth/sign-out'],
        ['DELETE', '/api/invitations/objection?token=x'],
        ['POST', '/api/settings/unsubscribe/'],
      ] as const)
        expect((await hugo.request(path, { method, headers, body: '{}' })).status, path).toBe(403);
    },
  );

  it('leads a person who follows the header’s link to the page that asks', async () => {
    const answer = await guilde.visitor().request(pathOf(claire));
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe(unsubscribeLink(guilde.deps, claire.id).url);
    expect((await settingsOf(claire)).emailUnread).toBe(true);
  });

  it('cannot be forged, borrowed for another member, or used for an account that is gone', async () => {
    const lucie = await guilde.as('lucie');
    const gone = pathOf(lucie);
    granted(await lucie.post('/api/account/delete', { password: PASSWORD }));
    const signature = pathOf(outsider).split('.').at(-1);
    const forged = [
      'token=x',
      `token=${claire.id}`,
      `token=${claire.id}.`,
      `token=${claire.id}.${signature}`,
      `token=${claire.id}.${guilde.deps.secrets.sign('invitation', claire.id)}`,
    ].map((query) => `/api/settings/unsubscribe?${query}`);
    for (const path of [...forged, gone])
      expect(refusal(await guilde.visitor().post(path)), path).toBe('404 UNSUBSCRIBE_INVALID');
    for (const path of ['/api/settings/unsubscribe', '/api/settings/unsubscribe?token='])
      expect(refusal(await guilde.visitor().post(path))).toBe('422 INVALID_INPUT');
    expect((await settingsOf(claire)).emailUnread).toBe(true);
  });
});
