import type { Updater } from './updates.ts';

/** What the app is given by the process that it runs in. */
export type Surroundings = {
  argv: readonly string[];
  env: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  /** The path of the running program. */
  program: string;
  folders: { renderer: string; images: string; preload: string };
  /** The server's address of this build. */
  server: string;
  /** Where electron-vite serves the page in development. */
  devServer: string | null;
  /** Null where there is nothing to update. */
  updater: Updater | null;
  now: () => Date;
};
