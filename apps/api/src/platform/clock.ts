/** Rules read no other clock, so that tests can move it. */
export type Clock = {
  /**
   * It returns milliseconds since 1970, to be stored. The machine's clock may be wrong, and corrected later.
   */
  now: () => number;
  /** It returns monotonic milliseconds, for durations in memory. */
  elapsed: () => number;
};

export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() };

export function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

export function isoOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : iso(milliseconds);
}
