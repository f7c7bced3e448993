import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { sharedFiles } from './chunks.ts';
import { writePreloads } from './preloads.ts';
import { writeServiceWorker } from './service-worker.ts';

const api = `http://localhost:${process.env.PORT ?? 3000}`;
const IN_ADMIN = /[\\/]admin[\\/]/;
/** This is the first script with what loads the others: the page is on screen before the others are read. */
const FIRST = /apps[\\/]web[\\/]src[\\/](?:main|install-prompt)\.ts$|vite[\\/]preload-helper/;
const proxy = { '/api': { target: api, ws: true }, '/dev/outbox': api };

/**
 * The page preloads the client, whose start the first script delays, and holds its icon, which every first visit
 * would request. It preloads no font: on a slow line the fonts would delay the scripts by half a second, and
 * the system's font, adjusted to the same measures (styles.css), shows the text until they come.
 */
function preloadFirst(): Plugin {
  const client = /\/(?:start|rolldown-runtime)-[\w-]{8}\.js$/;
  const icon = readFileSync(join(import.meta.dirname, 'public/favicon.svg'), 'utf8');
  return {
    name: 'preload-first',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const tags = Object.keys(bundle)
          .filter((file) => client.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', href: `/${file}`, crossorigin: true },
            injectTo: 'head' as const,
          }));
        return {
          html: html.replace('"/favicon.svg"', `"data:image/svg+xml,${encodeURIComponent(icon)}"`),
          tags,
        };
      },
    },
  };
}

/** A file is one block; by default a block has 64 kB. */
const BROTLI = { params: { [constants.BROTLI_PARAM_LGBLOCK]: 24 } };

/** Texts are compressed once and as small as possible, so that serving them costs no processor time. */
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
        if (!/\.(?:js|css|html|svg|webmanifest)$/.test(name)) continue;
        const file = join(folder, name);
        const text = readFileSync(file);
        writeFileSync(`${file}.br`, brotliCompressSync(text, BROTLI));
        writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
      }
    },
  };
}

/**
 * Builds the renderer that the server loads (platform/http/page-renderer.ts of the API): one file with all it
 * needs, beside the folder that is served.
 */
function serverEntry(): Plugin {
  let folder = '';
  return {
    name: 'server-entry',
    apply: 'build',
    configResolved: ({ root, build: { outDir } }) => {
      folder = `${resolve(root, outDir)}-renderer`;
    },
    closeBundle: async () => {
      await build({
        root: import.meta.dirname,
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        plugins: [react()],
        define: { 'process.env.NODE_ENV': '"production"' },
        ssr: { noExternal: true },
        build: { ssr: 'src/entry-server.ts', outDir: folder, emptyOutDir: true, minify: true },
      });
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    preloadFirst(),
    writePreloads(),
    writeServiceWorker(),
    precompress(),
    serverEntry(),
  ],
  build: {
    outDir: '../../out/web',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', test: FIRST, priority: 100 },
            ...sharedFiles(),
            { name: 'screens', test: (id) => !IN_ADMIN.test(id), minShareCount: 2 },
            { name: 'admin', test: IN_ADMIN, minShareCount: 2 },
          ],
        },
      },
    },
  },
  // The server listens on loopback only, because it forwards requests as if they came from this machine.
  server: { host: 'localhost', port: 5173, strictPort: true, proxy },
  preview: { host: 'localhost', proxy },
});
