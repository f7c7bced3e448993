import type { LiveEvent } from '@guilde/contracts/events.ts';
import { DEFAULT_SETTINGS, type Settings } from '@guilde/contracts/settings.ts';
import { expect, it } from 'vitest';
import { FakeNotification } from '../test/fake-electron.ts';
import { createNotifier } from './notifier.ts';

/** Claire's notifier at half past ten in the evening, with these settings. */
function claires(settings: Partial<Settings> = {}, isSupported = true, platform: NodeJS.Platform = 'linux') {
  const shown: FakeNotification[] = [];
  let asked = 0;
  const notifier = createNotifier({
    Notification: class extends FakeNotification {
      constructor(options: ConstructorParameters<typeof FakeNotification>[0]) {
        super(options);
        shown.push(this);
      }
      static isSupported(): boolean {
        return isSupported;
      }
    },
    icon: 'icon.png',
    platform,
    context: () => ({
      viewerId: 'claire',
      specialties: ['ads'],
      settings: { ...DEFAULT_SETTINGS, ...settings },
      minuteOfDay: 22 * 60 + 30,
      lookingAt: null,
    }),
    conversation: async () => {
      asked++;
      return { sosId: 'sos', title: 'Compte suspendu', participants: [] };
    },
    open: () => undefined,
  });
  return { notifier, shown, asked: () => asked };
}

const message = (id: string, content = 'Bonjour'): LiveEvent => ({
  type: 'message.created',
  message: {
    id,
    conversationId: 'ads',
    seq: 1,
    kind: 'text',
    senderId: 'karim',
    content,
    createdAt: '2026-11-17T09:00:00.000Z',
  },
});

it('one event is told once, however often it comes; its conversation is asked for once', async () => {
  const { notifier, shown, asked } = claires();
  await notifier.hear(message('one'));
  await notifier.hear(message('one'));
  await notifier.hear(message('two'));
  expect(shown.length).toBe(2);
  expect(asked()).toBe(1);
});

it.each([
  ['in quiet hours', { quietHours: { from: '22:00', to: '08:00' } }],
  ['when messages are switched off', { notifyMessages: false }],
] as const)('nothing %s', async (_when, settings) => {
  const { notifier, shown } = claires(settings);
  await notifier.hear(message('one'));
  expect(shown).toEqual([]);
});

it('without sound where one wants none, and nothing where the system shows nothing', async () => {
  const quiet = claires({ sound: false });
  await quiet.notifier.hear(message('one'));
  expect(quiet.shown[0]?.options.silent).toBe(true);
  const unable = claires({}, false);
  await unable.notifier.hear(message('one'));
  expect(unable.shown).toEqual([]);
});

it('what leaves with the member leaves the screen', async () => {
  const { notifier, shown } = claires();
  await notifier.hear(message('one'));
  notifier.clear();
  expect(shown[0]?.isOnScreen).toBe(false);
});

it.each([
  ['linux', '‹a href="https://mal.exemple"›Reconnecte-toi‹/a› 1 ‹ 2 & fin'],
  ['darwin', '<a href="https://mal.exemple">Reconnecte-toi</a> 1 < 2 & fin'],
] as const)('%s: what looks like markup in a message is shown as text', async (platform, body) => {
  const { notifier, shown } = claires({}, true, platform);
  await notifier.hear(message('m1', '<a href="https://mal.exemple">Reconnecte-toi</a> 1 < 2 & fin'));
  expect(shown.map(({ options }) => options.body)).toEqual([body]);
});
