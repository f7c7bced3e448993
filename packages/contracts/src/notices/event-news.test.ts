import { expect, it } from 'vitest';
import type { LiveEvent } from '../live/protocol.ts';
import { DEFAULT_SETTINGS } from '../settings/rules.ts';
import { notificationOf } from './rules.ts';

it('news of an event leads to its page, and passes quiet hours when it is awaited', () => {
  const told = (isAwaited: boolean): LiveEvent => ({
    type: 'event.told',
    id: 'notice-1',
    eventId: 'event-1',
    title: 'Dans une heure',
    body: 'La Room commence\ndans une heure.',
    isAwaited,
  });
  const inQuietHours = {
    viewerId: 'claire',
    settings: { ...DEFAULT_SETTINGS, quietHours: { from: '11:00', to: '12:01' } },
    now: 0,
    minuteOfDay: 12 * 60,
    lookingAt: null,
    conversation: () => undefined,
    isMuted: () => false,
  };
  expect(notificationOf(told(false), inQuietHours)).toBeNull();
  expect(notificationOf(told(true), inQuietHours)).toEqual({
    id: 'notice-1',
    title: 'Dans une heure',
    body: 'La Room commence dans une heure.',
    target: { to: 'event', eventId: 'event-1' },
    silent: false,
  });
});
