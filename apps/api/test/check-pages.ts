import { afterEach } from 'vitest';
import { runningChecks } from './running-checks.ts';

/** Every API test file runs this, so that a verb which forgets to invalidate a cached page fails. */
afterEach(async () => {
  for (const check of runningChecks) await check();
});
