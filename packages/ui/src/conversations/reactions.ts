import { type Message, REACTIONS, type ReactionEmoji } from '@guilde/contracts/conversations/rules.ts';
import { notifyManager } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { create } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { call, errorMessage } from '../api.ts';
import { toast } from '../kit/toast.ts';
import type { LiveContext } from '../live.ts';
import { useMemberContext } from './member-context.ts';
import { without } from './outgoing.ts';
import { receiveChange } from './store.ts';

type Reaction = NonNullable<Message['reactions']>[number];

/** Wishes that the server has not answered yet are kept by message and emoji. */
const useWanted = create<Record<string, boolean>>(() => ({}));
const saving = new Set<string>();

const keyOf = (memberId: string, messageId: string, emoji: string) => `${memberId} ${messageId} ${emoji}`;

/** Returns the expected reactions in the order of `REACTIONS`; those of a newer version come last. */
function reactionsOf(message: Message, memberId: string, wanted: Record<string, boolean>): Reaction[] {
  const stored = message.reactions ?? [];
  const unknown = stored.map(({ emoji }) => emoji).filter((emoji) => !isKnown(emoji));
  return [...REACTIONS.map(({ emoji }) => emoji), ...unknown].flatMap((emoji) => {
    const memberIds = stored.find((one) => one.emoji === emoji)?.memberIds ?? [];
    const isOwn = wanted[keyOf(memberId, message.id, emoji)] ?? memberIds.includes(memberId);
    const others = memberIds.filter((id) => id !== memberId);
    const all = isOwn ? (memberIds.includes(memberId) ? memberIds : [...others, memberId]) : others;
    return all.length > 0 ? [{ emoji, memberIds: all }] : [];
  });
}

function isKnown(emoji: string): emoji is ReactionEmoji {
  return REACTIONS.some((one) => one.emoji === emoji);
}

export function useReactions(message: Message) {
  const context = useMemberContext();
  const { memberId } = context;
  const own = keyOf(memberId, message.id, '');
  const wanted = useWanted(
    useShallow((all) => Object.fromEntries(Object.entries(all).filter(([key]) => key.startsWith(own)))),
  );
  const reactions = useMemo(() => reactionsOf(message, memberId, wanted), [message, memberId, wanted]);
  const toggle = useCallback(
    (emoji: string) => {
      if (!isKnown(emoji)) return;
      const isOwn = reactions.some((one) => one.emoji === emoji && one.memberIds.includes(memberId));
      setReaction(context, message, emoji, !isOwn);
    },
    [context, message, memberId, reactions],
  );
  return { reactions, toggle };
}

/** The screen changes at once; the server gets the changes one by one. */
function setReaction(context: LiveContext, message: Message, emoji: ReactionEmoji, isOn: boolean): void {
  const key = keyOf(context.memberId, message.id, emoji);
  useWanted.setState({ [key]: isOn });
  if (!saving.has(key)) void save(context, message, emoji, key);
}

async function save(
  context: LiveContext,
  { id: messageId, conversationId }: Message,
  emoji: ReactionEmoji,
  key: string,
): Promise<void> {
  const { reactions } = context.api.conversations[':conversationId'].messages[':messageId'];
  saving.add(key);
  try {
    for (let sent: boolean | undefined; sent !== useWanted.getState()[key]; ) {
      sent = useWanted.getState()[key] ?? false;
      const param = { conversationId, messageId };
      receiveChange(context, await call(reactions.$put({ param, json: { emoji, isOn: sent } })));
    }
  } catch (error) {
    toast.error('Erreur', { description: errorMessage(error) });
  }
  saving.delete(key);
  // React Query notifies later: the former state would be seen for a moment before the thread shows the
  // answer.
  notifyManager.schedule(() => {
    if (!saving.has(key)) useWanted.setState((known) => without(known, key), true);
  });
}
