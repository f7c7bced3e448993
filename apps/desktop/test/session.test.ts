import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Guilde, startGuilde } from '../../api/test/harness.ts';
import { PASSWORD } from '../../api/test/people.ts';
import { createFakeElectron } from './fake-electron.ts';
import { endApps, type RunningApp, restart, startApp } from './running-app.ts';

let guilde: Guilde;

beforeAll(async () => {
  guilde = await startGuilde();
  await guilde.as('claire');
});
afterEach(endApps);
afterAll(() => guilde.close());

const sealed = (app: RunningApp) => join(app.app.getPath('userData'), 'session.sealed');
const whoAmI = async (app: RunningApp) =>
  ((await (await app.load('/api/auth/account')).json()) as { email: string } | null)?.email ?? null;

it('signing in once lasts across restarts', async () => {
  const app = await startApp(guilde.url);
  expect(await whoAmI(app)).toBeNull();
  const answer = await app.signIn('claire');
  expect(answer.status).toBe(200);
  expect(await whoAmI(app)).toBe('claire@exemple.fr');
  const again = await restart(app, guilde.url);
  expect(await whoAmI(again)).toBe('claire@exemple.fr');
});

it('the page never sees the session, neither in an answer nor in the device’s name', async () => {
  const app = await startApp(guilde.url);
  const answer = await app.signIn('claire');
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(answer.headers.getSetCookie()).toEqual([]);
  const devices = (await (await app.load('/api/auth/sessions')).json()) as {
    current: boolean;
    device: string;
  }[];
  expect(devices.find(({ current }) => current)?.device).toBe('Guilde sur Linux');
});

it('the session lies sealed on the disk, for its owner only', async () => {
  const app = await startApp(guilde.url);
  await app.signIn('claire');
  const content = readFileSync(sealed(app), 'utf8');
  expect(content).toMatch(/^v11sealed:/);
  expect(content).not.toContain('session_token');
  // Windows has no such modes: the folder there is the user's own.
  if (process.platform !== 'win32') expect(statSync(sealed(app)).mode & 0o777).toBe(0o600);
});

it('signing out removes everything: file, badge, notifications, cache', async () => {
  const app = await startApp(guilde.url);
  await app.signIn('claire');
  await app.post('/api/auth/sign-out');
  expect(existsSync(sealed(app))).toBe(false);
  expect(await whoAmI(app)).toBeNull();
  await expect.poll(() => app.cachesCleared).toBeGreaterThan(0);
  expect(await whoAmI(await restart(app, guilde.url))).toBeNull();
});

it('a session ended on another device is forgotten here', async () => {
  const app = await startApp(guilde.url);
  await app.signIn('claire');
  await expect.poll(() => app.app.badge).toBe(0);
  const claire = await guilde.as('claire');
  // The socket brings the news.
  await expect.poll(() => app.trays[0]?.toolTip).toBe('Guilde');
  await expect
    .poll(async () => {
      await claire.delete('/api/auth/sessions');
      return existsSync(sealed(app));
    })
    .toBe(false);
});

it('a new password keeps this session, under its new token, over a restart and on the socket too', async () => {
  const zoe = await guilde.as('zoe');
  const app = await startApp(guilde.url);
  await app.signIn('zoe');
  app.send('socket:open', { id: 1, path: '/api/live' });
  const events = () => app.windows[0]?.webContents.sent.map(([, value]) => value) ?? [];
  await expect.poll(events).toContainEqual(expect.objectContaining({ id: 1, type: 'message' }));
  const body = { current: PASSWORD, password: 'trois-cargos-verts-au-port' };
  expect((await app.post('/api/account/password', body)).status).toBe(200);
  await expect.poll(events).toContainEqual({ id: 1, type: 'close', code: 4004 });
  app.send('socket:open', { id: 2, path: '/api/live' });
  await expect.poll(events).toContainEqual(expect.objectContaining({ id: 2, type: 'message' }));
  expect(await whoAmI(app)).toBe('zoe@exemple.fr');
  expect((await zoe.get('/api/auth/account')).body).toBeNull();
  expect(await whoAmI(await restart(app, guilde.url))).toBe('zoe@exemple.fr');
});

it('signing in as somebody else keeps the new session when the old one ends', async () => {
  await guilde.as('karim');
  const app = await startApp(guilde.url);
  const unread = () => app.trays[0]?.toolTip;
  await app.signIn('claire');
  app.send('socket:open', { id: 1, path: '/api/live' });
  const events = () => app.windows[0]?.webContents.sent.map(([, value]) => value) ?? [];
  await expect.poll(events).toContainEqual(expect.objectContaining({ id: 1, type: 'message' }));
  await app.signIn('karim');
  await expect.poll(events).toContainEqual({ id: 1, type: 'close', code: 4001 });
  await expect.poll(unread).toBe('Guilde');
  expect(await whoAmI(app)).toBe('karim@exemple.fr');
  expect(await whoAmI(await restart(app, guilde.url))).toBe('karim@exemple.fr');
});

it.each([
  ['Linux without a keyring', { available: true, isKnownKey: true }],
  ['a system without encryption', { available: false, isKnownKey: false }],
])('%s: the session ends with the app, and the page can say so', async (_name, encryption) => {
  const fake = createFakeElectron();
  fake.encryption = { ...fake.encryption, ...encryption };
  const app = await startApp(guilde.url, {}, fake);
  await app.signIn('claire');
  expect(await whoAmI(app)).toBe('claire@exemple.fr');
  expect(existsSync(sealed(app))).toBe(false);
  expect(await app.invoke('state')).toMatchObject({ session: 'memory' });
  expect(await whoAmI(await restart(app, guilde.url))).toBeNull();
});

it('the session goes to its own server and to no other', async () => {
  const app = await startApp(guilde.url);
  await app.signIn('claire');
  app.quit();
  const fake = createFakeElectron(app.folder);
  const cookies: (string | null)[] = [];
  fake.electron.net.fetch = async (_url, init) => {
    cookies.push(new Headers(init.headers).get('cookie'));
    throw new TypeError('offline');
  };
  const elsewhere = await startApp('https://autre.exemple', {}, fake);
  await elsewhere.load('/api/auth/account');
  expect(cookies.length).toBeGreaterThan(0);
  expect(cookies.filter((cookie) => cookie !== null)).toEqual([]);
});

it('a late answer about a session that is over changes nothing', async () => {
  const app = await startApp(guilde.url);
  await app.signIn('claire');
  const { fetch } = app.electron.net;
  const late = Promise.withResolvers<void>();
  app.electron.net.fetch = async (url, init) => {
    const answer = await fetch(url, init);
    if (!url.endsWith('/late')) return answer;
    await late.promise;
    return new Response(null, { headers: { 'set-cookie': 'guilde.session_token=; Max-Age=0; Path=/' } });
  };
  const slow = app.load('/api/late');
  await guilde.as('karim');
  await app.signIn('karim');
  late.resolve();
  await slow;
  expect(await whoAmI(app)).toBe('karim@exemple.fr');
});

it('a keyring that is locked this time does not cost the session', async () => {
  const app = await startApp(guilde.url);
  await app.signIn('claire');
  app.encryption.available = false;
  const locked = await restart(app, guilde.url);
  expect(await whoAmI(locked)).toBeNull();
  locked.encryption.available = true;
  expect(await whoAmI(await restart(locked, guilde.url))).toBe('claire@exemple.fr');
});

it('while the keyring asks its question there is a window that says so, and the session comes with the answer', async () => {
  const app = await startApp(guilde.url);
  await app.signIn('claire');
  const answered = Promise.withResolvers<void>();
  app.encryption.answered = answered.promise;
  const waiting = await restart(app, guilde.url);
  await expect.poll(() => waiting.windows.length).toBe(1);
  expect(await whoAmI(waiting)).toBeNull();
  expect(await waiting.invoke('state')).toMatchObject({ session: 'waiting' });
  answered.resolve();
  await expect.poll(() => waiting.invoke('state')).toMatchObject({ session: 'kept' });
  expect(waiting.windows[0]?.webContents.reloads).toBe(1);
  expect(await whoAmI(waiting)).toBe('claire@exemple.fr');
});

it('who signs in while the keyring asks stays signed in, and is kept once it has answered', async () => {
  await guilde.as('karim');
  const app = await startApp(guilde.url);
  await app.signIn('claire');
  const answered = Promise.withResolvers<void>();
  app.encryption.answered = answered.promise;
  const waiting = await restart(app, guilde.url);
  await waiting.signIn('karim');
  answered.resolve();
  await expect.poll(() => waiting.invoke('state')).toMatchObject({ session: 'kept' });
  expect(await whoAmI(waiting)).toBe('karim@exemple.fr');
  await expect.poll(() => readFileSync(sealed(waiting), 'utf8')).toMatch(/^v11/);
  expect(await whoAmI(await restart(waiting, guilde.url))).toBe('karim@exemple.fr');
});

it('a session that lies under a key which everybody knows is removed, not used', async () => {
  const app = await startApp(guilde.url);
  await app.signIn('claire');
  const content = readFileSync(sealed(app), 'utf8').replace('v11', 'v10');
  app.quit();
  writeFileSync(sealed(app), content);
  const again = await restart(app, guilde.url);
  expect(await whoAmI(again)).toBeNull();
  expect(existsSync(sealed(again))).toBe(false);
});

it('a file that cannot be read is no session', async () => {
  const app = await startApp(guilde.url);
  await app.signIn('claire');
  app.quit();
  writeFileSync(sealed(app), 'not a sealed session');
  expect(await whoAmI(await restart(app, guilde.url))).toBeNull();
});

it('calls carry what the API needs and nothing else, and stay within the API', async () => {
  const app = await startApp(guilde.url);
  await app.signIn('claire');
  expect((await app.load('/api/../dev/outbox')).status).toBe(404);
  expect((await app.load('/api/%2e%2e/dev/outbox')).status).toBe(404);
  const foreign = await app.load('/api/auth/sign-out', {
    method: 'POST',
    headers: { origin: 'https://mal.exemple' },
  });
  expect(foreign.status).toBe(403);
  expect(await whoAmI(app)).toBe('claire@exemple.fr');
  const answer = await app.load('/api/auth/account', { headers: { cookie: 'guilde.session_token=other' } });
  expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  expect(await answer.json()).toMatchObject({ email: 'claire@exemple.fr' });
});

it('signs in with a code that was asked for in the app', async () => {
  const app = await startApp(guilde.url);
  const { email } = await guilde.as('claire');
  expect((await app.post('/api/auth/code', { email })).status).toBe(200);
  const code = (await guilde.mails()).findLast(({ to }) => to === email)?.text.match(/\b\d{6}\b/)?.[0];
  expect((await app.post('/api/auth/code/verify', { email, code })).status).toBe(200);
  expect(await whoAmI(app)).toBe(email);
});

it('stays a known device after signing out and a restart, sealed, and out of the page’s sight', async () => {
  const app = await startApp(guilde.url);
  await app.signIn('claire');
  const account = await app.load('/api/auth/account');
  expect(account.headers.getSetCookie()).toEqual([]);
  await app.post('/api/auth/sign-out');
  expect(readFileSync(join(app.app.getPath('userData'), 'device.sealed'), 'utf8')).not.toContain(
    'guilde.device',
  );
  const again = await restart(app, guilde.url);
  const sent: (string | null)[] = [];
  const { fetch } = again.electron.net;
  again.electron.net.fetch = async (url, init) => {
    sent.push(new Headers(init.headers).get('cookie'));
    return fetch(url, init);
  };
  await again.signIn('claire');
  expect(sent[0]).toMatch(/^guilde\.device=[^;]+$/);
});
