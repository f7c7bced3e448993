import { TYPING_MS } from '@guilde/contracts/live/protocol.ts';
import { useCallback, useRef } from 'react';
import { create } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { elapsed } from '../elapsed.ts';
import { useLive } from '../live.ts';

/** Each conversation and member has an end, in milliseconds. */
type Typing = Record<string, Record<string, number>>;

const useTypingStore = create<Typing>(() => ({}));

/** The interval is shorter than TYPING_MS, so that the line does not flicker while somebody writes. */
const SIGNAL_EVERY_MS = TYPING_MS * 0.6;

export function receiveTyping(conversationId: string, memberId: string): void {
  const until = elapsed() + TYPING_MS;
  useTypingStore.setState((typing) => ({
    [conversationId]: { ...typing[conversationId], [memberId]: until },
  }));
  setTimeout(() => {
    if (useTypingStore.getState()[conversationId]?.[memberId] === until)
      stoppedTyping(conversationId, memberId);
  }, TYPING_MS);
}

export function stoppedTyping(conversationId: string, memberId: string | null): void {
  const writing = useTypingStore.getState()[conversationId];
  if (!memberId || !writing || !(memberId in writing)) return;
  const { [memberId]: _stopped, ...others } = writing;
  useTypingStore.setState({ [conversationId]: others });
}

export function useTyping(conversationId: string): string[] {
  return useTypingStore(useShallow((typing) => Object.keys(typing[conversationId] ?? {})));
}

/** Call it at every keystroke; it sends only now and then. */
export function useTypingSignal(conversationId: string): () => void {
  const send = useLive((live) => live.send);
  const last = useRef(Number.NEGATIVE_INFINITY);
  return useCallback(() => {
    const now = elapsed();
    if (now - last.current < SIGNAL_EVERY_MS) return;
    last.current = now;
    send({ type: 'typing', conversationId });
  }, [send, conversationId]);
}

/** « Zoé écrit… », « Zoé et Karim écrivent… » */
export function typingText(names: readonly string[]): string {
  const [first, second, ...others] = names;
  if (!first) return '';
  if (!second) return `${first} écrit…`;
  return others.length === 0 ? `${first} et ${second} écrivent…` : 'Plusieurs personnes écrivent…';
}
