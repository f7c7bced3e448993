import { DEFAULT_SETTINGS } from '@guilde/contracts/settings/rules.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../api/test/client.ts';
import { type Guilde, startGuilde } from '../../api/test/harness.ts';
import { createFakeElectron } from './fake-electron.ts';
import { endApps, startApp } from './running-app.ts';

let guilde: Guilde;
let claire: Client;
let karim: Client;
let conversationId: string;

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  await claire.put('/api/settings', { ...DEFAULT_SETTINGS, pushExtracts: true });
  karim = await guilde.as('karim');
});
beforeEach(async () => {
  const sosId = crypto.randomUUID();
  await claire.post('/api/sos', {
    id: sosId,
    category: 'ads',
    title: 'Compte suspendu',
    description: 'Suspendu ce matin, sans explication : que faire en premier ?',
    isUrgent: false,
    specialties: ['ads'],
  });
  conversationId = (await karim.post<{ id: string }>(`/api/sos/${sosId}/join`)).body.id;
});
afterEach(async () => {
  endApps();
  await readAll();
});
afterAll(() => guilde.close());

const write = (content: string) =>
  karim.post(`/api/conversations/${conversationId}/messages`, { id: crypto.randomUUID(), content });
const readAll = async () => {
  const { body } = await claire.get<{ lastSeq: number }>(`/api/conversations/${conversationId}`);
  await claire.put(`/api/conversations/${conversationId}/read`, { seq: body.lastSeq });
};

/** Each answer about the unread number waits for `gate`. */
async function claireHidden(gate: () => Promise<void> = async () => undefined) {
  const fake = createFakeElectron();
  const { fetch } = fake.electron.net;
  const count = { asked: 0, answered: 0 };
  fake.electron.net.fetch = async (url, init) => {
    const answer = await fetch(url, init);
    if (!url.endsWith('/api/conversations/unread')) return answer;
    count.asked++;
    await gate();
    count.answered++;
    return answer;
  };
  const app = await startApp(guilde.url, { argv: ['guilde', '--hidden'] }, fake);
  await app.signIn('claire');
  await expect.poll(() => app.receivedTypes).toContain('hello');
  await write('Es-tu là ?');
  await expect.poll(() => app.notifications.length).toBe(1);
  return { app, count };
}

it('an answer that comes late does not undo what was read meanwhile', async () => {
  const late = Promise.withResolvers<void>();
  const { app, count } = await claireHidden(() => late.promise);
  app.powerMonitor.emit('resume');
  await expect.poll(() => count.asked).toBe(1);
  await readAll();
  await expect.poll(() => app.app.badge).toBe(0);
  const before = app.app.badges.length;
  late.resolve();
  await expect.poll(() => count.answered).toBe(1);
  // The next message is counted after the late answer.
  await write('Le suivant');
  await expect.poll(() => app.app.badge).toBe(1);
  expect(app.app.badges.slice(before).filter((number) => number > 0)).toEqual([1]);
});

it('the number goes with the member who signs out', async () => {
  const { app } = await claireHidden();
  await expect.poll(() => app.app.badge).toBeGreaterThan(0);
  await app.post('/api/auth/sign-out');
  await expect.poll(() => app.app.badge).toBe(0);
});

it('a muted conversation stays silent after a wake and an unlock', async () => {
  const { app, count } = await claireHidden();
  await claire.put(`/api/conversations/${conversationId}/muted`, { isMuted: true });
  for (const [index, back] of (['resume', 'unlock-screen'] as const).entries()) {
    app.powerMonitor.emit(back);
    await expect.poll(() => count.answered).toBe(index + 1);
  }
  await write('Sans déranger');
  await expect.poll(() => app.app.badge).toBe(2);
  await karim.post(`/api/conversations/${conversationId}/messages`, {
    id: crypto.randomUUID(),
    content: 'Une question pour toi',
    mentions: [claire.id],
  });
  // Mentions come through a mute, after the message before them.
  await expect
    .poll(() => app.notifications.map(({ options }) => options.body))
    .toEqual(['Es-tu là ?', 'Une question pour toi']);
});
