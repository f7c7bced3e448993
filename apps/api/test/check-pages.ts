import { afterEach } from 'vitest';
import { runningChecks } from './running-checks.ts';

/** Of every file about the API, so that whoever forgets to invalidate a cached page is told by the tests of that verb. */
afterEach(async () => {
  for (const check of runningChecks) await check();
});
