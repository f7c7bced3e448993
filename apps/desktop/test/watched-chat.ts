import { DEFAULT_SETTINGS } from '@guilde/contracts/settings/rules.ts';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import type { Client } from '../../api/test/client.ts';
import { type Guilde, startGuilde } from '../../api/test/harness.ts';
import { endApps, type RunningApp, startApp } from './running-app.ts';

export const SOS_ID = '8a7a4d0e-7d5b-4c92-9d4e-0d4b8f6a2c11';

/** Notifications have the start of the message, by which tests tell them apart. */
export const SETTINGS = { ...DEFAULT_SETTINGS, pushExtracts: true };

export let guilde: Guilde;
export let claire: Client;
export let karim: Client;
let conversationId: string;

/** Karim helps Claire, who has read everything at the beginning of each test. */
export function withWatchedChat(): void {
  beforeAll(async () => {
    guilde = await startGuilde();
    claire = await guilde.as('claire');
    karim = await guilde.as('karim');
    for (const member of [claire, karim]) await member.put('/api/settings', SETTINGS);
    await guilde.as('theo');
    await postSos(claire, SOS_ID, ['ads']);
    conversationId = (await karim.post<{ id: string }>(`/api/sos/${SOS_ID}/join`)).body.id;
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    endApps();
    await readAll();
  });
  afterAll(() => guilde.close());
}

export const postSos = (author: Client, id: string, specialties: string[]) =>
  author.post('/api/sos', {
    id,
    category: 'ads',
    title: 'Compte suspendu',
    description: 'Suspendu ce matin, sans explication : que faire en premier ?',
    isUrgent: false,
    specialties,
  });
export const write = (from: Client, content = 'Bonjour') =>
  from.post(`/api/conversations/${conversationId}/messages`, { id: crypto.randomUUID(), content });
export const readAll = async () => {
  const { body } = await claire.get<{ lastSeq: number }>(`/api/conversations/${conversationId}`);
  await claire.put(`/api/conversations/${conversationId}/read`, { seq: body.lastSeq });
};
export const onScreen = (app: RunningApp) => app.notifications.filter((one) => one.isOnScreen);

export async function claireHidden(around: Parameters<typeof startApp>[1] = {}): Promise<RunningApp> {
  const app = await startApp(guilde.url, { argv: ['guilde', '--hidden'], ...around });
  await app.signIn('claire');
  await connected(app);
  return app;
}

/** The app receives events from now on, and shows them as soon as the member's settings are known. */
export const greeted = (app: RunningApp) => expect.poll(() => app.receivedTypes).toContain('hello');

/** A first message was notified and removed, so that the member's data are known. */
export async function connected(app: RunningApp): Promise<void> {
  await greeted(app);
  app.windows[0]?.blur();
  await write(karim, 'Es-tu là ?');
  await expect.poll(() => onScreen(app).length).toBe(1);
  await readAll();
  await expect.poll(() => app.app.badge).toBe(0);
  for (const shown of onScreen(app)) shown.close();
}
