import type { LiveEvent } from '@guilde/contracts/live/protocol.ts';
import { DEFAULT_SETTINGS, type Settings } from '@guilde/contracts/settings/rules.ts';
import { createNotifier } from '../main/notifier.ts';
import { FakeNotification } from './fake-windows.ts';

export const SOS_ID = '8a7a4d0e-7d5b-4c92-9d4e-0d4b8f6a2c11';

/** The notifier is Claire's, at half past ten in the evening. */
export function claires(
  settings: Partial<Settings> = {},
  isSupported = true,
  platform: NodeJS.Platform = 'linux',
  answered: () => Promise<void> = async () => undefined,
) {
  const shown: FakeNotification[] = [];
  const opened: string[] = [];
  const failures: string[] = [];
  let asked = 0;
  const asking: string[] = [];
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
    viewerId: () => 'claire',
    context: () => ({
      viewerId: 'claire',
      settings: { ...DEFAULT_SETTINGS, pushExtracts: true, ...settings },
      now: Date.now(),
      minuteOfDay: 22 * 60 + 30,
      lookingAt: null,
      isMuted: () => false,
    }),
    conversation: async () => {
      asked++;
      await answered();
      return { sosId: SOS_ID, title: 'Compte suspendu', participants: [] };
    },
    asking: async () => asking,
    open: (path) => opened.push(path),
    shown: () => undefined,
    failed: (reason) => failures.push(reason),
  });
  return { notifier, shown, opened, failures, asking, asked: () => asked };
}

export const message = (id: string, content = 'Bonjour', conversationId = 'ads'): LiveEvent => ({
  type: 'message.created',
  message: {
    id,
    conversationId,
    seq: 1,
    kind: 'text',
    senderId: 'karim',
    content,
    createdAt: '2026-11-17T09:00:00.000Z',
  },
});
