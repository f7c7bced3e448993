import type { History } from '@guilde/contracts/conversations/rules.ts';
import type { Profile } from '@guilde/contracts/profiles/rules.ts';
import type { SosDetail } from '@guilde/contracts/sos/rules.ts';
import { createClient as connectTo } from '@libsql/client';
import { eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { batchRows, invitations } from '../src/invitations/tables.ts';
import { databaseErrorCode } from '../src/platform/database/database-errors.ts';
import { openDatabase } from '../src/platform/database/db.ts';
import type { Health } from '../src/platform/observe/health.ts';
import { addressed, sendList } from './bulk-scenes.ts';
import { type Client, createClient } from './client.ts';
import { elsewhere, type Installation, type Instance, startInstallation } from './instances.ts';
import { PASSWORD } from './people.ts';
import { granted, openChat, postSos, refusal, sendText } from './scenes.ts';
import { withSecondFactor } from './second-factor.ts';
import { until } from './until.ts';

let installation: Installation;
let other: Instance;
let claire: Client;
let karim: Client;

beforeAll(async () => {
  installation = await startInstallation({ RATE_LIMITS: 'off' });
  [claire, karim] = [await installation.guilde.as('claire'), await installation.guilde.as('karim')];
  other = await installation.startAnother();
});
afterAll(() => installation.close());

async function healthOf({ url }: { url: string }): Promise<Health> {
  return (await (await fetch(`${url}/api/health`)).json()) as Health;
}

it('whoever has written sees it on the other instance with the next request', async () => {
  const places = [installation.guilde, other];
  let me = claire;
  for (let turn = 0; turn < 20; turn++) {
    const { id } = await postSos(me);
    me = elsewhere(me, places[(turn + 1) % 2] ?? other);
    expect(granted(await me.get<SosDetail>(`/api/sos/${id}`)).id).toBe(id);
    granted(await me.post(`/api/sos/${id}/close`));
  }
});

it('whoever signs in on one instance is signed in on the other, and signs out of both', async () => {
  const here = createClient(installation.guilde.url);
  granted(await here.post('/api/auth/sign-in', { email: karim.email, password: PASSWORD }));
  const there = elsewhere(here, other);
  expect(granted(await there.get<Profile>('/api/profile')).id).toBe(karim.id);
  const session = new Map(there.cookies);
  granted(await there.post('/api/auth/sign-out'));
  for (const [name, value] of session) if (!there.cookies.get(name)) there.cookies.set(name, value);
  expect(refusal(await elsewhere(there, installation.guilde).get('/api/profile'))).toBe(
    '401 UNAUTHENTICATED',
  );
});

it('whoever hears of a message on one instance finds it in the history there', async () => {
  const { conversation } = await openChat(claire, karim);
  const there = elsewhere(karim, other);
  const live = await there.live();
  for (let turn = 0; turn < 20; turn++) {
    const { id } = await sendText(claire, conversation.id, `Message ${turn}`);
    await live.next('message.created', ({ message }) => message.id === id);
    const history = granted(await there.get<History>(`/api/conversations/${conversation.id}/messages`));
    expect(history.messages.map((message) => message.id)).toContain(id);
  }
  live.close();
});

it('whoever is told to be suspended on one instance is refused by the other', async () => {
  const nina = await installation.guilde.as('nina');
  const there = elsewhere(await installation.guilde.as('hugo'), other);
  const live = await there.live();
  const reason = { reason: 'Démarchage répété.', rule: 'solicitation' };
  granted(await nina.post(`/api/admin/users/${there.id}/suspend`, reason));
  await live.next('signed-out');
  expect((await there.get('/api/sos')).status).toBe(401);
});

it('two administrators who send one list at once, on two instances, write to each merchant once', async () => {
  const { guilde } = installation;
  const nina = await guilde.as('nina');
  const second = await withSecondFactor(guilde, await guilde.as('paul'));
  granted(await nina.put(`/api/admin/users/${second.id}/role`, { role: 'admin' }));
  const there = elsewhere(second, other);
  const emails = Array.from({ length: 50 }, (_, index) => `m${index}@poste${index % 5}.example`);
  const send = (by: Client, rows: string[]) => sendList(by, addressed(...rows));
  const answers = await Promise.all([
    send(nina, emails),
    send(there, emails.toReversed()),
    send(there, emails),
    send(nina, emails.toReversed()),
  ]);
  const ids = answers.map((answer) => granted(answer).id);
  expect(new Set(ids)).toHaveLength(1);
  const { orm } = guilde.deps.db;
  await until(async () => (await orm.$count(batchRows, isNotNull(batchRows.mailedAt))) === emails.length);
  const reached = (await guilde.mails()).map(({ to }) => to).filter((to) => emails.includes(to));
  expect(reached.toSorted()).toEqual(emails.toSorted());
  expect(await orm.$count(invitations, eq(invitations.batchId, ids[0] ?? ''))).toBe(emails.length);
});

it('an API key that is revoked on one instance is refused by both with the next call', async () => {
  const nina = await installation.guilde.as('nina');
  const keys = '/api/admin/integrations/keys';
  const input = { name: 'Automate', scopes: ['members:read'], days: 1 };
  const { id, token } = granted(await nina.post<{ id: string; token: string }>(keys, input));
  const places = [installation.guilde, other];
  const statuses = () =>
    Promise.all(
      places.map(async ({ url }) => {
        const headers = { authorization: `Bearer ${token}` };
        return (await createClient(url).request('/api/members', { headers })).status;
      }),
    );
  expect(await statuses()).toEqual([200, 200]);
  granted(await elsewhere(nina, other).post(`${keys}/${id}/revoke`));
  expect(await statuses()).toEqual([401, 401]);
});

describe('a newer version migrates while these instances serve', () => {
  /** Makes all requests that a chat needs on one instance; each must be granted. */
  async function serve(place: { url: string }, chat: string): Promise<void> {
    const [requester, helper] = [elsewhere(claire, place), elsewhere(karim, place)];
    const { sos } = await openChat(requester, helper);
    granted(await helper.post(`/api/sos/${sos.id}/view`));
    const { seq } = await sendText(helper, chat, 'Ça marche toujours.');
    granted(await requester.put(`/api/conversations/${chat}/read`, { seq }));
    for (const path of ['/api/sos', '/api/home', '/api/conversations', '/api/profile', '/api/members'])
      granted(await requester.get(path));
    const ratings = [{ memberId: karim.id, rating: 5 }];
    granted(await requester.post(`/api/ratings/resolve/${sos.id}`, { ratings }));
  }

  it('what it adds disturbs none of their requests; they say that they are older, and none starts any more', async () => {
    const { deps } = installation.guilde;
    const { database } = deps.config;
    if (!('url' in database)) throw new Error('It must be a server');
    const newer = connectTo(database);
    onTestFinished(() => newer.close());
    const chat = (await openChat(claire, karim)).conversation.id;
    let isMigrated = false;
    const serving = [installation.guilde, other].map(async (place) => {
      do await serve(place, chat);
      while (!isMigrated);
      await serve(place, chat);
    });
    const { rows } = await newer.execute(
      // Rebuilt tables have other quotation marks; the search index has tables with its own.
      `select name from sqlite_master where type = 'table' and sql glob 'CREATE TABLE [\`"]*'`,
    );
    const tables = rows.flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
    expect(tables).toContain('messages');
    // The instances may have the lock for longer than the server lets this statement wait.
    const whenFree = (sql: string) =>
      until(() =>
        newer.execute(sql).then(
          () => true,
          (error) => {
            if (databaseErrorCode(error) === 'SQLITE_BUSY') return false;
            throw error;
          },
        ),
      );
    for (const table of tables) {
      await whenFree(`alter table ${table} add column added_later text default 'x' not null`);
      await whenFree(`create index added_later_${table} on ${table} (added_later)`);
    }
    await whenFree('create table added_later (id text primary key)');
    await whenFree("insert into __drizzle_migrations (hash, created_at) values ('later', 9999999999999)");
    isMigrated = true;
    await Promise.all(serving);
    await until(async () => {
      const all = await Promise.all([installation.guilde, other].map(healthOf));
      return all.every(({ ready, checks }) => ready && checks.schema === false);
    });
    await expect(openDatabase(database, deps.log)).rejects.toThrow('plus récente');
  });
});
