import type { Journal } from './journal.ts';
import type { Updater } from './updates.ts';

export type Surroundings = {
  argv: readonly string[];
  env: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  program: string;
  folders: { renderer: string; images: string; preload: string };
  server: string;
  /** electron-vite serves the page in development. */
  devServer: string | null;
  /** Updates and the dictionary come from here; null disables both. */
  downloads: string | null;
  /** It is loaded late, because electron-updater fails in an app that is not installed. */
  updater: () => Updater;
  now: () => Date;
  journal: Journal;
  /** Others can no longer read the arguments of this process. */
  hideArguments: () => void;
  /** The system asks the process to end. It is called once Electron is ready, whose own handler it replaces. */
  onTermination: (listener: () => void) => void;
  onFault: (listener: (error: unknown, isUncaught: boolean) => void) => void;
};
