import { randomUUID } from 'node:crypto';
import type { ApiKey, ApiScope, NewApiKey } from '@guilde/contracts/api-keys/rules.ts';
import { secretsIn } from '@guilde/contracts/links.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storeArticle } from '../../../test/articles.ts';
import type { Client } from '../../../test/client.ts';
import { apiDocument } from '../../../test/declared-answers.ts';
import { type Guilde, startGuilde } from '../../../test/harness.ts';
import { PASSWORD, type PersonName } from '../../../test/people.ts';
import { granted, refusal } from '../../../test/scenes.ts';
import { withSecondFactor } from '../../../test/second-factor.ts';
import { linkIn } from '../../../test/sign-up.ts';
import { eraseMember } from '../../account/deletion.ts';
import { ROUTES_OF_KEYS } from '../../auth/api-keys.ts';
import { apiKeys } from '../../auth/tables.ts';

const KEYS = '/api/admin/integrations/keys';
const ALL: ApiScope[] = ['members:read', 'articles:read', 'invitations:write', 'events:write'];
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const DAY_MS = 86_400_000;

let guilde: Guilde;
let nina: Client;

beforeEach(async () => {
  guilde = await startGuilde({ cast: ['nina', 'claire'] });
  nina = await guilde.as('nina');
});
afterEach(() => guilde.close());

async function madeBy(owner: Client, scopes: ApiScope[] = ALL, days = 30): Promise<NewApiKey> {
  return granted(await owner.post<NewApiKey>(KEYS, { name: 'Zapier', scopes, days }));
}

const made = (scopes?: ApiScope[], days?: number) => madeBy(nina, scopes, days);

/** Returns another administrator, with a second factor. */
async function administrator(name: PersonName): Promise<Client> {
  const member = await withSecondFactor(guilde, await guilde.as(name));
  granted(await nina.put(`/api/admin/users/${member.id}/role`, { role: 'admin' }));
  return member;
}

async function listed(): Promise<ApiKey[]> {
  return granted(await nina.get<ApiKey[]>(KEYS));
}

/** Calls as a program does, without cookie and origin. */
async function call(token: string, path: string, init: RequestInit = {}) {
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${token}`);
  const answer = await guilde.visitor().request(path, { ...init, headers });
  const isJson = answer.headers.get('content-type')?.includes('json');
  const body = ((isJson && (await answer.json())) || {}) as { error?: { code: string; message: string } };
  return { status: answer.status, headers: answer.headers, body, code: body.error?.code ?? '' };
}

function invite(email: string, headers: Record<string, string> = {}): RequestInit {
  const body = JSON.stringify({ email, vouched: true });
  return { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } };
}

describe('an API key', () => {
  it('is shown once, stored as a hash, listed, journalled, and told to its owner by mail', async () => {
    const { id, token } = await made(['members:read'], 365);
    expect(token).toMatch(/^glk_[\w-]{43}$/);
    const rows = await guilde.deps.db.orm.select().from(apiKeys);
    expect(JSON.stringify(rows)).not.toContain(token);
    const [key] = await listed();
    expect(key).toMatchObject({
      id,
      name: 'Zapier',
      scopes: ['members:read'],
      state: 'active',
      lastUsedAt: null,
    });
    expect(Date.parse(key?.expiresAt ?? '') - Date.parse(key?.createdAt ?? '')).toBe(365 * DAY_MS);
    const journal = granted(await nina.get<{ items: object[] }>('/api/admin/journal'));
    expect(journal.items[0]).toMatchObject({
      action: 'api-key.create',
      subjectId: id,
      subjectLabel: 'Zapier',
    });
    expect(JSON.stringify(journal)).not.toContain(token);
    const mails = await guilde.mails();
    const told = mails.find(({ subject }) => subject === 'Une clé API a été créée avec ton compte');
    expect(told?.to).toBe(nina.email);
    expect(told?.text).not.toContain(token);
  });

  it('lives a year at most, has a scope that exists, and there are twenty', async () => {
    for (const wrong of [{ days: 366 }, { days: 0 }, { scopes: [] }, { scopes: ['admin'] }, { name: ' ' }])
      expect(refusal(await nina.post(KEYS, { name: 'Zapier', scopes: ALL, days: 30, ...wrong }))).toBe(
        '422 INVALID_INPUT',
      );
    for (let count = 0; count < 20; count++) await made();
    expect(refusal(await nina.post(KEYS, { name: 'Zapier', scopes: ALL, days: 30 }))).toBe(
      '409 API_KEYS_EXHAUSTED',
    );
    granted(await nina.post(`${KEYS}/${(await listed())[0]?.id}/revoke`));
    await made();
  });

  it('reads the directory and articles, and invites, for a member and without a cookie or an origin rule', async () => {
    const { token } = await made();
    const article = await storeArticle(guilde.deps, { title: 'Colis perdu' });
    const claire = await guilde.as('claire');
    for (const path of [
      '/api/members',
      `/api/members/${claire.id}`,
      '/api/knowledge',
      `/api/knowledge/${article}`,
    ]) {
      const answer = await call(token, path);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    const foreign = { origin: 'https://automate.exemple', 'sec-fetch-site': 'cross-site' };
    const invited = await call(token, '/api/invitations', invite('lea@exemple.fr', foreign));
    expect(invited.status).toBe(200);
    expect(invited.headers.getSetCookie()).toEqual([]);
    expect((await guilde.mails()).map(({ to }) => to)).toContain('lea@exemple.fr');
    expect((await listed())[0]?.lastUsedAt).not.toBeNull();
  });

  it('proposes events in its owner’s name, where the community has them', async () => {
    const { token } = await made(['events:write']);
    const body = JSON.stringify({
      ...{ id: randomUUID(), kind: 'meeting', title: 'Café', description: 'On se voit.' },
      ...{ localStart: '2026-11-24T18:30', timeZone: 'Europe/Paris', minutes: 60, capacity: 5 },
      ...{ city: 'Lyon', address: '2 rue Mercière' },
    });
    const propose = () =>
      call(token, '/api/events', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    expect((await propose()).status).toBe(404);
    granted(await nina.put('/api/admin/community', { voiceMessages: true, events: true }));
    expect((await propose()).body).toMatchObject({ isHost: true, status: 'published' });
  });

  it('opens no other route, however it is called, and with every scope', async () => {
    const { token } = await made();
    const { paths } = await apiDocument();
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => [method.toUpperCase(), path] as const),
    );
    const opened: string[] = [];
    for (const [method, path] of routes) {
      const body = ['GET', 'DELETE'].includes(method) ? {} : invite('x');
      const answer = await call(token, path.replace(/\{\w+\}/g, UNKNOWN), { ...body, method });
      if (answer.code !== 'API_KEY_NOT_ACCEPTED')
        opened.push(`${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`);
    }
    expect(opened.sort()).toEqual(Object.keys(ROUTES_OF_KEYS).sort());
    for (const path of ['/api/openapi.json', '/api/docs', '/api/nothing'])
      expect((await call(token, path)).code).toBe('API_KEY_NOT_ACCEPTED');
  });

  it('does what its scopes say, and the refusal names the one that is missing', async () => {
    const { token } = await made(['members:read']);
    expect((await call(token, '/api/members')).status).toBe(200);
    const refused = await call(token, '/api/knowledge');
    expect([refused.status, refused.code]).toEqual([403, 'API_KEY_SCOPE_MISSING']);
    expect(refused.body.error?.message).toBe(
      'Il manque à cette clé API le droit «\u00a0articles:read\u00a0».',
    );
    expect((await call(token, '/api/invitations', invite('lea@exemple.fr'))).code).toBe(
      'API_KEY_SCOPE_MISSING',
    );
  });

  it('wins over the cookies of a session, which it does not become', async () => {
    const { token } = await made();
    const answer = await nina.request('/api/profile', { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(403);
    const wrong = await nina.request('/api/profile', { headers: { authorization: 'Bearer glk_x' } });
    expect(wrong.status).toBe(401);
  });

  it('says in one sentence that it is unknown, revoked or expired', async () => {
    const sentenceOf = async (token: string) => {
      const { status, body } = await call(token, '/api/members');
      return `${status} ${body.error?.message}`;
    };
    expect(await sentenceOf(`glk_${'a'.repeat(43)}`)).toBe('401 Cette clé API n’existe pas.');
    expect(await sentenceOf('')).toBe('401 Cette clé API n’existe pas.');
    const [revoked, expired] = [await made(), await made(ALL, 1)];
    granted(await nina.post(`${KEYS}/${revoked.id}/revoke`));
    expect(refusal(await nina.post(`${KEYS}/${revoked.id}/revoke`))).toBe('404 NOT_FOUND');
    expect(await sentenceOf(revoked.token)).toBe('401 Cette clé API est révoquée.');
    guilde.clock.advance(DAY_MS);
    expect(await sentenceOf(expired.token)).toBe('401 Cette clé API a expiré.');
    expect((await listed()).map(({ state }) => state).sort()).toEqual(['expired', 'revoked']);
  });

  it('has no power while who made it does not administer Guilde, and none after the account', async () => {
    const claire = await administrator('claire');
    const { token } = await madeBy(claire);
    const own = await made();
    const codeOf = async (key: string) => (await call(key, '/api/members')).code;
    expect(await codeOf(token)).toBe('');
    for (const role of ['moderator', 'member']) {
      granted(await nina.put(`/api/admin/users/${claire.id}/role`, { role }));
      expect(await codeOf(token)).toBe('API_KEY_IDLE');
      expect((await listed()).find(({ owner }) => owner.id === claire.id)?.state).toBe('idle');
      granted(await nina.put(`/api/admin/users/${claire.id}/role`, { role: 'admin' }));
      expect(await codeOf(token)).toBe('');
    }
    granted(await nina.post(`/api/admin/users/${claire.id}/suspend`, { reason: 'Essai', rule: 'misuse' }));
    expect(await codeOf(token)).toBe('API_KEY_IDLE');
    await guilde.deps.db.write((tx) => eraseMember(tx, guilde.deps, claire.id));
    expect(await codeOf(token)).toBe('API_KEY_UNKNOWN');
    expect(await codeOf(own.token)).toBe('');
    const left = await guilde.deps.db.orm.select({ id: apiKeys.id }).from(apiKeys);
    expect(left).toEqual([{ id: own.id }]);
  });

  it('ends when the address of who made it is taken back, if it was made since the change was asked for', async () => {
    const claire = await administrator('claire');
    const former = claire.email;
    const before = await madeBy(claire);
    guilde.clock.advance(60_000);
    const change = { email: 'volee@exemple.fr', password: PASSWORD };
    granted(await claire.post('/api/auth/email-change', change));
    const { token: confirmation } = secretsIn(await linkIn(guilde, change.email));
    granted(await guilde.visitor().post('/api/auth/email-change/confirm', { token: confirmation }));
    const since = await madeBy(claire);
    expect((await call(since.token, '/api/members')).code).toBe('');
    const { token: back } = secretsIn(await linkIn(guilde, former));
    granted(await guilde.visitor().post('/api/auth/email-change/take-back', { token: back }));
    expect((await call(since.token, '/api/members')).code).toBe('API_KEY_REVOKED');
    expect((await call(before.token, '/api/members')).code).toBe('');
  });
});

it('calls of one key are limited, not those of another', async () => {
  const limited = await startGuilde({ cast: ['nina'], rateLimits: true });
  const owner = await limited.as('nina');
  const keys: string[] = [];
  for (const name of ['Un', 'Deux']) {
    const input = { name, scopes: ['members:read'], days: 1 };
    keys.push(granted(await owner.post<NewApiKey>(KEYS, input)).token);
  }
  const statusOf = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await limited.visitor().request('/api/members', { headers })).status;
  };
  const statuses: number[] = [];
  for (let count = 0; count < 121; count++) statuses.push(await statusOf(keys[0] ?? ''));
  expect(statuses.filter((status) => status === 200)).toHaveLength(120);
  expect(statuses.at(-1)).toBe(429);
  expect(await statusOf(keys[1] ?? '')).toBe(200);
  await limited.close();
});
