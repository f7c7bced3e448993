import type { Conversation } from '@guilde/contracts/conversations.ts';
import type { QueryClient } from '@tanstack/react-query';
import { call, isTransientError } from '../api.ts';
import type { LiveContext } from '../live.ts';
import { participantOf } from './conversation.ts';
import { receiveRead } from './store.ts';

type Position = { wanted: number; stored: number; isSaving: boolean };

const positions = new WeakMap<QueryClient, Map<string, Position>>();

const SAVE_EVERY_MS = 400;
const RETRY_MS = 2000;

/** In the cache at once, on the server soon. Never goes back. */
export function markRead(context: LiveContext, conversation: Conversation, seq: number): void {
  const { queryClient, memberId } = context;
  const known = participantOf(conversation, memberId)?.readSeq ?? 0;
  const position = positionOf(queryClient, conversation.id, known);
  if (seq <= Math.max(position.wanted, known)) return;
  position.wanted = seq;
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
  while (position.wanted > position.stored) {
    const seq = position.wanted;
    const isSaved = await saveOnce(context, conversationId, seq);
    if (isSaved) position.stored = seq;
    await new Promise((resolve) => setTimeout(resolve, isSaved ? SAVE_EVERY_MS : RETRY_MS));
  }
  position.isSaving = false;
}

/** False: try again. */
async function saveOnce(context: LiveContext, conversationId: string, seq: number): Promise<boolean> {
  const { api, memberId } = context;
  try {
    const request = api.conversations[':conversationId'].read.$put({
      param: { conversationId },
      json: { seq },
    });
    receiveRead(context, { conversationId, memberId, seq, unread: await call(request) });
    return true;
  } catch (error) {
    return !isTransientError(error);
  }
}
