/** Rules read no other clock, so that tests can move it. */
export type Clock = {
  /** Returns milliseconds since 1970. The machine's clock may be wrong, and be corrected later. */
  now: () => number;
  /** Returns monotonic milliseconds, for durations in memory. */
  elapsed: () => number;
};

export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() };

export function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

export function isoOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : iso(milliseconds);
}
