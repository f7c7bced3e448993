import { isTransient } from '@guilde/contracts/retry.ts';
import { notifyManager } from '@tanstack/react-query';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { useShallow } from 'zustand/react/shallow';
import { sharedStorage } from './shared-storage.ts';

/** Why a message has not been stored: `code` of the refusal, and the server's text. */
export type Problem = { code: string; message: string };

/** A message on its way. Its id stays the same however often it is sent. */
export type Outgoing = {
  id: string;
  memberId: string;
  conversationId: string;
  content: string;
  /** When it was written, in milliseconds; the order of sending. */
  writtenAt: number;
  problem: Problem | null;
};

/** Everything typed and not yet stored by the server. Messages by id, drafts by `draftKey`. */
export type Unsent = { messages: Record<string, Outgoing>; drafts: Record<string, string> };

/** Sent again without being asked: after a while, or once its member has signed in again. */
export function isRetried({ code }: Pick<Problem, 'code'>): boolean {
  return isTransient(code) || code === 'UNAUTHENTICATED';
}

export function draftKey(memberId: string, conversationId: string): string {
  return `${memberId}/${conversationId}`;
}

/** Puts a message at the end of the queue; sent later than everything written before, whatever the clock does. */
export function enqueue(messages: Unsent['messages'], message: Outgoing): Unsent['messages'] {
  const latest = Math.max(0, ...Object.values(messages).map((one) => one.writtenAt));
  const writtenAt = Math.max(message.writtenAt, latest + 1);
  return { ...messages, [message.id]: { ...message, writtenAt } };
}

/** A member's messages for a conversation in the order in which they were written. */
export function queueOf(messages: Unsent['messages'], memberId: string, conversationId: string): Outgoing[] {
  return Object.values(messages)
    .filter((one) => one.memberId === memberId && one.conversationId === conversationId)
    .sort((a, b) => a.writtenAt - b.writtenAt);
}

/** The one to send now: refused ones wait for the person and let the others pass; one that may still pass goes first. */
export function nextOf(
  messages: Unsent['messages'],
  memberId: string,
  conversationId: string,
): Outgoing | undefined {
  return queueOf(messages, memberId, conversationId).find((one) => !one.problem || isRetried(one.problem));
}

export function without<T>(record: Record<string, T>, key: string): Record<string, T> {
  if (!Object.hasOwn(record, key)) return record;
  const { [key]: _removed, ...rest } = record;
  return rest;
}

/** Kept in the browser's storage, so that neither a reload nor a crash loses what somebody typed. */
export const useUnsent = create<Unsent>()(
  persist((): Unsent => ({ messages: {}, drafts: {} }), {
    name: 'guilde-unsent',
    version: 1,
    storage: sharedStorage<Unsent>(),
  }),
);

/** Other windows write to the same storage: their changes appear here. */
globalThis.window?.addEventListener('storage', ({ key }) => {
  if (key === 'guilde-unsent') void useUnsent.persist.rehydrate();
});

export function addOutgoing(message: Outgoing): void {
  useUnsent.setState(({ messages }) => ({ messages: enqueue(messages, message) }));
}

/** Given up by the person. */
export function removeOutgoing(id: string): void {
  if (useUnsent.getState().messages[id])
    useUnsent.setState(({ messages }) => ({ messages: without(messages, id) }));
}

/**
 * Stored by the server: they leave the queue once whoever shows the thread has been told that it holds them, so that no
 * line disappears in between. Resolves when they have left.
 */
export function removeStored(ids: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    notifyManager.schedule(() => {
      for (const id of ids) removeOutgoing(id);
      resolve();
    });
  });
}

export function setProblem(id: string, problem: Problem | null): void {
  useUnsent.setState(({ messages }) => {
    const message = messages[id];
    return message ? { messages: { ...messages, [id]: { ...message, problem } } } : {};
  });
}

export function setDraft(memberId: string, conversationId: string, text: string): void {
  const key = draftKey(memberId, conversationId);
  useUnsent.setState(({ drafts }) => ({ drafts: text ? { ...drafts, [key]: text } : without(drafts, key) }));
}

/** What the member leaves behind with a conversation. */
export function forgetUnsent(memberId: string, conversationId: string): void {
  for (const { id } of queueOf(useUnsent.getState().messages, memberId, conversationId)) removeOutgoing(id);
  setDraft(memberId, conversationId, '');
}

/** All that a member has written in chats and that the server has not stored. */
export function forgetUnsentOf(memberId: string): void {
  useUnsent.setState(({ messages, drafts }) => ({
    messages: Object.fromEntries(Object.entries(messages).filter(([, one]) => one.memberId !== memberId)),
    drafts: Object.fromEntries(
      Object.entries(drafts).filter(([key]) => !key.startsWith(draftKey(memberId, ''))),
    ),
  }));
}

/** A member's messages for a conversation that the server has not stored, oldest first. */
export function useQueue(memberId: string, conversationId: string): Outgoing[] {
  return useUnsent(useShallow(({ messages }) => queueOf(messages, memberId, conversationId)));
}

export function useDraft(memberId: string, conversationId: string): string {
  return useUnsent(({ drafts }) => drafts[draftKey(memberId, conversationId)] ?? '');
}
