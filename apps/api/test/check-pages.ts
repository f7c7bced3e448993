import { afterEach } from 'vitest';
import { runningChecks } from './running-checks.ts';

/** Every test file about the API runs it, so that the tests of a verb tell who forgets to invalidate a cached page. */
afterEach(async () => {
  for (const check of runningChecks) await check();
});
