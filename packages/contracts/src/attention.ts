import type { LiveEvent } from './events.ts';

/**
 * How close a member is to one of their clients. `looking`: it is before their eyes, and they have just used it. `near`:
 * they use the computer on which it shows notifications by itself. `away`: neither, or not any more.
 */
export const ATTENTION = ['looking', 'near', 'away'] as const;
export type Attention = (typeof ATTENTION)[number];

/** So long after the last sign of a person, in milliseconds, a client counts as left alone: a screen may stay lit. */
export const ATTENTION_MS = 120_000;
/** Between two signs of one client that says the same, in milliseconds. */
export const ATTENTION_REPEAT_MS = 25_000;

export type OtherClients = {
  hear: (event: LiveEvent, now: number) => void;
  /** Whether another client of the member is in one of these states. */
  areIn: (states: readonly Attention[], now: number) => boolean;
};

/**
 * What a client knows of the other clients of its member, so that one of them notifies and not all. Those of the same
 * session do not count: the tabs of one browser have their own, faster way. What was said once ends by itself.
 */
export function followOtherClients(): OtherClients {
  let ownSession: string | null = null;
  const heard = new Map<string, { state: Attention; until: number }>();
  return {
    hear: (event, now) => {
      if (event.type === 'hello') {
        if (ownSession !== event.sessionId) heard.clear();
        ownSession = event.sessionId;
      }
      if (event.type !== 'attention' || event.sessionId === ownSession) return;
      if (event.state === 'away') heard.delete(event.connectionId);
      else heard.set(event.connectionId, { state: event.state, until: now + ATTENTION_MS });
    },
    areIn: (states, now) => {
      for (const [id, { until }] of heard) if (until <= now) heard.delete(id);
      return [...heard.values()].some(({ state }) => states.includes(state));
    },
  };
}
