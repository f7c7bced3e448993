import { ownerId } from '@guilde/contracts/conversations/rules.ts';
import { followOtherClients, type OtherClients } from '@guilde/contracts/live/other-clients.ts';
import type { LiveEvent } from '@guilde/contracts/live/protocol.ts';
import {
  conversationToName,
  type NotifiedEvent,
  notificationOf,
  notifiedId,
  tagOf,
  withdrawnBy,
} from '@guilde/contracts/notices/rules.ts';
import { minuteOfDay } from '@guilde/contracts/settings/rules.ts';
import { conversationById } from '../conversations/conversation-query.ts';
import { isMuted } from '../conversations/unread.ts';
import { elapsed } from '../elapsed.ts';
import { serverNow } from '../kit/server-time.ts';
import { isWindowFocused } from '../kit/window-focus.ts';
import type { LiveContext, LiveHandlers } from '../live.ts';
import { notificationPath } from '../paths.ts';
import type { Platform } from '../platform.ts';
import { settingsQuery } from '../settings/data.ts';
import { deviceTimeZone } from '../settings/device-time-zone.ts';
import { chatVisible, FOCUSED } from './presence.ts';
import { claim, flags } from './tabs.ts';

/**
 * Each event has one notification, whatever number of tabs, and none while the member looks at another
 * browser or uses the desktop app. A shell that notifies by itself needs no handlers.
 */
export function notificationEvents(platform: Platform): LiveHandlers {
  if (platform.notifications.mode === 'shell') return {};
  const others = followOtherClients();
  const follow = (_: LiveContext, event: LiveEvent) => others.onEvent(event, elapsed());
  const onEvent = (context: LiveContext, event: NotifiedEvent) => {
    notify(platform, others, context, event).catch(() => undefined);
  };
  const withdraw = ({ memberId }: LiveContext, event: LiveEvent) => {
    const withdrawn = withdrawnBy(event, memberId);
    if (withdrawn) platform.notifications.close(withdrawn);
  };
  return {
    hello: follow,
    attention: follow,
    'message.created': onEvent,
    'message.changed': withdraw,
    'conversation.read': withdraw,
    'sos.alerted': onEvent,
    'sos.updated': withdraw,
    'sos.reached': withdraw,
    'sos.declined': withdraw,
    'sos.removed': withdraw,
    'help.requested': onEvent,
    'announcement.received': onEvent,
    'announcement.removed': withdraw,
    'event.told': onEvent,
  };
}

async function notify(
  platform: Platform,
  others: OtherClients,
  context: LiveContext,
  event: NotifiedEvent,
): Promise<void> {
  if (platform.notifications.permission() !== 'granted' || isWindowFocused()) return;
  if (!(await claim(notifiedId(event)))) return;
  const seen = await flags();
  if (seen.has(FOCUSED) || others.areIn(['looking', 'near'], elapsed())) return;
  const notification = await decide(context, event, seen);
  if (!notification) return;
  const { target, ...words } = notification;
  platform.notifications.show({ ...words, path: notificationPath(target), tag: tagOf(event) });
}

async function decide(context: LiveContext, event: NotifiedEvent, seen: Set<string>) {
  const { api, queryClient, memberId } = context;
  const conversationId = conversationToName(event, memberId);
  const senderId = event.type === 'message.created' ? event.message.senderId : null;
  const [settings, conversation] = await Promise.all([
    queryClient.fetchQuery(settingsQuery(api)),
    conversationId ? conversationById(context, conversationId, senderId).catch(() => undefined) : undefined,
  ]);
  const timeZone = deviceTimeZone() ?? settings.timeZone;
  const now = serverNow();
  return notificationOf(event, {
    viewerId: memberId,
    settings,
    now,
    minuteOfDay: minuteOfDay(timeZone, now),
    lookingAt: conversation && seen.has(chatVisible(ownerId(conversation))) ? ownerId(conversation) : null,
    conversation: () => conversation,
    isMuted: (id) => isMuted(queryClient, id),
  });
}
