import { randomUUID } from 'node:crypto';
import type { Attention } from '@guilde/contracts/attention.ts';
import type { LiveEvent } from '@guilde/contracts/events.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';

/** Between two signs of one member, whichever of their connections gives them, in milliseconds. */
const INTERVAL_MS = 1000;
/** Connections of one member that wait for their turn: as many as a member may have, and those that have just ended. */
const WAITING_MAX = 40;

type Said = Extract<LiveEvent, { type: 'attention' }>;
type Publish = (memberIds: string[], event: Said) => void;
type Voice = { said: (state: Attention) => void; ended: () => void };

/**
 * Passes on to all clients of a member what their connections say of where they are: one sign a second, of each
 * connection the newest, in the order in which they asked. Nothing of it is stored.
 */
export function createAttentionRelay(publish: Publish) {
  const turns = new Map<string, ReturnType<typeof createTurns>>();
  const turnsOf = (memberId: string) => {
    const mine = turns.get(memberId) ?? createTurns(memberId, publish, () => turns.delete(memberId));
    turns.set(memberId, mine);
    return mine;
  };
  return {
    /** A connection of a member begins: as one that is away. */
    voiceOf: ({ id, sessionId }: Viewer): Voice => {
      const connectionId = randomUUID();
      let last: Attention = 'away';
      const said = (state: Attention) => {
        if (state === 'away' && last === 'away') return;
        last = state;
        turnsOf(id).add({ type: 'attention', sessionId, connectionId, state });
      };
      return { said, ended: () => said('away') };
    },
  };
}

/** The signs of one member; `over` is called when nothing waits and the last one is long ago. */
function createTurns(memberId: string, publish: Publish, over: () => void) {
  const waiting = new Map<string, Said>();
  let isResting = false;
  const next = () => {
    const [first] = waiting.values();
    isResting = first !== undefined;
    if (!first) return over();
    waiting.delete(first.connectionId);
    publish([memberId], first);
    setTimeout(next, INTERVAL_MS).unref();
  };
  return {
    add: (said: Said) => {
      waiting.set(said.connectionId, said);
      const [oldest] = waiting.keys();
      if (oldest && waiting.size > WAITING_MAX) waiting.delete(oldest);
      if (!isResting) next();
    },
  };
}
