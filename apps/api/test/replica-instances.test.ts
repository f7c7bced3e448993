import type { History } from '@guilde/contracts/conversations.ts';
import type { Profile } from '@guilde/contracts/profiles.ts';
import type { SosDetail } from '@guilde/contracts/sos.ts';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { Health } from '../src/platform/observe/health.ts';
import { type Client, createClient } from './client.ts';
import { startGuilde } from './harness.ts';
import { elsewhere, type Installation, type Instance, startInstallation } from './instances.ts';
import { PASSWORD } from './people.ts';
import { granted, openChat, postSos, refusal, sendText, sosInput } from './scenes.ts';
import { startSqld } from './sqld.ts';
import { until } from './until.ts';

let installation: Installation;
let other: Instance;
let claire: Client;
let karim: Client;

beforeAll(async () => {
  installation = await startInstallation({ DATABASE_REPLICA: 'on', RATE_LIMITS: 'off' });
  [claire, karim] = [await installation.guilde.as('claire'), await installation.guilde.as('karim')];
  other = await installation.startAnother();
  await until(async () => (await hasReplica(installation.guilde)) && hasReplica(other));
});
afterAll(() => installation.close());

async function hasReplica({ url }: { url: string }): Promise<boolean> {
  const health = (await (await fetch(`${url}/api/health`)).json()) as Health;
  return health.checks.replica === true;
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

it('reads go on while the server is away, and writes are refused', async () => {
  const sqld = await startSqld();
  const guilde = await startGuilde({ env: { DATABASE_URL: sqld.url, DATABASE_REPLICA: 'on' } });
  onTestFinished(async () => {
    await guilde.close();
    await sqld.stop();
  });
  const member = await guilde.as('karim');
  const { id } = await postSos(member);
  await until(() => hasReplica(guilde));
  granted(await member.get(`/api/sos/${id}`));
  await sqld.kill();
  expect(granted(await member.get<SosDetail>(`/api/sos/${id}`)).id).toBe(id);
  granted(await member.get('/api/home'));
  expect((await member.post('/api/sos', sosInput())).status).toBe(503);
  await until(async () => {
    const health = (await (await fetch(`${guilde.url}/api/health`)).json()) as Health;
    return !health.ready && !health.checks.database;
  });
});

it('a number that no instance has committed is answered by the server', async () => {
  const liar = elsewhere(claire, other);
  liar.cookies.set('guilde.commit', String(Number.MAX_SAFE_INTEGER));
  granted(await liar.get('/api/sos'));
});
