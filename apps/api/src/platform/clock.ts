/** Rules read no other clock, so that tests can move it. */
export type Clock = {
  /** Milliseconds since 1970: an instant that is stored. The machine's clock may be wrong, and set right at any moment. */
  now: () => number;
  /** Milliseconds since some moment, for durations that are kept in memory: it is never set back. */
  elapsed: () => number;
};

export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() };

/** ISO 8601. */
export function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

export function isoOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : iso(milliseconds);
}
