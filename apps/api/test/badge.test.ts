import { setTimeout as sleep } from 'node:timers/promises';
import type { Conversation, Unread } from '@guilde/contracts/conversations/rules.ts';
import { applyUnreadEvent, type UnreadState } from '@guilde/contracts/conversations/unread.ts';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Client } from './client.ts';
import { elsewhere, type Installation, startInstallation } from './instances.ts';
import type { LiveClient } from './live-client.ts';
import { granted, openChat, sendText } from './scenes.ts';
import { seeded } from './seeded.ts';
import { until } from './until.ts';

const WINDOWS_AT_ONCE = 20;
const ROUNDS = (inject('crashActs') ?? 800) / 200;
const MESSAGES = 120;
/** There are fewer reads than writes, because a number that is read anew hides earlier mistakes. */
const READS = 6;
const PAUSE_MS = 6;

let installation: Installation;
/** These are the clients of the member whose badge is checked, one on each instance. */
let homes: Client[];
let friends: Client[];
let rooms: Conversation[];

beforeAll(async () => {
  installation = await startInstallation({ RATE_LIMITS: 'off' });
  const { guilde } = installation;
  const claire = await guilde.as('claire');
  const [karim, zoe] = [await guilde.as('karim'), await guilde.as('zoe')];
  const other = await installation.startAnother();
  homes = [claire, elsewhere(claire, other)];
  friends = [karim, zoe].flatMap((friend) => [friend, elsewhere(friend, other)]);
  rooms = [
    (await openChat(claire, karim, zoe)).conversation,
    (await openChat(claire, karim, zoe)).conversation,
  ];
});
afterAll(() => installation.close());

/** A window shows the badge by the rules of the real client. */
type Window = { live: LiveClient; badge: () => number };

async function openWindow(client: Client): Promise<Window> {
  const live = await client.live();
  const badge = () =>
    live.events.reduce<UnreadState | undefined>(
      (known, event) => applyUnreadEvent(known, event, client.id),
      undefined,
    )?.total ?? Number.NaN;
  return { live, badge };
}

/** Others write, claire reads and writes, then windows open, while messages arrive on both instances. */
async function round(random: () => number): Promise<Window[]> {
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const pause = () => sleep(random() * PAUSE_MS);
  const newest = new Map<string, number>();
  const writing = friends.map(async (friend) => {
    for (let count = 0; count < MESSAGES / friends.length; count++) {
      const { conversationId, seq } = await sendText(friend, one(rooms).id, `Message ${count}`);
      newest.set(conversationId, Math.max(seq, newest.get(conversationId) ?? 0));
      await pause();
    }
  });
  const reading = homes.map(async (home) => {
    for (let count = 0; count < READS; count++) {
      await pause();
      const { id } = one(rooms);
      const seq = (newest.get(id) ?? 1) - Math.floor(random() * 3);
      if (random() < 0.2) await sendText(home, id, 'Je réponds');
      else granted(await home.put(`/api/conversations/${id}/read`, { seq: Math.max(0, seq) }));
    }
  });
  const opening = Array.from({ length: WINDOWS_AT_ONCE }, async () => {
    await sleep(random() * PAUSE_MS * READS * 4);
    return openWindow(one(homes));
  });
  await Promise.all([...writing, ...reading]);
  return Promise.all(opening);
}

it(`shows the server’s number in ${ROUNDS * WINDOWS_AT_ONCE} windows on two instances, whatever crosses on the way`, async () => {
  const random = seeded();
  const drifted: { round: number; shown: number; stored: number }[] = [];
  for (let count = 0; count < ROUNDS && drifted.length === 0; count++) {
    const windows = await round(random);
    const [claire] = homes as [Client];
    let stored = Number.NaN;
    const astray = () => windows.filter(({ badge }) => badge() !== stored);
    // Events reach the windows within moments, whereas a number that has drifted stays wrong.
    await until(async () => {
      stored = granted(await claire.get<Unread>('/api/conversations/unread')).total;
      return astray().length === 0;
    }).catch(() => undefined);
    for (const { badge } of astray()) drifted.push({ round: count, shown: badge(), stored });
    for (const { live } of windows) live.close();
  }
  expect(drifted).toEqual([]);
}, 3_600_000);
