import type { Journal } from './journal.ts';
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
  /** The folder that updates and the dictionary come from; null in a build that asks for neither. */
  downloads: string | null;
  /** electron-updater, which looks at the running app as soon as it is touched: only an installed one has what it wants. */
  updater: () => Updater;
  now: () => Date;
  journal: Journal;
  /** Errors that nobody caught, and promises whose failure nobody heard. */
  onFault: (listener: (error: unknown, isUncaught: boolean) => void) => void;
};
