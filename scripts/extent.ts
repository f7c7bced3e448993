/**
 * `npm test` leaves out what takes long and whose shorter case it runs. With `GUILDE_TESTS=all`, as `.ci/run` has it,
 * every test runs, and those of the API on a libSQL server too.
 */
export const RUNS_ALL = process.env.GUILDE_TESTS === 'all';

/** Cases of one test, such as window sizes: all of them, or in `npm test` so many, the first one and others spread evenly. */
export function allOrSome<T>(cases: readonly T[], count = 1): T[] {
  const step = RUNS_ALL ? 1 : Math.ceil(cases.length / count);
  return cases.filter((_, index) => index % step === 0);
}
