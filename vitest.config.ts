import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: { name: 'contracts', environment: 'node', include: ['packages/contracts/src/**/*.test.ts'] },
      },
      { extends: true, test: { name: 'api', environment: 'node', include: ['apps/api/**/*.test.ts'] } },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'screens',
          environment: 'jsdom',
          include: ['packages/ui/src/**/*.test.{ts,tsx}'],
          setupFiles: ['packages/ui/test/setup.ts'],
          // The API runs in the same process but as Node runs it: Vite would rewrite its file addresses for a browser.
          server: { deps: { external: [/\/apps\/api\//] } },
        },
      },
      { extends: true, test: { name: 'repository', environment: 'node', include: ['scripts/**/*.test.ts'] } },
    ],
  },
});
