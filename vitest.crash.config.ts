import { defineConfig } from 'vitest/config';

// Every case of them runs, too (scripts/extent.ts).
process.env.GUILDE_TESTS = 'all';

/**
 * `npm run test:crash` runs the crash tests with so many acts each, `GUILDE_CRASH_ACTS=10000 npm run test:crash` with more;
 * small ones are part of the ordinary suite.
 */
const acts = Number(process.env.GUILDE_CRASH_ACTS ?? 1_000);

export default defineConfig({
  test: {
    include: ['apps/api/test/{crash,server-crash,badge,file-trouble,fuzz-files}.test.ts'],
    environment: 'node',
    globalSetup: 'apps/api/test/global-setup.ts',
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    // They wait more than they work.
    maxWorkers: 4,
    provide: { crashActs: acts },
  },
});
