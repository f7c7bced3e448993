/**
 * `npm test` leaves out what takes long and has a shorter case. `GUILDE_TESTS=all` (in `.ci/run`) runs every
 * test, and those of the API also on a libSQL server.
 */
export const RUNS_ALL = process.env.GUILDE_TESTS === 'all';

/** `npm test` takes only `count` cases of a test, such as window sizes, at even distances. */
export function allOrSome<T>(cases: readonly T[], count = 1): T[] {
  const step = RUNS_ALL ? 1 : Math.ceil(cases.length / count);
  return cases.filter((_, index) => index % step === 0);
}

/**
 * No wait for one thing ends sooner, far beyond what a busy machine needs. Whatever passes waits for its
 * condition, not for this.
 */
export const PATIENCE_MS = 300_000;
