import { randomUUID } from 'node:crypto';
import type { LiveEvent, PresenceState } from '@guilde/contracts/live/protocol.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';

const INTERVAL_MS = 1000;
/** One member may have 20 connections, and some that have just closed. */
const WAITING_MAX = 40;

type PresenceEvent = Extract<LiveEvent, { type: 'attention' }>;
type Publish = (memberIds: string[], event: PresenceEvent) => void;
type Relay = { publish: (state: PresenceState) => void; ended: () => void };

/** Each member's clients get one event per second, the newest per connection. Nothing is stored. */
export function createPresenceRelay(publish: Publish) {
  const queues = new Map<string, ReturnType<typeof createMemberQueue>>();
  const queueOf = (memberId: string) => {
    const queue = queues.get(memberId) ?? createMemberQueue(memberId, publish, () => queues.delete(memberId));
    queues.set(memberId, queue);
    return queue;
  };
  return {
    relayFor: ({ id, sessionId }: Viewer): Relay => {
      const connectionId = randomUUID();
      let last: PresenceState = 'away';
      const relay = (state: PresenceState) => {
        if (state === 'away' && last === 'away') return;
        last = state;
        queueOf(id).add({ type: 'attention', sessionId, connectionId, state });
      };
      return { publish: relay, ended: () => relay('away') };
    },
  };
}

function createMemberQueue(memberId: string, publish: Publish, onIdle: () => void) {
  const waiting = new Map<string, PresenceEvent>();
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
    add: (event: PresenceEvent) => {
      waiting.set(event.connectionId, event);
      const [oldest] = waiting.keys();
      if (oldest && waiting.size > WAITING_MAX) waiting.delete(oldest);
      if (!isResting) next();
    },
  };
}
