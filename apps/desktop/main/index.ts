import { join } from 'node:path';
import * as electron from 'electron';
import electronUpdater from 'electron-updater';
import { openJournal } from './journal.ts';
import { startDesktop } from './start.ts';

/** The build sets it (scripts/desktop-release.ts). */
declare const SERVER_URL: string;
declare const DOWNLOADS_URL: string | null;

const folder = import.meta.dirname;

// It is not awaited, because Electron is ready only after this module has run.
void startDesktop(electron, {
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
  downloads: DOWNLOADS_URL,
  updater: () => electronUpdater.autoUpdater,
  now: () => new Date(),
  journal: openJournal(join(electron.app.getPath('userData'), 'logs/guilde.log'), () => new Date()),
  // On Linux every user of the computer may read them, and a link may have a secret. The title takes their place.
  hideArguments: () => {
    if (process.platform === 'linux') process.title = 'guilde';
  },
  onTermination: (listener) => process.on('SIGTERM', listener),
  onFault: (listener) => {
    process.on('uncaughtException', (error) => listener(error, true));
    process.on('unhandledRejection', (error) => listener(error, false));
  },
});
