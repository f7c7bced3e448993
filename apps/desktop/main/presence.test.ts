import { DEFAULT_SETTINGS } from '@guilde/contracts/settings.ts';
import { expect, it } from 'vitest';
import { createPresence } from './presence.ts';
import type { Server } from './server.ts';

/** A presence whose server answers as told; `done` is what it did. */
function signedIn() {
  const done: string[] = [];
  const answers: { account: Awaited<ReturnType<Server['account']>> } = {
    account: { id: 'claire', profileComplete: true },
  };
  let cookie: string | null = 'guilde.session_token=1';
  const presence = createPresence({
    session: {
      cookie: () => cookie,
      forget: async () => {
        cookie = null;
        done.push('forgotten');
      },
    },
    server: {
      account: async () => answers.account,
      specialties: async () => [],
      settings: async () => DEFAULT_SETTINGS,
    },
    link: () => ({ keep: (wanted) => done.push(wanted ? 'kept' : 'let go') }),
    left: () => done.push('left'),
  });
  presence.settle();
  return { presence, done, answers };
}

it('a session that ended while there was no connection is noticed when the server refuses one', async () => {
  const { presence, done, answers } = signedIn();
  await expect.poll(() => done).toEqual(['kept']);
  answers.account = 'visitor';
  presence.closed(1006, true);
  expect(presence.memberId(), 'a connection that is lost says nothing about the session').toBe('claire');
  presence.closed(1006, false);
  await expect.poll(() => done).toEqual(['kept', 'forgotten', 'let go', 'left']);
  expect(presence.memberId()).toBeNull();
});

it('somebody else in the same app finds nothing of the one before', async () => {
  const { presence, done, answers } = signedIn();
  await expect.poll(() => presence.memberId()).toBe('claire');
  answers.account = { id: 'karim', profileComplete: true };
  presence.settle();
  await expect.poll(() => presence.memberId()).toBe('karim');
  expect(done).toEqual(['kept', 'left', 'kept']);
});
