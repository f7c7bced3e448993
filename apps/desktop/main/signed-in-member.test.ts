import type { LiveEvent } from '@guilde/contracts/live/protocol.ts';
import { DEFAULT_SETTINGS, type Settings } from '@guilde/contracts/settings/rules.ts';
import { expect, it } from 'vitest';
import type { Server } from './server.ts';
import { createSignedInMember } from './signed-in-member.ts';

/** The server answers with `answers`, and `done` records what the module did. */
function setUp() {
  const done: string[] = [];
  const answers: { account: Awaited<ReturnType<Server['account']>> } = {
    account: { id: 'claire', entered: true },
  };
  const settings = Promise.withResolvers<Settings>();
  let cookie: string | null = 'guilde.session_token=1';
  const signedIn = createSignedInMember({
    session: {
      cookie: () => cookie,
      forget: async () => {
        cookie = null;
        done.push('forgotten');
      },
    },
    server: {
      account: async () => answers.account,
      settings: () => settings.promise,
    },
    link: () => ({ keep: (wanted) => done.push(wanted ? 'kept' : 'let go') }),
    left: () => done.push('left'),
  });
  signedIn.check();
  return { signedIn, done, answers, settings };
}

it('a session that ended while there was no connection is noticed when the server refuses one', async () => {
  const { signedIn, done, answers } = setUp();
  await expect.poll(() => done).toEqual(['kept']);
  answers.account = 'visitor';
  signedIn.closed(1006, true);
  expect(signedIn.memberId(), 'a connection that is lost says nothing about the session').toBe('claire');
  signedIn.closed(1006, false);
  await expect.poll(() => done).toEqual(['kept', 'forgotten', 'let go', 'left']);
  expect(signedIn.memberId()).toBeNull();
});

it('somebody else in the same app finds nothing of the one before', async () => {
  const { signedIn, done, answers } = setUp();
  await expect.poll(() => signedIn.memberId()).toBe('claire');
  answers.account = { id: 'karim', entered: true };
  signedIn.check();
  await expect.poll(() => signedIn.memberId()).toBe('karim');
  expect(done).toEqual(['kept', 'left', 'kept']);
});

it('settings that change while they are asked for stay, though the answer is older', async () => {
  const { signedIn, settings } = setUp();
  const changed: Settings = { ...DEFAULT_SETTINGS, quietHours: { from: '22:00', to: '07:00' } };
  signedIn.onEvent({ type: 'hello', memberId: 'claire' } as LiveEvent);
  signedIn.onEvent({ type: 'settings.changed', settings: changed } as LiveEvent);
  settings.resolve(DEFAULT_SETTINGS);
  await signedIn.known();
  expect(signedIn.notificationContext()?.settings).toEqual(changed);
});
