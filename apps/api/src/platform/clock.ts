/** Milliseconds since 1970. Rules read no other clock, so that tests can move it. */
export type Clock = { now: () => number };

export const systemClock: Clock = { now: () => Date.now() };

/** ISO 8601. */
export function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

export function isoOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : iso(milliseconds);
}
