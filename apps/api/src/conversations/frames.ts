import { AppError } from '@guilde/contracts/errors.ts';
import type { ClientFrame } from '@guilde/contracts/live/input.ts';
import type { LiveEvent } from '@guilde/contracts/live/protocol.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import type { Deps } from '../platform/deps.ts';
import type { FrameHandler } from '../platform/live/live.ts';
import { recordSocketMessage } from '../platform/observe/metrics.ts';
import { MESSAGES } from './limits.ts';
import { sendMessage } from './sending.ts';
import { createTypingRelay } from './typing.ts';

type FrameDeps = Pick<Deps, 'db' | 'clock' | 'live' | 'jobs' | 'limits'>;

export function createFrameHandler(deps: FrameDeps): FrameHandler {
  const relayTyping = createTypingRelay(deps);
  return async (viewer, frame, answer) => {
    if (frame.type === 'typing') await relayTyping(viewer, frame.conversationId);
    if (frame.type === 'message') await takeMessage(deps, viewer, frame, answer);
  };
}

/**
 * The frame has the limits of the route. The published event acknowledges the message to its author; a
 * repeated message is acknowledged to the author alone.
 */
async function takeMessage(
  deps: FrameDeps,
  viewer: Viewer,
  { type: _type, conversationId, ...input }: Extract<ClientFrame, { type: 'message' }>,
  answer: (event: LiveEvent) => void,
): Promise<void> {
  const start = performance.now();
  const record = (outcome: Parameters<typeof recordSocketMessage>[0]) =>
    recordSocketMessage(outcome, performance.now() - start);
  try {
    await deps.limits.consume(MESSAGES, viewer.id);
    const { message, isNew } = await sendMessage(deps, viewer, conversationId, input, viewer.sessionId);
    if (!isNew) answer({ type: 'message.created', message });
    record(isNew ? 'stored' : 'again');
  } catch (error) {
    answer({ type: 'message.refused', id: input.id });
    record(error instanceof AppError ? 'refused' : 'failed');
    if (!(error instanceof AppError)) throw error;
  }
}
