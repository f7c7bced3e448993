import { join } from 'node:path';
import { build, type Plugin } from 'vite';

/** Pictures in the code, and fonts for letters outside French, are left to the browser's own cache. */
const KEPT = /\.(?:js|css)$|-latin-wght-normal[^/]*\.woff2$/;

/** The worker is one file without imports at the root, because it controls all pages. */
export function writeServiceWorker(): Plugin {
  return {
    name: 'write-service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const files = Object.keys(bundle).filter((file) => file.startsWith('assets/') && KEPT.test(file));
        const built = await build({
          root: import.meta.dirname,
          configFile: false,
          publicDir: false,
          logLevel: 'warn',
          define: { BUILD_FILES: JSON.stringify(files.sort().map((file) => `/${file}`)) },
          build: {
            write: false,
            minify: true,
            modulePreload: false,
            rolldownOptions: {
              input: join(import.meta.dirname, 'worker/index.ts'),
              output: { format: 'iife', entryFileNames: 'service-worker.js' },
            },
          },
        });
        const [chunk] = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
        if (chunk?.type !== 'chunk') throw new Error('The service worker was not built');
        this.emitFile({ type: 'asset', fileName: chunk.fileName, source: chunk.code });
      },
    },
  };
}
