import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { listen, type Running } from '../src/listen.ts';
import type { Clock } from '../src/platform/clock.ts';
import { readConfig } from '../src/platform/config.ts';
import type { Mail } from '../src/platform/services/mail.ts';
import { chosenDatabase } from './chosen-database.ts';
import { type Client, createClient } from './client.ts';
import { expectFreshPages } from './fresh-pages.ts';
import { PEOPLE, type PersonName } from './people.ts';
import { runningChecks } from './running-checks.ts';
import { signUpByInvitation } from './sign-up.ts';

type Agent = { close: () => Promise<void>; constructor: new () => Agent };
/** The connections of Node's `fetch` (undici's documentation of `setGlobalDispatcher`). */
const connections = globalThis as unknown as Record<symbol, Agent | undefined>;
const AGENT = Symbol.for('undici.globalDispatcher.1');

/** A server that stops waits for a moment for those that may still bring a request. Requests under way go on. */
function endIdleConnections(): void {
  const agent = connections[AGENT];
  if (!agent) return;
  connections[AGENT] = new agent.constructor();
  void agent.close();
}

/** A clock that tests move. Starts on Tuesday 17 November 2026, 10:00 in Paris. */
export type TestClock = Clock & {
  advance: (milliseconds: number) => void;
  /** The machine's clock is set, while no time passes. */
  set: (now: number) => void;
};

export type Guilde = Running & {
  url: string;
  clock: TestClock;
  /** Mails that have left, oldest first; jobs that are due run first. */
  mails: () => Promise<Mail[]>;
  /** A client without a session. */
  visitor: () => Client;
  /** The named person, signed up by invitation and signed in; the profile is complete except for theo. */
  as: (name: PersonName) => Promise<Client>;
  close: () => Promise<void>;
};

/**
 * Starts the product on a folder of its own: real HTTP, real sockets, a real file or libSQL server; mail and clock are
 * stand-ins.
 */
export async function startGuilde(
  options: {
    rateLimits?: boolean;
    metrics?: boolean;
    dataDir?: string;
    clock?: TestClock;
    env?: Record<string, string>;
    /** False: nothing reads cached pages between the tests, of which one counts what the first reading takes. */
    checksPages?: boolean;
  } = {},
): Promise<Guilde> {
  const folder = options.dataDir ?? mkdtempSync(join(tmpdir(), 'guilde-'));
  const database = await chosenDatabase();
  const clock = options.clock ?? testClock();
  const sent: Mail[] = [];
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    RATE_LIMITS: options.rateLimits ? 'on' : 'off',
    ...(options.metrics ? { METRICS_PORT: '0' } : {}),
    ...options.env,
    ...database.env,
  });
  const running = await listen(config, {
    clock,
    mailer: {
      send: async (mail) => {
        sent.push(mail);
      },
    },
  });
  const url = `http://127.0.0.1:${running.port}`;
  const known = new Map<PersonName, Promise<Client>>();
  const check = async () => {
    if (!running.deps.db.client.closed) await expectFreshPages(running.deps);
  };
  if (options.checksPages ?? true) runningChecks.add(check);
  const guilde: Guilde = {
    ...running,
    url,
    clock,
    mails: async () => {
      await running.deps.jobs.drain();
      return sent;
    },
    visitor: () => createClient(url),
    as: (name) => {
      const client = known.get(name) ?? signUpByInvitation(guilde, PEOPLE[name]);
      known.set(name, client);
      return client;
    },
    close: async () => {
      runningChecks.delete(check);
      endIdleConnections();
      await running.stop();
      vi.useRealTimers();
      await database.remove();
      if (!options.dataDir) rmSync(folder, { recursive: true, force: true });
    },
  };
  return guilde;
}

/** `Date` follows it, for the libraries within the product that know no other clock. */
function testClock(): TestClock {
  let now = Date.parse('2026-11-17T09:00:00Z');
  let elapsed = 0;
  const set = (instant: number) => {
    now = instant;
    vi.setSystemTime(now);
  };
  set(now);
  return {
    now: () => now++,
    elapsed: () => elapsed++,
    set,
    advance: (milliseconds) => {
      elapsed += milliseconds;
      set(now + milliseconds);
    },
  };
}
