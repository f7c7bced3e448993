import type { Conversation } from '@guilde/contracts/conversations/rules.ts';
import type { QueryClient } from '@tanstack/react-query';
import { call, isTransientError } from '../api.ts';
import type { LiveContext } from '../live.ts';
import { participantOf } from './conversation.ts';
import { receiveRead } from './store.ts';
import { markedFrom } from './unread.ts';

type Position = { wanted: number; stored: number; isSaving: boolean };

const positions = new WeakMap<QueryClient, Map<string, Position>>();

/** It has the open conversations that the member has marked as unread, until they are opened again. */
const paused = new WeakMap<QueryClient, Set<string>>();

/** Returns how to resume. */
export function holdReading(queryClient: QueryClient, conversationId: string): () => void {
  const ofClient = paused.get(queryClient) ?? new Set<string>();
  paused.set(queryClient, ofClient.add(conversationId));
  return () => void ofClient.delete(conversationId);
}

export function readOn(queryClient: QueryClient, conversationId: string): void {
  paused.get(queryClient)?.delete(conversationId);
}

const SAVE_EVERY_MS = 400;
const RETRY_MS = 2000;

/** The cache changes at once, the server soon. The position never goes back. */
export function markRead(context: LiveContext, conversation: Conversation, seq: number): void {
  const { queryClient, memberId } = context;
  if (paused.get(queryClient)?.has(conversation.id)) return;
  const known = participantOf(conversation, memberId)?.readSeq ?? 0;
  const position = positionOf(queryClient, conversation.id, known);
  const isMarked = markedFrom(queryClient, conversation.id) !== undefined;
  if (seq <= Math.max(position.wanted, known) && !isMarked) return;
  position.wanted = Math.max(position.wanted, seq);
  // The next position takes the mark away, even when it is the same.
  if (isMarked) position.stored = Math.min(position.stored, position.wanted - 1);
  receiveRead(context, { conversationId: conversation.id, memberId, seq });
  if (!position.isSaving) void savePosition(context, conversation.id, position);
}

function positionOf(queryClient: QueryClient, conversationId: string, known: number): Position {
  const ofClient = positions.get(queryClient) ?? new Map<string, Position>();
  positions.set(queryClient, ofClient);
  const position = ofClient.get(conversationId) ?? { wanted: known, stored: known, isSaving: false };
  ofClient.set(conversationId, position);
  return position;
}

async function savePosition(context: LiveContext, conversationId: string, position: Position): Promise<void> {
  position.isSaving = true;
  // The last position must not wait for an answer or a pause that the page ends.
  const saveLast = () => {
    if (position.wanted > position.stored) void saveOnce(context, conversationId, position.wanted);
  };
  addEventListener('pagehide', saveLast);
  while (position.wanted > position.stored) {
    const seq = position.wanted;
    const isSaved = await saveOnce(context, conversationId, seq);
    if (isSaved) position.stored = seq;
    await new Promise((resolve) => setTimeout(resolve, isSaved ? SAVE_EVERY_MS : RETRY_MS));
  }
  removeEventListener('pagehide', saveLast);
  position.isSaving = false;
}

/** Returns false when it should be tried again. */
async function saveOnce(context: LiveContext, conversationId: string, seq: number): Promise<boolean> {
  const { api, memberId } = context;
  try {
    const request = api.conversations[':conversationId'].read.$put(
      { param: { conversationId }, json: { seq } },
      // The request also arrives from a page that is closed or left meanwhile.
      { init: { keepalive: true } },
    );
    receiveRead(context, { conversationId, memberId, seq, unread: await call(request) });
    return true;
  } catch (error) {
    return !isTransientError(error);
  }
}
