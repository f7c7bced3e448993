import { DEFAULT_SETTINGS, type Settings } from '@guilde/contracts/settings/rules.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../api/test/client.ts';
import { type Guilde, startGuilde } from '../../api/test/harness.ts';
import { createFakeElectron } from './fake-electron.ts';
import { endApps, type RunningApp, startApp } from './running-app.ts';

/** Settings changed on the web reach an app that runs without a window, over its live socket. */
const SOS_ID = '8a7a4d0e-7d5b-4c92-9d4e-0d4b8f6a2c11';
const HALF_PAST_TEN_AT_NIGHT = new Date(2026, 10, 17, 22, 30);

let guilde: Guilde;
let claire: Client;
let karim: Client;
let conversationId: string;
let app: RunningApp;
let asked: string[];

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  await claire.post('/api/sos', {
    id: SOS_ID,
    category: 'ads',
    title: 'Compte suspendu',
    description: 'Suspendu ce matin, sans explication : que faire en premier ?',
    isUrgent: false,
    specialties: ['ads'],
  });
  conversationId = (await karim.post<{ id: string }>(`/api/sos/${SOS_ID}/join`)).body.id;
});
beforeEach(async () => {
  await change({});
  app = await startApp(guilde.url, { argv: ['guilde', '--hidden'], now: () => HALF_PAST_TEN_AT_NIGHT });
  await app.signIn('claire');
  await expect.poll(() => app.receivedTypes).toContain('hello');
  await write('Es-tu là ?');
  await expect.poll(() => app.notifications.length).toBe(1);
  asked = watchCalls();
});
afterEach(endApps);
afterAll(() => guilde.close());

/** The web client sends all settings at once. */
async function change(settings: Partial<Settings>): Promise<void> {
  const { status } = await claire.put('/api/settings', {
    ...DEFAULT_SETTINGS,
    pushExtracts: true,
    ...settings,
  });
  expect(status).toBe(200);
}

const write = (content: string) =>
  karim.post(`/api/conversations/${conversationId}/messages`, { id: crypto.randomUUID(), content });

const isNotified = (content: string) => app.notifications.some(({ options }) => options.body === content);

function watchCalls(): string[] {
  const calls: string[] = [];
  const { fetch } = app.electron.net;
  app.electron.net.fetch = (url, init) => {
    calls.push(new URL(url).pathname);
    return fetch(url, init);
  };
  return calls;
}

it.each([
  ['notifications of messages are switched off', { notifyMessages: false }],
  ['« Ne pas déranger » is chosen', { quietUntil: new Date(2026, 10, 17, 23, 30).toISOString() }],
  ['quiet hours begin', { quietHours: { from: '22:00', to: '08:00' } }],
] as const)('%s: the next message only counts, until they are back', async (what, settings) => {
  const before = app.app.badge;
  await change(settings);
  await write(`${what} : silence`);
  await expect.poll(() => app.app.badge).toBeGreaterThan(before);
  await change({});
  await write(`${what} : à nouveau`);
  await expect.poll(() => isNotified(`${what} : à nouveau`)).toBe(true);
  expect(isNotified(`${what} : silence`)).toBe(false);
  expect(asked, 'the event itself says the settings').not.toContain('/api/settings');
});

it('the start of messages is switched off: the next one is told without its text, also with no window', async () => {
  await change({ pushExtracts: false });
  await write('Mon code est 4711');
  await expect.poll(() => app.notifications.length).toBe(2);
  expect(app.windows).toEqual([]);
  expect(app.notifications.at(-1)?.options).toMatchObject({
    title: 'Karim Benali · Compte suspendu',
    body: 'Ouvre Guilde pour lire le message.',
  });
});

it('the sound is switched off: the next message is shown without it', async () => {
  await change({ sound: false });
  await write('Sans bruit');
  await expect.poll(() => isNotified('Sans bruit')).toBe(true);
  expect(app.notifications.at(-1)?.options.silent).toBe(true);
  expect(app.notifications[0]?.options.silent).toBe(false);
});

it('« Ne pas déranger » holds when the app starts again', async () => {
  await change({ quietUntil: new Date(2026, 10, 17, 23, 30).toISOString() });
  app.quit();
  app = await startApp(
    guilde.url,
    { argv: ['guilde', '--hidden'], now: () => HALF_PAST_TEN_AT_NIGHT },
    createFakeElectron(app.folder),
  );
  await expect.poll(() => app.receivedTypes).toContain('hello');
  const before = app.app.badge;
  await write('Après le redémarrage : silence');
  await expect.poll(() => app.app.badge).toBeGreaterThan(before);
  await change({});
  await write('Après le redémarrage : à nouveau');
  await expect.poll(() => isNotified('Après le redémarrage : à nouveau')).toBe(true);
  expect(isNotified('Après le redémarrage : silence')).toBe(false);
});
