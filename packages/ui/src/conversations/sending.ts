import type { sendMessageInput } from '@guilde/contracts/conversations/input.ts';
import { mentionable, mentionsIn } from '@guilde/contracts/conversations/mentions.ts';
import { type Conversation, denySendMessage, type Message } from '@guilde/contracts/conversations/rules.ts';
import type { FileRef } from '@guilde/contracts/files/rules.ts';
import { retryDelay } from '@guilde/contracts/retry.ts';
import { normalized } from '@guilde/contracts/text.ts';
import { newUuid } from '@guilde/contracts/uuid.ts';
import type { QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { z } from 'zod';
import { ApiError, accountKey, call } from '../api.ts';
import { serverNow } from '../kit/server-time.ts';
import { toast } from '../kit/toast.ts';
import { type LiveContext, useLive } from '../live.ts';
import { leaveReply, replyIn } from './composer-context.tsx';
import { useMemberContext } from './member-context.ts';
import {
  addOutgoing,
  isRetryable,
  nextToSend,
  type Outgoing,
  type Problem,
  removeOutgoing,
  removeStored,
  setProblem,
  useUnsent,
} from './outgoing.ts';
import { receiveMessage } from './store.ts';

type SendLoop = { wake: () => void };

const loops = new WeakMap<QueryClient, Map<string, SendLoop>>();

/** Sends from the oldest. Without an answer it retries after 1, 2, 5, 10 seconds, or when called again. */
export function sendWaiting(context: LiveContext, conversationId: string): void {
  const active = loops.get(context.queryClient) ?? new Map<string, SendLoop>();
  loops.set(context.queryClient, active);
  const running = active.get(conversationId);
  if (running) {
    running.wake();
    return;
  }
  const loop: SendLoop = { wake: () => undefined };
  active.set(conversationId, loop);
  void sendQueue(context, conversationId, loop, () => active.delete(conversationId));
}

/** Call it after a start and after a break. */
export function sendAllWaiting(context: LiveContext): void {
  const mine = Object.values(useUnsent.getState().messages).filter(
    (message) => message.memberId === context.memberId,
  );
  for (const conversationId of new Set(mine.map((message) => message.conversationId)))
    sendWaiting(context, conversationId);
}

/**
 * `onEnd` must run in the same turn as the last look at the queue: a message added later would not be sent.
 */
async function sendQueue(
  context: LiveContext,
  conversationId: string,
  loop: SendLoop,
  onEnd: () => void,
): Promise<void> {
  let failures = 0;
  for (;;) {
    const next = nextToSend(useUnsent.getState().messages, context.memberId, conversationId);
    if (!next || !isSignedIn(context)) {
      onEnd();
      return;
    }
    const problem = await sendOnce(context, next);
    if (!problem || !isRetryable(problem)) failures = 0;
    else await pause(loop, Math.max(retryDelay(failures++, Math.random), problem.seconds * 1000));
  }
}

function isSignedIn({ queryClient, memberId }: LiveContext): boolean {
  return queryClient.getQueryData<{ id: string } | null>(accountKey)?.id === memberId;
}

function maySend(context: LiveContext, id: string): boolean {
  return isSignedIn(context) && id in useUnsent.getState().messages;
}

/** Returns null when the message is stored, or no longer to be sent. */
async function sendOnce(context: LiveContext, message: Outgoing): Promise<RetryableProblem | null> {
  const { id } = message;
  try {
    if (!(await sendOnSocket(message))) {
      // The message was discarded, or the member has signed out: never send it in somebody else’s name.
      if (!maySend(context, id)) return null;
      receiveMessage(context, await sendByHttp(context, message));
    }
    await removeStored([id]);
    return null;
  } catch (error) {
    const problem = problemOf(error);
    setProblem(id, { code: problem.code, message: problem.message });
    if (problem.code === 'UNAUTHENTICATED') context.queryClient.setQueryData(accountKey, null);
    return problem;
  }
}

/** HTTP sends the message when the socket does not acknowledge it in this time. */
const ACK_TIMEOUT_MS = 3000;

const unacknowledged = new Map<string, (isStored: boolean) => void>();

/** Resolves to false when the message may not be stored. HTTP then sends it, or gives the reason. */
export function sendOnSocket(message: Outgoing): Promise<boolean> {
  const { id, conversationId } = message;
  const { connection, send, check } = useLive.getState();
  if (connection !== 'online') return Promise.resolve(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const end = (isStored: boolean) => {
    clearTimeout(timer);
    stopWatching();
    unacknowledged.delete(id);
    resolve(isStored);
  };
  const timer = setTimeout(() => {
    check();
    end(false);
  }, ACK_TIMEOUT_MS);
  const stopWatching = useLive.subscribe((live) => {
    if (live.connection !== 'online') end(false);
  });
  unacknowledged.set(id, end);
  send({ type: 'message', conversationId, ...inputOf(message) });
  return promise;
}

/** Call it after `receiveMessage`. */
export function receiveAcknowledgement(id: string, isStored: boolean): void {
  unacknowledged.get(id)?.(isStored);
}

/** The server did not understand a frame: an older version knows no message frames. */
export function receiveFrameRefusal(): void {
  for (const end of unacknowledged.values()) end(false);
}

function sendByHttp({ api }: LiveContext, message: Outgoing): Promise<Message> {
  const { messages } = api.conversations[':conversationId'];
  const { conversationId } = message;
  return call(messages.$post({ param: { conversationId }, json: inputOf(message) }));
}

/** Every attempt sends the whole, so that a repeated message is the same. */
function inputOf({ id, content, replyTo, mentions, files }: Outgoing): z.input<typeof sendMessageInput> {
  return {
    id,
    content,
    ...(replyTo ? { replyTo } : {}),
    ...(mentions ? { mentions } : {}),
    ...(files ? { files: files.map((file) => file.id) } : {}),
  };
}

type RetryableProblem = Problem & { seconds: number };

const KEPT = 'Le serveur ne répond pas. Ton message est enregistré et sera envoyé dès que possible.';

function problemOf(error: unknown): RetryableProblem {
  const { code, message, params } = error instanceof ApiError ? error : new ApiError('UNREACHABLE', KEPT, 0);
  const field = error instanceof ApiError ? error.fields.content : undefined;
  return {
    code,
    message: code === 'UNREACHABLE' || code === 'UNREADABLE' ? KEPT : (field ?? message),
    seconds: Number(params.seconds ?? 0),
  };
}

function pause(loop: SendLoop, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    loop.wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

export function useSendMessage(conversation: Conversation) {
  const context = useMemberContext();
  const { id: conversationId } = conversation;
  return useCallback(
    (text: string, files: FileRef[] = []) => {
      // Mentions are found by the letters as the server stores them.
      const content = normalized(text.trim(), 'NFC');
      if ((content === '' && files.length === 0) || denySendMessage(conversation)) return false;
      addOutgoing({
        id: newUuid(),
        memberId: context.memberId,
        conversationId,
        content,
        ...(files.length > 0 ? { files } : {}),
        ...referencesOf(conversation, context.memberId, content),
        writtenAt: serverNow(),
        problem: null,
      });
      leaveReply(conversationId);
      sendWaiting(context, conversationId);
      return true;
    },
    [context, conversation, conversationId],
  );
}

function referencesOf(
  conversation: Conversation,
  memberId: string,
  content: string,
): Pick<Outgoing, 'replyTo' | 'quote' | 'mentions'> {
  const quote = replyIn(conversation.id);
  const mentions = mentionsIn(content, mentionable(conversation.participants, memberId));
  return { ...(quote && { replyTo: quote.id, quote }), ...(mentions.length > 0 && { mentions }) };
}

export function useUnsentActions(conversationId: string) {
  const context = useMemberContext();
  const retry = useCallback(
    (message: Outgoing) => {
      if (message.problem && !isRetryable(message.problem)) requeue(message);
      else setProblem(message.id, null);
      sendWaiting(context, conversationId);
    },
    [context, conversationId],
  );
  const discard = useCallback(
    (message: Outgoing) => {
      removeOutgoing(message.id);
      sendWaiting(context, conversationId);
      const undo = () => {
        if (!isSignedIn(context)) return;
        addOutgoing(message);
        sendWaiting(context, conversationId);
      };
      toast.success('Message supprimé', { action: { label: 'Annuler', onClick: undo } });
    },
    [context, conversationId],
  );
  return { retry, discard };
}

/** It goes to the end of the queue, since others were sent meanwhile. */
function requeue(message: Outgoing): void {
  removeOutgoing(message.id);
  const id = message.problem?.code === 'MESSAGE_ID_TAKEN' ? newUuid() : message.id;
  addOutgoing({ ...message, id, problem: null });
}
