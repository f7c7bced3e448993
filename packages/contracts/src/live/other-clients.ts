import { type LiveEvent, PRESENCE_TIMEOUT_MS, type PresenceState } from './protocol.ts';

/** `now` is a time of `createElapsed`. */
export type OtherClients = {
  onEvent: (event: LiveEvent, now: number) => void;
  areIn: (states: readonly PresenceState[], now: number) => boolean;
};

/**
 * This makes sure that only one client of a member notifies. The tabs of one session agree among themselves
 * and are left out. A state expires by itself.
 */
export function followOtherClients(): OtherClients {
  let ownSession: string | null = null;
  const known = new Map<string, { state: PresenceState; until: number }>();
  return {
    onEvent: (event, now) => {
      if (event.type === 'hello') {
        if (ownSession !== event.sessionId) known.clear();
        ownSession = event.sessionId;
      }
      if (event.type !== 'attention' || event.sessionId === ownSession) return;
      if (event.state === 'away') known.delete(event.connectionId);
      else known.set(event.connectionId, { state: event.state, until: now + PRESENCE_TIMEOUT_MS });
    },
    areIn: (states, now) => {
      for (const [id, { until }] of known) if (until <= now) known.delete(id);
      return [...known.values()].some(({ state }) => states.includes(state));
    },
  };
}
