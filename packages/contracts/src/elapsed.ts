/** A smaller difference between the two clocks is not taken for sleep. */
const SLEPT_MIN_MS = 1000;

/**
 * Makes a clock for durations, in milliseconds, which is never set back. The monotonic clock stands still
 * while a computer with Linux or macOS sleeps, so the time by which the wall clock is ahead counts as well:
 * data from before the sleep is old after it. A wall clock that is set forward counts as sleep.
 */
export function createElapsed(wall: () => number, monotonic: () => number): () => number {
  let [wallBefore, before, elapsed] = [wall(), monotonic(), 0];
  return () => {
    const [wallNow, now] = [wall(), monotonic()];
    const slept = wallNow - wallBefore - (now - before);
    elapsed += now - before + (slept > SLEPT_MIN_MS ? slept : 0);
    [wallBefore, before] = [wallNow, now];
    return elapsed;
  };
}
