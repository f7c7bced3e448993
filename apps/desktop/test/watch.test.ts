import { PRESENCE_TIMEOUT_MS } from '@guilde/contracts/live/protocol.ts';
import { expect, it, vi } from 'vitest';
import { SHOWN_AT_MOST } from '../main/notifier.ts';
import { createFakeElectron } from './fake-electron.ts';
import { type RunningApp, restart, startApp } from './running-app.ts';
import {
  claire,
  claireHidden,
  connected,
  greeted,
  guilde,
  karim,
  onScreen,
  postSos,
  readAll,
  SETTINGS,
  SOS_ID,
  withWatchedChat,
  write,
} from './watched-chat.ts';

withWatchedChat();

it('counts and notifies with no window at all', async () => {
  const app = await claireHidden();
  expect(app.windows).toEqual([]);
  await write(karim, 'As-tu un numéro de dossier ?');
  await expect.poll(() => app.app.badge).toBe(1);
  await expect
    .poll(() => onScreen(app).map(({ options }) => options.body))
    .toEqual(['As-tu un numéro de dossier ?']);
  expect(app.trays[0]?.image).toContain('tray-unread');
  await readAll();
  await expect.poll(() => app.app.badge).toBe(0);
  expect(app.trays[0]).toMatchObject({ toolTip: 'Guilde', image: expect.stringMatching(/tray\.png$/) });
});

const count = ({ receivedTypes }: RunningApp, wanted: string) =>
  receivedTypes.filter((type) => type === wanted).length;

it('says nothing about one’s own messages, nor while one looks at the window', async () => {
  const app = await startApp(guilde.url, { argv: ['guilde'] });
  await app.signIn('claire');
  await connected(app);
  const window = app.windows[0];
  if (!window) throw new Error('No window');
  window.focus();
  window.webContents.url = 'app://bundle/home';
  await write(karim, 'Je regarde.');
  await expect.poll(() => app.app.badge).toBe(1);
  expect(onScreen(app)).toEqual([]);
  await readAll();
  await expect.poll(() => app.app.badge).toBe(0);
  window.webContents.url = `app://bundle/chat?sos=${SOS_ID}`;
  const before = app.app.badges.length;
  const readings = count(app, 'conversation.read');
  await write(karim, 'Je lis.');
  await readAll();
  await expect.poll(() => count(app, 'conversation.read')).toBe(readings + 1);
  const messages = count(app, 'message.created');
  await write(karim, 'Je n’ai pas encore lu ceci.');
  await expect.poll(() => count(app, 'message.created')).toBe(messages + 1);
  expect(onScreen(app)).toEqual([]);
  expect(app.app.badges.slice(before).filter((number) => number > 0)).toEqual([]);
  window.blur();
  expect(app.app.badge, 'looking away shows what was not read').toBe(1);
  await write(karim, 'Toujours là ?');
  await expect.poll(() => onScreen(app).length).toBe(1);
  window.focus();
  expect(onScreen(app), 'coming back to the chat takes back what was said about it').toEqual([]);
  await write(claire, 'Oui.');
  await expect.poll(() => app.app.badge).toBe(0);
  expect(onScreen(app)).toEqual([]);
});

it('is silent while the member looks at another client, until that one has gone', async () => {
  const app = await claireHidden();
  const [browser, witness] = [await claire.live(), await claire.live()];
  browser.send({ type: 'attention', state: 'near' });
  await write(karim, 'Elle est à l’autre ordinateur, sans regarder');
  await expect.poll(() => onScreen(app).length).toBe(1);
  browser.send({ type: 'attention', state: 'looking' });
  await browser.next('attention', ({ state }) => state === 'looking');
  await write(karim, 'Elle regarde');
  await expect.poll(() => app.app.badge).toBe(2);
  browser.close();
  await witness.next('attention', ({ state }) => state === 'away');
  await write(karim, 'Plus maintenant');
  await expect.poll(() => onScreen(app).length).toBe(2);
  expect(onScreen(app).map(({ options }) => options.body)).not.toContain('Elle regarde');
  witness.close();
});

it('is silent no longer than the other client is looked at, when the clock is set back', async () => {
  let back = 0;
  const app = await claireHidden({ now: () => new Date(Date.now() - back) });
  const [browser, witness] = [await claire.live(), await claire.live()];
  browser.send({ type: 'attention', state: 'looking' });
  await browser.next('attention', ({ state }) => state === 'looking');
  back = 3_600_000;
  const passed = performance.now() + PRESENCE_TIMEOUT_MS;
  vi.spyOn(performance, 'now').mockImplementation(() => passed);
  await write(karim, 'Depuis, rien');
  await expect.poll(() => onScreen(app).map(({ options }) => options.body)).toEqual(['Depuis, rien']);
  browser.close();
  await witness.next('attention', ({ state }) => state === 'away');
  witness.close();
});

it('says that the person is at this computer, and before the app, until they have left', async () => {
  const browser = await claire.live();
  const said = () => browser.events.flatMap((event) => (event.type === 'attention' ? [event.state] : []));
  // One sign a second is passed on.
  const expectStates = (...states: string[]) => expect.poll(said).toEqual(states);
  const app = await startApp(guilde.url);
  await app.signIn('claire');
  await connected(app);
  app.powerMonitor.idleState = 'active';
  const [window] = app.windows;
  window?.focus();
  await expectStates('looking');
  window?.blur();
  await expectStates('looking', 'near');
  app.powerMonitor.idleState = 'locked';
  app.powerMonitor.emit('lock-screen');
  await expectStates('looking', 'near', 'away');
  app.powerMonitor.idleState = 'active';
  app.powerMonitor.emit('unlock-screen');
  await expectStates('looking', 'near', 'away', 'near');
  app.quit();
  await expectStates('looking', 'near', 'away', 'near', 'away');
  browser.close();
});

it('a click opens the window on the chat once its page listens', async () => {
  const app = await claireHidden();
  await write(karim);
  await expect.poll(() => onScreen(app).length).toBe(1);
  onScreen(app)[0]?.emit('click');
  await expect.poll(() => app.windows.length).toBe(1);
  const { webContents } = app.windows[0] ?? {};
  expect(webContents?.sent.filter(([channel]) => channel === 'navigate')).toEqual([]);
  app.send('ready');
  expect(webContents?.sent).toContainEqual(['navigate', `/chat?sos=${SOS_ID}`]);
});

it('many at once become one that counts', async () => {
  const app = await claireHidden();
  const many = SHOWN_AT_MOST + 3;
  await Promise.all(Array.from({ length: many }, (_, count) => write(karim, `Message ${count}`)));
  await expect
    .poll(() => onScreen(app).map(({ options }) => options.body))
    .toEqual([expect.stringMatching(/^\d+ nouveautés t’attendent\.$/)]);
  onScreen(app)[0]?.emit('click');
  await expect.poll(() => app.windows.length).toBe(1);
  app.send('ready');
  expect(app.windows[0]?.webContents.sent).toContainEqual(['navigate', `/chat?sos=${SOS_ID}`]);
});

it('an SOS that asks for me is told, another is not', async () => {
  const app = await claireHidden();
  await claire.put('/api/settings', { ...SETTINGS, alertsPerDay: 0 });
  await postSos(karim, '1c9d3a55-52c4-4d0f-9e0e-1f5b6a7c8d9e', ['ads']);
  await guilde.deps.jobs.drain();
  await claire.put('/api/settings', SETTINGS);
  await postSos(karim, '2c9d3a55-52c4-4d0f-9e0e-1f5b6a7c8d9e', ['sourcing']);
  await expect.poll(() => onScreen(app).length).toBe(1);
  onScreen(app)[0]?.emit('click');
  await expect.poll(() => app.windows.length).toBe(1);
  app.send('ready');
  expect(app.windows[0]?.webContents.sent).toContainEqual([
    'navigate',
    '/sos/2c9d3a55-52c4-4d0f-9e0e-1f5b6a7c8d9e',
  ]);
});

it('an account whose profile is not complete is left in peace', async () => {
  const fake = createFakeElectron();
  const { fetch, WebSocket: Socket } = fake.electron.net;
  const answered: string[] = [];
  const connections: string[] = [];
  fake.electron.net.fetch = async (url, init) => {
    const answer = await fetch(url, init);
    answered.push(new URL(url).pathname);
    return answer;
  };
  fake.electron.net.WebSocket = class extends Socket {
    constructor(...args: ConstructorParameters<typeof Socket>) {
      super(...args);
      connections.push(args[0]);
    }
  };
  const app = await startApp(guilde.url, { argv: ['guilde', '--hidden'] }, fake);
  await app.signIn('theo');
  await expect.poll(() => answered).toContain('/api/auth/account');
  await app.post('/api/auth/sign-out');
  await app.signIn('claire');
  await connected(app);
  expect(connections, 'only Claire’s').toHaveLength(1);
});

it('the number is the server’s again after sleep and on focus', async () => {
  const app = await claireHidden();
  app.app.setBadgeCount(7);
  await write(karim);
  app.powerMonitor.emit('resume');
  await expect.poll(() => app.app.badge).toBe(1);
});

it('the page’s socket shares the app’s: it receives from the greeting on, and gives way to the next', async () => {
  const app = await startApp(guilde.url);
  await app.signIn('claire');
  await connected(app);
  const eventsOf = (id: number) =>
    (app.windows[0]?.webContents.sent ?? [])
      .filter(([channel]) => channel === 'socket-event')
      .map(([, value]) => value as { id: number; type: string; frame?: string })
      .filter((event) => event.id === id)
      .map(({ type, frame }) => (frame ? (JSON.parse(frame) as { type: string }).type : type));
  app.send('socket:open', { id: 1, path: '/api/live' });
  await expect.poll(() => eventsOf(1)).toEqual(['hello']);
  app.send('socket:send', { id: 1, frame: '{"type":"ping"}' });
  await expect.poll(() => eventsOf(1)).toEqual(['hello', 'pong']);
  app.send('socket:open', { id: 2, path: '/api/live' });
  await expect.poll(() => eventsOf(2)).toEqual(['hello']);
  expect(eventsOf(1).at(-1)).toBe('close');
  app.windows[0]?.webContents.emit('did-navigate');
  await write(karim, 'Après le rechargement');
  await expect.poll(() => app.app.badge).toBe(1);
  expect(eventsOf(2)).toEqual(['hello']);
});

it('each new connection asks whether the server still takes this version', async () => {
  const fake = createFakeElectron();
  const { fetch } = fake.electron.net;
  let isReplaced = false;
  fake.electron.net.fetch = async (url, init) =>
    isReplaced && url.endsWith('/api/health/live')
      ? Response.json({ live: true, protocol: 9, oldestClient: 8 })
      : fetch(url, init);
  const app = await startApp(guilde.url, {}, fake);
  await app.signIn('claire');
  await connected(app);
  expect(await app.invoke('state')).toMatchObject({ compatibility: 'compatible' });
  isReplaced = true;
  app.send('socket:open', { id: 1, path: '/api/live' });
  await expect.poll(async () => app.invoke('state')).toMatchObject({ compatibility: 'client-too-old' });
});

it('no notification in a session that is over', async () => {
  const app = await claireHidden();
  await app.post('/api/auth/sign-out');
  await expect.poll(() => app.cachesCleared).toBeGreaterThan(0);
  const before = app.notifications.length;
  await write(karim, 'Pour Claire, qui est partie');
  expect([onScreen(app), app.app.badge]).toEqual([[], 0]);
  app.receivedTypes.length = 0;
  await app.signIn('karim');
  await greeted(app);
  // The next one's event comes over the same connection, and later.
  await write(claire, 'Pour Karim');
  await expect
    .poll(() => app.notifications.slice(before).map(({ options }) => options.body))
    .toEqual(['Pour Karim']);
});

it('disturbs nobody while the settings are not known', async () => {
  const fake = createFakeElectron();
  const { fetch } = fake.electron.net;
  fake.electron.net.fetch = async (url, init) =>
    url.endsWith('/api/settings') ? new Response(null, { status: 503 }) : fetch(url, init);
  const app = await startApp(guilde.url, { argv: ['guilde', '--hidden'] }, fake);
  await app.signIn('claire');
  await greeted(app);
  await write(karim, 'En pleine nuit');
  await expect.poll(() => app.app.badge).toBe(1);
  expect(app.notifications).toEqual([]);
});

it('a start without network catches up as soon as there is one', async () => {
  const app = await claireHidden();
  await write(karim);
  const fake = createFakeElectron(app.folder);
  fake.isOnline = false;
  app.quit();
  const again = await startApp(guilde.url, { argv: ['guilde', '--hidden'] }, fake);
  expect(again.app.badge).toBe(0);
  again.isOnline = true;
  again.powerMonitor.emit('unlock-screen');
  await expect.poll(() => again.app.badge).toBe(1);
});

it('a restart finds the unread number again', async () => {
  const app = await claireHidden();
  await write(karim);
  await expect.poll(() => app.app.badge).toBe(1);
  const again = await restart(app, guilde.url, { argv: ['guilde', '--hidden'] });
  await expect.poll(() => again.app.badge).toBe(1);
  expect(again.notifications).toEqual([]);
});

it('what comes before the server has said the settings is told all the same', async () => {
  const fake = createFakeElectron();
  const { fetch } = fake.electron.net;
  const answered = Promise.withResolvers<void>();
  fake.electron.net.fetch = async (url, init) => {
    const answer = await fetch(url, init);
    if (url.endsWith('/api/settings')) await answered.promise;
    return answer;
  };
  const app = await startApp(guilde.url, { argv: ['guilde', '--hidden'] }, fake);
  await write(karim, 'Avant');
  await app.signIn('claire');
  await expect.poll(() => app.app.badge).toBe(1);
  await write(karim, 'Pendant');
  await expect.poll(() => app.app.badge).toBe(2);
  expect(onScreen(app)).toEqual([]);
  answered.resolve();
  await expect.poll(() => onScreen(app).map(({ options }) => options.body)).toEqual(['Pendant']);
});
