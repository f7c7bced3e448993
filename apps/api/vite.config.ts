import { join } from 'node:path';
import { defineConfig } from 'vite';

/** The server in a few files: to load its 1,500 modules one by one takes longer and more memory (docs/performance.md#memory). */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  logLevel: 'warn',
  ssr: {
    noExternal: true,
    // With parts in machine code, which stay where npm has put them.
    external: ['@node-rs/argon2', 'libsql', 'sharp'],
  },
  build: {
    ssr: true,
    target: 'node24',
    outDir: join(import.meta.dirname, '../../out/server'),
    // A server that runs loads some of its files later: those of its build stay, beside the new ones.
    emptyOutDir: false,
    rolldownOptions: {
      input: {
        server: 'src/server.ts',
        demo: 'src/demo.ts',
        'command-line': 'src/command-line.ts',
        'parsing-process': 'src/files/parsing-process.ts',
        'download-process': 'src/platform/database/download-process.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
