/** The product's time, in milliseconds since 1970. Tests move it; nothing else reads the system's clock for a rule. */
export type Clock = { now: () => number };

export const systemClock: Clock = { now: () => Date.now() };

/** ISO 8601, as instants travel to clients. */
export function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** As `iso`, keeping null. */
export function isoOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : iso(milliseconds);
}
