import { randomUUID } from 'node:crypto';
import type { Attention } from '@guilde/contracts/attention.ts';
import type { LiveEvent } from '@guilde/contracts/events.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';

/** Between two signs of one member, whichever of their connections gives them, in milliseconds. */
const INTERVAL_MS = 1000;
/** Connections of one member that wait for their turn: as many as a member may have, and those that have just ended. */
const WAITING_MAX = 40;

type AttentionEvent = Extract<LiveEvent, { type: 'attention' }>;
type Publish = (memberIds: string[], event: AttentionEvent) => void;
type Relay = { publish: (state: Attention) => void; ended: () => void };

/**
 * Passes on to all clients of a member what their connections say of where they are: one sign a second, of each
 * connection the newest, in the order in which they asked. Nothing of it is stored.
 */
export function createAttentionRelay(publish: Publish) {
  const queues = new Map<string, ReturnType<typeof createMemberQueue>>();
  const queueOf = (memberId: string) => {
    const queue = queues.get(memberId) ?? createMemberQueue(memberId, publish, () => queues.delete(memberId));
    queues.set(memberId, queue);
    return queue;
  };
  return {
    /** A connection of a member begins: as one that is away. */
    relayFor: ({ id, sessionId }: Viewer): Relay => {
      const connectionId = randomUUID();
      let last: Attention = 'away';
      const relay = (state: Attention) => {
        if (state === 'away' && last === 'away') return;
        last = state;
        queueOf(id).add({ type: 'attention', sessionId, connectionId, state });
      };
      return { publish: relay, ended: () => relay('away') };
    },
  };
}

/** The signs of one member; `over` is called when nothing waits and the last one is long ago. */
function createMemberQueue(memberId: string, publish: Publish, onIdle: () => void) {
  const waiting = new Map<string, AttentionEvent>();
  let isResting = false;
  const next = () => {
    const [first] = waiting.values();
    isResting = first !== undefined;
    if (!first) return onIdle();
    waiting.delete(first.connectionId);
    publish([memberId], first);
    setTimeout(next, INTERVAL_MS).unref();
  };
  return {
    add: (event: AttentionEvent) => {
      waiting.set(event.connectionId, event);
      const [oldest] = waiting.keys();
      if (oldest && waiting.size > WAITING_MAX) waiting.delete(oldest);
      if (!isResting) next();
    },
  };
}
