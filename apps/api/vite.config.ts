import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { NATIVE_PACKAGES } from '../../scripts/release-files.ts';

const VIEWER = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));

/** The page that describes the API loads them (api-viewer.ts). */
const withApiViewer = {
  name: 'api-viewer',
  writeBundle: ({ dir = '' }) => {
    for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE', 'NOTICE'])
      cpSync(join(VIEWER, file), join(dir, 'swagger-ui', file));
  },
};

/** The server is built into a few files: to load its 1,500 modules one by one takes longer and more memory (docs/performance.md#memory). */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  logLevel: 'warn',
  plugins: [withApiViewer],
  ssr: {
    noExternal: true,
    external: NATIVE_PACKAGES,
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
