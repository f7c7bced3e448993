import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const MODULE = new URL('../../api/test/moved-clock.ts', import.meta.url).href;

export type MovedClock = {
  now: () => number;
  /** The promise resolves when the server uses the new time. */
  advance: (ms: number) => Promise<void>;
  flags: readonly string[];
  env: () => Record<string, string>;
  attach: (child: ChildProcess) => void;
};

/** `start` is the clock's current time in milliseconds. */
export function clockFrom(start: number): MovedClock {
  let ahead = start - Date.now();
  let server: ChildProcess | null = null;
  return {
    now: () => Date.now() + ahead,
    advance: async (ms) => {
      ahead += ms;
      if (!server) return;
      const taken = once(server, 'message');
      server.send(ahead);
      await taken;
    },
    flags: ['--import', MODULE],
    env: () => ({ GUILDE_CLOCK_AHEAD: String(ahead) }),
    attach: (child) => {
      server = child;
    },
  };
}
