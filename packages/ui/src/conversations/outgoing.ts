import type { Quote } from '@guilde/contracts/conversations/rules.ts';
import type { FileRef } from '@guilde/contracts/files/rules.ts';
import { isTransient } from '@guilde/contracts/retry.ts';
import { notifyManager } from '@tanstack/react-query';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { useShallow } from 'zustand/react/shallow';
import { followOtherWindows, sharedStorage } from '../kit/shared-storage.ts';

export type Problem = { code: string; message: string };

/** `id` stays the same for every attempt, so that the message is stored once. */
export type Outgoing = {
  id: string;
  memberId: string;
  conversationId: string;
  content: string;
  replyTo?: string;
  /** The quote is shown until the message is stored. */
  quote?: Quote;
  mentions?: string[];
  files?: FileRef[];
  /** It is in milliseconds and gives the order of sending. */
  writtenAt: number;
  problem: Problem | null;
};

/** Messages are by id, drafts by `draftKey`. */
export type Unsent = { messages: Record<string, Outgoing>; drafts: Record<string, string> };

/** Such a message is sent later, or once the member has signed in again. */
export function isRetryable({ code }: Pick<Problem, 'code'>): boolean {
  return isTransient(code) || code === 'UNAUTHENTICATED';
}

export function draftKey(memberId: string, conversationId: string): string {
  return `${memberId}/${conversationId}`;
}

/** A message comes after those written before, even when the clock went back. */
export function enqueue(messages: Unsent['messages'], message: Outgoing): Unsent['messages'] {
  const latest = Math.max(0, ...Object.values(messages).map((one) => one.writtenAt));
  const writtenAt = Math.max(message.writtenAt, latest + 1);
  return { ...messages, [message.id]: { ...message, writtenAt } };
}

export function queueOf(messages: Unsent['messages'], memberId: string, conversationId: string): Outgoing[] {
  return Object.values(messages)
    .filter((one) => one.memberId === memberId && one.conversationId === conversationId)
    .sort((a, b) => a.writtenAt - b.writtenAt);
}

/** Refused messages wait for the member and do not block the others. */
export function nextToSend(
  messages: Unsent['messages'],
  memberId: string,
  conversationId: string,
): Outgoing | undefined {
  return queueOf(messages, memberId, conversationId).find((one) => !one.problem || isRetryable(one.problem));
}

export function without<T>(record: Record<string, T>, key: string): Record<string, T> {
  if (!Object.hasOwn(record, key)) return record;
  const { [key]: _removed, ...rest } = record;
  return rest;
}

export const useUnsent = create<Unsent>()(
  persist((): Unsent => ({ messages: {}, drafts: {} }), {
    name: 'guilde-unsent',
    version: 1,
    storage: sharedStorage<Unsent>(),
  }),
);

followOtherWindows(useUnsent);

export function addOutgoing(message: Outgoing): void {
  useUnsent.setState(({ messages }) => ({ messages: enqueue(messages, message) }));
}

export function removeOutgoing(id: string): void {
  if (useUnsent.getState().messages[id])
    useUnsent.setState(({ messages }) => ({ messages: without(messages, id) }));
}

/**
 * Removes them once the thread has rendered the stored ones (React Query notifies later), so that none
 * disappears for a moment. Resolves when they are removed.
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

export function forgetUnsent(memberId: string, conversationId: string): void {
  for (const { id } of queueOf(useUnsent.getState().messages, memberId, conversationId)) removeOutgoing(id);
  setDraft(memberId, conversationId, '');
}

export function forgetUnsentOf(memberId: string): void {
  useUnsent.setState(({ messages, drafts }) => ({
    messages: Object.fromEntries(Object.entries(messages).filter(([, one]) => one.memberId !== memberId)),
    drafts: Object.fromEntries(
      Object.entries(drafts).filter(([key]) => !key.startsWith(draftKey(memberId, ''))),
    ),
  }));
}

export function useQueue(memberId: string, conversationId: string): Outgoing[] {
  return useUnsent(useShallow(({ messages }) => queueOf(messages, memberId, conversationId)));
}

export function draftOf(memberId: string, conversationId: string): string {
  return useUnsent.getState().drafts[draftKey(memberId, conversationId)] ?? '';
}

export function useDraft(memberId: string, conversationId: string): string {
  return useUnsent(({ drafts }) => drafts[draftKey(memberId, conversationId)] ?? '');
}
