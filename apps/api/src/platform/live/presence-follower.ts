import { type LiveEvent, PRESENCE_TIMEOUT_MS, type PresenceState } from '@guilde/contracts/live/protocol.ts';
import type { Clock } from '../clock.ts';
import type { Audience } from './fan-out.ts';

type PresenceEvent = Extract<LiveEvent, { type: 'attention' }>;
type Known = { state: PresenceState; until: number };

const START = Buffer.from('{"type":"attention"');

/** States expire, so that an instance that crashed leaves none behind. */
export function createPresenceFollower(clock: Clock) {
  const byMember = new Map<string, Map<string, Known>>();

  const onEvent = (memberIds: readonly string[], { connectionId, state }: PresenceEvent) => {
    for (const id of memberIds) {
      const known = byMember.get(id) ?? new Map<string, Known>();
      if (state === 'away') known.delete(connectionId);
      else known.set(connectionId, { state, until: clock.elapsed() + PRESENCE_TIMEOUT_MS });
      if (known.size > 0) byMember.set(id, known);
      else byMember.delete(id);
    }
  };
  return {
    onEvent,
    onFrame: (audience: Audience, frame: Buffer) => {
      if (Array.isArray(audience) && frame.subarray(0, START.length).equals(START))
        onEvent(audience, JSON.parse(frame.toString()) as PresenceEvent);
    },
    of: (memberId: string): PresenceState => {
      const now = clock.elapsed();
      const states = new Set<PresenceState>();
      for (const { state, until } of byMember.get(memberId)?.values() ?? [])
        if (until > now) states.add(state);
      if (states.has('looking')) return 'looking';
      return states.has('near') ? 'near' : 'away';
    },
  };
}
