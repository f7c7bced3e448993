import { TYPING_MS } from '@guilde/contracts/events.ts';
import { useCallback, useRef } from 'react';
import { create } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { useLive } from '../live.ts';

/** Until when (milliseconds) each member counts as writing, by conversation. */
type Typing = Record<string, Record<string, number>>;

const useTypingStore = create<Typing>(() => ({}));

/** Between two signals while somebody goes on writing: the others' line never fades meanwhile. */
const SIGNAL_EVERY_MS = TYPING_MS * 0.6;

/** Somebody writes; without another signal the line fades after TYPING_MS. */
export function receiveTyping(conversationId: string, memberId: string): void {
  const until = Date.now() + TYPING_MS;
  useTypingStore.setState((typing) => ({
    [conversationId]: { ...typing[conversationId], [memberId]: until },
  }));
  setTimeout(() => {
    if (useTypingStore.getState()[conversationId]?.[memberId] === until)
      stoppedTyping(conversationId, memberId);
  }, TYPING_MS);
}

/** What was being written has arrived, or will not. */
export function stoppedTyping(conversationId: string, memberId: string | null): void {
  const writing = useTypingStore.getState()[conversationId];
  if (!memberId || !writing || !(memberId in writing)) return;
  const { [memberId]: _stopped, ...others } = writing;
  useTypingStore.setState({ [conversationId]: others });
}

/** Ids of the members who are writing now, first come first. */
export function useTyping(conversationId: string): string[] {
  return useTypingStore(useShallow((typing) => Object.keys(typing[conversationId] ?? {})));
}

/** Call at every keystroke: tells the others now and then. */
export function useTypingSignal(conversationId: string): () => void {
  const send = useLive((live) => live.send);
  const last = useRef(Number.NEGATIVE_INFINITY);
  return useCallback(() => {
    const now = Date.now();
    if (now - last.current < SIGNAL_EVERY_MS) return;
    last.current = now;
    send({ type: 'typing', conversationId });
  }, [send, conversationId]);
}

/** « Zoé écrit… », « Zoé et Karim écrivent… », « Plusieurs personnes écrivent… ». */
export function typingText(names: readonly string[]): string {
  const [first, second, ...others] = names;
  if (!first) return '';
  if (!second) return `${first} écrit…`;
  return others.length === 0 ? `${first} et ${second} écrivent…` : 'Plusieurs personnes écrivent…';
}
