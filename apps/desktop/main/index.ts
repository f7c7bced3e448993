import { join } from 'node:path';
import * as electron from 'electron';
import electronUpdater from 'electron-updater';
import { startDesktop } from './start.ts';

/** GUILDE_SERVER_URL of the build (electron.vite.config.ts). */
declare const SERVER_URL: string;

const folder = import.meta.dirname;

startDesktop(electron, {
  argv: process.argv,
  env: process.env,
  platform: process.platform,
  program: process.execPath,
  folders: {
    renderer: join(folder, '../renderer'),
    images: join(folder, '../images'),
    preload: join(folder, '../preload/index.cjs'),
  },
  server: SERVER_URL,
  devServer: electron.app.isPackaged ? null : (process.env.ELECTRON_RENDERER_URL ?? null),
  // electron-updater looks at the running app as soon as it is touched: only an installed one has a feed.
  updater: electron.app.isPackaged ? electronUpdater.autoUpdater : null,
  now: () => new Date(),
}).catch((error: unknown) => {
  console.error('Guilde could not start:', error);
  electron.app.quit();
});
