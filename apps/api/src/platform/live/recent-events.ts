import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Audience } from './fan-out.ts';

/** A page on a slow phone connects some seconds after it was served. */
const KEPT_MS = 30_000;
const KEPT_BYTES = 500_000;
/** These events describe a moment that is over when they are sent later. */
const MOMENTARY = ['typing', 'attention'].map((type) => Buffer.from(`{"type":"${type}"`));

type Published = { at: number; audience: Audience; frame: Buffer };

/**
 * Keeps the latest events of this instance. A page reads its data before it connects, and gets what was
 * published in between after `hello`, so that it need not read everything again.
 */
export function createRecentEvents(clock: Pick<Clock, 'elapsed'>) {
  const instance = randomUUID();
  const kept: Published[] = [];
  let bytes = 0;
  let unknownUntil = Number.NEGATIVE_INFINITY;

  const forgetOldest = () => {
    const oldest = kept.shift();
    if (!oldest) return;
    bytes -= oldest.frame.length;
    unknownUntil = oldest.at;
  };
  return {
    add: (audience: Audience, frame: Buffer): void => {
      if (MOMENTARY.some((start) => frame.subarray(0, start.length).equals(start))) return;
      const at = clock.elapsed();
      kept.push({ at, audience, frame });
      bytes += frame.length;
      while (kept[0] && (bytes > KEPT_BYTES || kept[0].at < at - KEPT_MS)) forgetOldest();
    },
    /** Events of other instances did not arrive, so that no earlier mark is answered. */
    lost: (): void => {
      kept.length = 0;
      bytes = 0;
      unknownUntil = clock.elapsed();
    },
    /** Returns the present moment, which a page gives back when it connects. */
    mark: (): string => `${instance}.${Math.floor(clock.elapsed())}`,
    /** Returns the member's events since a mark; null when some are no longer known. */
    since: (mark: string, memberId: string): Buffer[] | null => {
      const [markedInstance, moment] = mark.split('.');
      const at = Number(moment);
      if (markedInstance !== instance || !(at > unknownUntil)) return null;
      return kept
        .filter((event) => event.at >= at && concerns(event.audience, memberId))
        .map(({ frame }) => frame);
    },
  };
}

function concerns(audience: Audience, memberId: string): boolean {
  if (audience === 'everyone') return true;
  return 'everyoneBut' in audience ? !audience.everyoneBut.includes(memberId) : audience.includes(memberId);
}
