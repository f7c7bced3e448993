import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { sharedFiles } from './chunks.ts';
import { writePreloads } from './preloads.ts';

const api = `http://localhost:${process.env.PORT ?? 3000}`;
const IN_ADMIN = /[\\/]admin[\\/]/;
const proxy = { '/api': { target: api, ws: true }, '/dev/outbox': api };

/** The two fonts that every first screen shows are asked for with the page, not after the style sheet. */
function preloadFonts(): Plugin {
  const wanted = /(?:inter|bricolage-grotesque)-latin-wght-normal.*\.woff2$/;
  return {
    name: 'preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => wanted.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head' as const,
          })),
    },
  };
}

/** Texts are compressed once, as small as can be, so that serving them compressed costs nothing. */
function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir);
    },
    closeBundle: () => {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(?:js|css|html|svg)$/.test(name)) continue;
        const file = join(folder, name);
        const text = readFileSync(file);
        writeFileSync(`${file}.br`, brotliCompressSync(text));
        writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), preloadFonts(), writePreloads(), precompress()],
  build: {
    outDir: '../../out/web',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            ...sharedFiles(),
            { name: 'screens', test: (id) => !IN_ADMIN.test(id), minShareCount: 2 },
            { name: 'admin', test: IN_ADMIN, minShareCount: 2 },
          ],
        },
      },
    },
  },
  // Loopback only: it hands everybody's requests on as if they came from this machine.
  server: { host: 'localhost', port: 5173, strictPort: true, proxy },
  preview: { host: 'localhost', proxy },
});
