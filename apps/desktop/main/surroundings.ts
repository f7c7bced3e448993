import type { Journal } from './journal.ts';
import type { Updater } from './updates.ts';

export type Surroundings = {
  argv: readonly string[];
  env: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  program: string;
  folders: { renderer: string; images: string; preload: string };
  server: string;
  /** electron-vite's page in development. */
  devServer: string | null;
  /** For updates and the dictionary; null: neither. */
  downloads: string | null;
  /** Loaded late: electron-updater fails in an app that is not installed. */
  updater: () => Updater;
  now: () => Date;
  journal: Journal;
  /** Uncaught errors and unhandled rejections. */
  onFault: (listener: (error: unknown, isUncaught: boolean) => void) => void;
};
