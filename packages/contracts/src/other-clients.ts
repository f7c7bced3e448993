import { ATTENTION_MS, type Attention } from './attention.ts';
import type { LiveEvent } from './events.ts';

export type OtherClients = {
  onEvent: (event: LiveEvent, now: number) => void;
  /** Whether another client of the member is in one of these states. */
  areIn: (states: readonly Attention[], now: number) => boolean;
};

/**
 * What a client knows of the other clients of its member, so that one of them notifies and not all. Those of the same
 * session do not count: the tabs of one browser have their own, faster way. What was said once ends by itself.
 */
export function followOtherClients(): OtherClients {
  let ownSession: string | null = null;
  const known = new Map<string, { state: Attention; until: number }>();
  return {
    onEvent: (event, now) => {
      if (event.type === 'hello') {
        if (ownSession !== event.sessionId) known.clear();
        ownSession = event.sessionId;
      }
      if (event.type !== 'attention' || event.sessionId === ownSession) return;
      if (event.state === 'away') known.delete(event.connectionId);
      else known.set(event.connectionId, { state: event.state, until: now + ATTENTION_MS });
    },
    areIn: (states, now) => {
      for (const [id, { until }] of known) if (until <= now) known.delete(id);
      return [...known.values()].some(({ state }) => states.includes(state));
    },
  };
}
