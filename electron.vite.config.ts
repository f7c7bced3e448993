import { cpSync } from 'node:fs';
import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import packageJson from './package.json' with { type: 'json' };
import { desktopRelease } from './scripts/desktop-release.ts';

const desktop = resolve(import.meta.dirname, 'apps/desktop');
const out = resolve(import.meta.dirname, 'out/desktop');

const { server, downloads } = desktopRelease(process.env, packageJson.version);

/** The pictures that the main process shows lie beside it. */
function copyPictures(): Plugin {
  return {
    name: 'copy-pictures',
    apply: 'build',
    closeBundle: () =>
      cpSync(resolve(import.meta.dirname, 'resources/desktop'), `${out}/images`, { recursive: true }),
  };
}

/** electron-vite sets « ./ », which would look for the files of app://bundle/sos/1 under /sos. */
const absoluteBase: Plugin = {
  name: 'absolute-base',
  config: { order: 'post', handler: () => ({ base: '/' }) },
};

export default defineConfig({
  main: {
    plugins: [copyPictures()],
    define: { SERVER_URL: JSON.stringify(server), DOWNLOADS_URL: JSON.stringify(downloads) },
    build: {
      // It is bundled whole: what the root's package.json depends on is the server's.
      externalizeDeps: false,
      outDir: `${out}/main`,
      minify: true,
      rolldownOptions: { input: { index: `${desktop}/main/index.ts` } },
    },
  },
  preload: {
    build: {
      externalizeDeps: false,
      outDir: `${out}/preload`,
      // A sandboxed preload script cannot be a module.
      rolldownOptions: {
        input: { index: `${desktop}/preload/index.ts` },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: `${desktop}/renderer`,
    // Favicon and theme script are those of the web client.
    publicDir: resolve(import.meta.dirname, 'apps/web/public'),
    server: { host: '127.0.0.1', port: 5174, strictPort: true },
    plugins: [react(), tailwindcss(), absoluteBase],
    build: {
      outDir: `${out}/renderer`,
      minify: true,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: { index: `${desktop}/renderer/index.html` } },
    },
  },
});
