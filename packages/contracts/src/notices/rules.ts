import type { Announcement } from '../announcements/rules.ts';
import { type Conversation, type ConversationOwner, type Message, ownerId } from '../conversations/rules.ts';
import { textOrFiles } from '../files/rules.ts';
import type { LiveEvent } from '../live/protocol.ts';
import { memberName, optionLabel } from '../profiles/rules.ts';
import { quietReason, type Settings } from '../settings/rules.ts';
import { denyHelpRequest, SOS_CATEGORIES, type Sos } from '../sos/rules.ts';
import { excerpt, plainLine } from '../text.ts';

export const NOTIFICATION_TITLE_MAX = 100;
export const NOTIFICATION_BODY_MAX = 120;
/** The limit leaves room for the category after the name. */
const NAME_SHOWN_MAX = 40;
/** The limit leaves room for the answer after the quote. */
const QUOTE_SHOWN_MAX = 40;

/** While the owner is not known, the target is the list of chats. */
export type NotificationTarget =
  | ({ to: 'chat' } & ConversationOwner)
  | { to: 'sos'; sosId: string }
  | { to: 'event'; eventId: string }
  | { to: 'announcements' };

/** `id` is the same in every tab, so that an event is shown once. Each text is one plain line. */
export type MemberNotification = {
  id: string;
  title: string;
  body: string;
  target: NotificationTarget;
  silent: boolean;
};

export type NotifiedConversation = ConversationOwner & Pick<Conversation, 'title' | 'participants'>;

export type NotificationContext = {
  viewerId: string;
  settings: Settings;
  /** The instant is in milliseconds. */
  now: number;
  /** The minutes count from the member's midnight. */
  minuteOfDay: number;
  /** The chat of this SOS or event is on the screen. */
  lookingAt: string | null;
  /** The notification names nobody if this is undefined. */
  conversation: (id: string) => NotifiedConversation | undefined;
  /** A muted conversation shows only mentions of the viewer and answers to them. */
  isMuted: (conversationId: string) => boolean;
};

export type NotifiedEvent = Extract<
  LiveEvent,
  { type: 'message.created' | 'sos.alerted' | 'help.requested' | 'announcement.received' | 'event.told' }
>;

/** Returns null for events that never notify. */
export function notifiedId(event: NotifiedEvent): string;
export function notifiedId(event: LiveEvent): string | null;
export function notifiedId(event: LiveEvent): string | null {
  if (event.type === 'message.created') return event.message.id;
  if (event.type === 'sos.alerted') return event.sos.id;
  if (event.type === 'announcement.received') return event.announcement.id;
  if (event.type === 'event.told') return event.id;
  return event.type === 'help.requested' ? helpRequestId(event.sos) : null;
}

/** The id differs from that of the SOS, which may have been shown already. */
const helpRequestId = ({ id }: Pick<Sos, 'id'>) => `help ${id}`;

/** The tag is that of a push about the same, which the server gives. */
export function tagOf(event: NotifiedEvent): string {
  if (event.type === 'announcement.received') return announcementTag(event.announcement.id);
  if (event.type === 'event.told') return `event:${event.eventId}`;
  return event.type === 'message.created' ? chatTag(event.message.conversationId) : sosTag(event.sos.id);
}

const sosTag = (sosId: string) => `sos:${sosId}`;
const announcementTag = (announcementId: string) => `announcement:${announcementId}`;
const chatTag = (conversationId: string) => `chat:${conversationId}`;

/** Returns which notifications are no news any more after the event: all of the tag, or with `id` only that one. */
export function withdrawnBy(event: LiveEvent, viewerId: string): { id?: string; tag: string } | null {
  switch (event.type) {
    case 'message.changed': {
      const { id, kind, conversationId } = event.message;
      return kind === 'deleted' ? { id, tag: chatTag(conversationId) } : null;
    }
    case 'conversation.read': {
      const { conversationId, unread } = event;
      return unread && !unread.conversations[conversationId] ? { tag: chatTag(conversationId) } : null;
    }
    case 'sos.updated':
      return denyHelpRequest(viewerId, event.sos) ? { tag: sosTag(event.sos.id) } : null;
    case 'sos.reached':
    case 'sos.declined':
    case 'sos.removed':
      return { tag: sosTag(event.sosId) };
    case 'announcement.removed':
      return { tag: announcementTag(event.announcementId) };
    default:
      return null;
  }
}

/** The caller loads this conversation before `notificationOf`; null means that none is needed. */
export function conversationToName(event: LiveEvent, viewerId: string): string | null {
  if (event.type !== 'message.created') return null;
  const { message } = event;
  return isFromAnother(message, viewerId) || isNewsOfOwnSos(message, viewerId)
    ? message.conversationId
    : null;
}

/** Returns null when nothing is to be shown (docs/specification.md#settings-and-notifications). */
export function notificationOf(event: LiveEvent, context: NotificationContext): MemberNotification | null {
  const { settings, minuteOfDay, now } = context;
  if (quietReason(settings, () => minuteOfDay, now) && !passesQuietHours(event, context)) return null;
  if (event.type === 'message.created')
    return settings.notifyMessages
      ? (ofMessage(event.message, context) ?? ofOwnSos(event.message, context))
      : null;
  if (event.type === 'sos.alerted') return settings.notifyMatching ? ofAlert(event.sos, context) : null;
  if (event.type === 'help.requested') return settings.notifyMatching ? ofHelpRequest(event, context) : null;
  if (event.type === 'announcement.received')
    return settings.notifyAnnouncements && event.isPushed
      ? ofAnnouncement(event.announcement, settings)
      : null;
  if (event.type === 'event.told') return ofEventNotice(event, context);
  return null;
}

function ofMessage(message: Message, context: NotificationContext): MemberNotification | null {
  const { viewerId } = context;
  if (!isFromAnother(message, viewerId)) return null;
  if (context.isMuted(message.conversationId) && !concerns(message, viewerId)) return null;
  const conversation = context.conversation(message.conversationId);
  if (conversation && ownerId(conversation) === context.lookingAt) return null;
  const sender = conversation?.participants.find((one) => one.member.id === message.senderId)?.member;
  return {
    id: message.id,
    title: line(
      conversation
        ? `${memberName(sender)}${actOf(message, viewerId)} · ${conversation.title}`
        : 'Nouveau message',
      NOTIFICATION_TITLE_MAX,
    ),
    body: context.settings.pushExtracts ? extractOf(message) : WITHOUT_EXTRACT,
    target: chatOf(conversation),
    silent: !context.settings.sound,
  };
}

/** Returns whether the message mentions the member or answers them. */
export function concerns({ mentions, replyTo }: Message, memberId: string): boolean {
  return (mentions?.includes(memberId) ?? false) || replyTo?.senderId === memberId;
}

/** Says after the author's name how a message concerns the member; it is empty if it does not. */
export function actOf({ mentions, replyTo }: Message, viewerId: string): string {
  if (mentions?.includes(viewerId)) return ' te mentionne';
  return replyTo?.senderId === viewerId ? ' te répond' : '';
}

/** Somebody else may look at the screen, which also shows notifications while it is locked. */
const WITHOUT_EXTRACT = 'Ouvre Guilde pour lire le message.';
export const ANNOUNCEMENT_WITHOUT_EXTRACT = 'Ouvre Guilde pour lire l’annonce.';

function extractOf(message: Message): string {
  return line(quoteOf(message) + textOrFiles(message), NOTIFICATION_BODY_MAX);
}

function quoteOf({ replyTo }: Message): string {
  return replyTo?.kind === 'text' ? quotedBefore(replyTo.content || replyTo.fileName) : '';
}

/** Returns the quote that stands before an answer; it is empty without a text. */
export function quotedBefore(quoted: string | null | undefined): string {
  return quoted ? `«\u00a0${line(quoted, QUOTE_SHOWN_MAX)}\u00a0» ` : '';
}

/** Somebody joined the viewer's SOS, or the team ended it; nobody else may end it. */
function ofOwnSos(message: Message, context: NotificationContext): MemberNotification | null {
  if (!isNewsOfOwnSos(message, context.viewerId)) return null;
  const conversation = context.conversation(message.conversationId);
  if (!conversation?.sosId || conversation.sosId === context.lookingAt) return null;
  const requester = conversation.participants.find(({ role }) => role === 'requester');
  if (requester?.member.id !== context.viewerId) return null;
  const sender = conversation.participants.find((one) => one.member.id === message.senderId)?.member;
  return {
    id: message.id,
    title: line(NEWS_OF_OWN_SOS[message.kind]?.(memberName(sender)) ?? '', NOTIFICATION_TITLE_MAX),
    body: line(conversation.title, NOTIFICATION_BODY_MAX),
    target: chatOf(conversation),
    silent: !context.settings.sound,
  };
}

/** Each text tells the author of the SOS about a line of this kind in the chat. */
export const NEWS_OF_OWN_SOS: Partial<Record<Message['kind'], (name: string) => string>> = {
  joined: (name) => `${name} a rejoint ton SOS`,
  resolved: () => 'L’équipe a marqué ton SOS comme résolu',
  closed: () => 'L’équipe a fermé ton SOS',
};

function isNewsOfOwnSos({ kind, senderId }: Message, viewerId: string): boolean {
  return NEWS_OF_OWN_SOS[kind] !== undefined && senderId !== viewerId;
}

function passesQuietHours(event: LiveEvent, { settings }: NotificationContext): boolean {
  if (event.type === 'event.told') return event.isAwaited;
  return event.type === 'sos.alerted' && event.sos.isUrgent && settings.urgentInQuietHours;
}

function ofEventNotice(
  { id, eventId, title, body }: Extract<LiveEvent, { type: 'event.told' }>,
  { settings }: NotificationContext,
): MemberNotification {
  return {
    id,
    title: line(title, NOTIFICATION_TITLE_MAX),
    body: line(body, NOTIFICATION_BODY_MAX),
    target: { to: 'event', eventId },
    silent: !settings.sound,
  };
}

function ofAlert(sos: Sos, context: NotificationContext): MemberNotification {
  const beginning = `${sos.isUrgent ? 'SOS urgent' : 'SOS'}\u00a0: `;
  return {
    id: sos.id,
    title: beginning + line(sos.title, NOTIFICATION_TITLE_MAX - beginning.length),
    body: `${line(memberName(sos.author), NAME_SHOWN_MAX)} cherche de l’aide\u00a0: ${optionLabel(SOS_CATEGORIES, sos.category)}`,
    target: { to: 'sos', sosId: sos.id },
    silent: !context.settings.sound,
  };
}

function ofHelpRequest(
  { memberId, sos }: Extract<LiveEvent, { type: 'help.requested' }>,
  context: NotificationContext,
): MemberNotification | null {
  if (memberId !== context.viewerId) return null;
  const beginning = `${line(memberName(sos.author), NAME_SHOWN_MAX)} t’invite à aider\u00a0: `;
  return {
    id: helpRequestId(sos),
    title: beginning + line(sos.title, NOTIFICATION_TITLE_MAX - beginning.length),
    body: context.settings.pushExtracts
      ? line(sos.excerpt, NOTIFICATION_BODY_MAX)
      : optionLabel(SOS_CATEGORIES, sos.category),
    target: { to: 'sos', sosId: sos.id },
    silent: !context.settings.sound,
  };
}

function ofAnnouncement(
  { id, title, text }: Announcement,
  { sound, pushExtracts }: Settings,
): MemberNotification {
  return {
    id,
    title: line(`Annonce\u00a0: ${title}`, NOTIFICATION_TITLE_MAX),
    body: pushExtracts ? line(text, NOTIFICATION_BODY_MAX) : ANNOUNCEMENT_WITHOUT_EXTRACT,
    target: { to: 'announcements' },
    silent: !sound,
  };
}

function chatOf(owner?: ConversationOwner): NotificationTarget {
  return { to: 'chat', sosId: owner?.sosId ?? null, eventId: owner?.eventId, dealId: owner?.dealId };
}

function isFromAnother(message: Message, viewerId: string): boolean {
  return message.kind === 'text' && message.senderId !== viewerId;
}

function line(text: string, max: number): string {
  return excerpt(plainLine(text), max);
}
