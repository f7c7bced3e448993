import type { Conversation, Message } from '@guilde/contracts/conversations.ts';
import { textOrFiles } from '@guilde/contracts/files.ts';
import { excerpt } from '@guilde/contracts/text.ts';
import type { UnreadState } from '@guilde/contracts/unread.ts';
import { useEffect, useRef } from 'react';
import { announce } from '../kit/announcer.tsx';
import { plural } from '../kit/format.ts';
import type { LiveContext } from '../live.ts';
import { shortName } from './conversation.ts';
import { systemMessageText } from './labels.ts';
import { knownItem } from './list.ts';
import { useMemberContext } from './member-context.ts';
import type { Outgoing } from './outgoing.ts';
import { lastSeq, type Thread } from './thread.ts';
import { unreadKey } from './unread.ts';

/** More messages at once are counted, not read out. */
const READ_OUT = 3;
const READ_OUT_MAX = 400;

const onScreen = new Set<string>();

/** Member ids by conversation: the event with their names comes right after the message. */
const joined = new Map<string, Set<string>>();

/** Reads out others’ new messages, each in one piece, and own failed ones. Not what was there on opening. */
export function useAnnouncements(
  conversation: Conversation,
  thread: Thread,
  outgoing: readonly Outgoing[],
): void {
  const { memberId } = useMemberContext();
  const newest = lastSeq(thread);
  const announced = useRef(newest);
  useEffect(() => {
    const since = announced.current;
    announced.current = Math.max(since, newest);
    const fresh: Message[] = [];
    for (const message of thread.messages.toReversed()) {
      if (message.seq <= since) break;
      if (message.senderId !== memberId) fresh.unshift(message);
    }
    if (fresh.length > READ_OUT) announce(plural(fresh.length, 'nouveau message', 'nouveaux messages'));
    else for (const message of fresh) announce(announcementOf(conversation, message));
  }, [newest, thread, conversation, memberId]);
  useFailures(outgoing);
  useEffect(() => {
    onScreen.add(conversation.id);
    return () => {
      onScreen.delete(conversation.id);
    };
  }, [conversation.id]);
}

function announcementOf(conversation: Conversation, message: Message): string {
  const { kind, senderId } = message;
  const name = shortName(conversation, senderId);
  return kind === 'text'
    ? `${name} : ${excerpt(textOrFiles(message), READ_OUT_MAX)}`
    : systemMessageText(message, name);
}

/** Once per failure, and again after another attempt. */
function useFailures(outgoing: readonly Outgoing[]): void {
  const failed = useRef(new Set<string>());
  useEffect(() => {
    const now = outgoing.filter(({ problem }) => problem);
    for (const { id, problem } of now)
      if (!failed.current.has(id)) announce(`Message non envoyé. ${problem?.message}`);
    failed.current = new Set(now.map(({ id }) => id));
  }, [outgoing]);
}

/** Only the first unread message. Call it before counting the message. */
export function announceUnread({ queryClient, memberId }: LiveContext, message: Message): void {
  const { conversationId, kind, senderId } = message;
  if (kind !== 'text' || senderId === memberId || onScreen.has(conversationId)) return;
  const unread = queryClient.getQueryData<UnreadState>(unreadKey);
  if (!unread || unread.conversations[conversationId]) return;
  const title = knownItem(queryClient, conversationId)?.title;
  announce(title ? `Nouveau message dans « ${title} »` : 'Nouveau message dans le chat');
}

/** Call it with every message, before `announceJoined`. */
export function rememberJoined({ memberId }: LiveContext, { kind, senderId, conversationId }: Message): void {
  if (kind !== 'joined' || !senderId || senderId === memberId || onScreen.has(conversationId)) return;
  joined.set(conversationId, (joined.get(conversationId) ?? new Set()).add(senderId));
}

export function announceJoined({ memberId }: LiveContext, conversation: Conversation): void {
  const { id, requesterId, title } = conversation;
  const helpers = joined.get(id);
  joined.delete(id);
  if (!helpers || requesterId !== memberId) return;
  for (const helper of helpers)
    announce(`${shortName(conversation, helper)} a rejoint ton SOS «\u00a0${title}\u00a0»`);
}
