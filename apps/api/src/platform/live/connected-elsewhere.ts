import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Audience } from './fan-out.ts';

/** The state of a crashed instance expires after four repeats. */
const KEPT_MS = 100_000;
const START = Buffer.from('{"type":"connected"');

/** Only instances send this frame. `all` replaces what the instance said before. */
type Frame = { type: 'connected'; instance: string; change: 'come' | 'gone' | 'all' };
type Known = { members: Set<string>; until: number };

/** Knows the members with a client on another instance, even in a hidden window. `mine` has ours. */
export function createConnectedElsewhere(
  clock: Clock,
  mine: () => readonly string[],
  publish: (memberIds: readonly string[], frame: Buffer) => void,
) {
  const own = randomUUID();
  const instances = new Map<string, Known>();
  const tell = (memberIds: readonly string[], change: Frame['change']) =>
    publish(
      memberIds,
      Buffer.from(JSON.stringify({ type: 'connected', instance: own, change } satisfies Frame)),
    );
  const tellAll = () => tell(mine(), 'all');

  const onChange = (memberIds: readonly string[], { instance, change }: Frame) => {
    const known = instances.get(instance);
    const members = change === 'all' || !known ? new Set<string>() : known.members;
    for (const id of memberIds) {
      if (change === 'gone') members.delete(id);
      else members.add(id);
    }
    instances.set(instance, { members, until: clock.elapsed() + KEPT_MS });
    if (!known) tellAll();
  };
  return {
    come: (memberId: string) => tell([memberId], 'come'),
    gone: (memberId: string) => tell([memberId], 'gone'),
    /** This is repeated, because a message may be lost. */
    tellAll,
    allGone: () => tell([], 'all'),
    /** Returns false for a frame that is for clients. */
    onFrame: (audience: Audience, frame: Buffer): boolean => {
      if (!frame.subarray(0, START.length).equals(START)) return false;
      if (Array.isArray(audience)) onChange(audience, JSON.parse(frame.toString()) as Frame);
      return true;
    },
    has: (memberId: string): boolean => {
      const now = clock.elapsed();
      for (const [instance, { members, until }] of instances) {
        if (until <= now) instances.delete(instance);
        else if (members.has(memberId)) return true;
      }
      return false;
    },
  };
}
