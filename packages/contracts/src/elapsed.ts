/** A smaller difference between the two clocks is no sleep, in milliseconds. */
const SLEPT_MIN_MS = 1000;

/**
 * A clock for durations, in milliseconds, which is never set back. The monotonic clock stands still while a computer
 * with Linux or macOS sleeps, so what the wall clock moves on beside it counts as well: what was known before the sleep
 * is old after it. A wall clock that is set forward counts as sleep.
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
