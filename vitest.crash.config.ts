import { defineConfig } from 'vitest/config';

/** The crash tests at full size: `npm run test:crash`. Small ones are part of the ordinary suite. */
export default defineConfig({
  test: {
    include: ['apps/api/test/{crash,badge}.test.ts'],
    environment: 'node',
    provide: { crash: 'large' },
  },
});
