import { defineConfig } from 'vitest/config';

// Every case of them, too (scripts/extent.ts).
process.env.GUILDE_TESTS = 'all';

/** The crash tests at full size: `npm run test:crash`. Small ones are part of the ordinary suite. */
export default defineConfig({
  test: {
    include: ['apps/api/test/{crash,server-crash,badge,file-trouble,fuzz-files}.test.ts'],
    environment: 'node',
    globalSetup: 'apps/api/test/global-setup.ts',
    testTimeout: 1_200_000,
    provide: { crash: 'large' },
  },
});
