import { expect, it } from 'vitest';
import { createElapsed } from './elapsed.ts';

const HOUR = 3_600_000;

it.each([
  ['as both clocks go', 40, 40, 40],
  ['when the clock was set back', -HOUR, 40, 40],
  ['when the computer slept', HOUR, 40, HOUR],
  ['when the clocks differ a little', 900, 40, 40],
])('%s', (_, wall, monotonic, expected) => {
  let [wallNow, now] = [Date.UTC(2026, 10, 27), 7];
  const elapsed = createElapsed(
    () => wallNow,
    () => now,
  );
  const start = elapsed();
  wallNow += wall;
  now += monotonic;
  expect(elapsed() - start).toBe(expected);
  expect(elapsed() - start).toBe(expected);
});
