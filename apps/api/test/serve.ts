import { vi } from 'vitest';
import { PATIENCE_MS } from '../../../scripts/extent.ts';
import { listen, type Running } from '../src/listen.ts';
import type { Clock } from '../src/platform/clock.ts';
import { readConfig } from '../src/platform/config.ts';
import type { Mail } from '../src/platform/services/mailer.ts';
import { type Client, createClient } from './client.ts';
import { PEOPLE, type PersonName } from './people.ts';
import { clientOf, type SignedIn, signUpByInvitation } from './sign-up.ts';

type Agent = { close: () => Promise<void>; constructor: new () => Agent };
/** Node's `fetch` keeps its connections there (undici's documentation of `setGlobalDispatcher`). */
const connections = globalThis as unknown as Record<symbol, Agent | undefined>;
const AGENT = Symbol.for('undici.globalDispatcher.1');

/** A stopping server waits a moment for idle connections, which may still bring a request. */
function endIdleConnections(): void {
  const agent = connections[AGENT];
  if (!agent) return;
  connections[AGENT] = new agent.constructor();
  void agent.close();
}

/** The tests move this clock. It starts on Tuesday 17 November 2026 at 10:00 in Paris. */
export type TestClock = Clock & {
  advance: (milliseconds: number) => void;
  /** Sets the time of the machine, without any time passing. */
  set: (now: number) => void;
};

export type Guilde = Running & {
  url: string;
  clock: TestClock;
  /** Runs the due jobs, and resolves with the sent mails from the oldest to the newest. */
  mails: () => Promise<Mail[]>;
  /** The client has no session. */
  visitor: () => Client;
  /** Signs the person up by invitation unless that is done; the profile is complete except for theo's. */
  as: (name: PersonName) => Promise<Client>;
  close: () => Promise<void>;
};

/**
 * Starts the product with these settings: HTTP, sockets and the database are real, mail and clock are
 * stand-ins, the mail unless `SMTP_URL` names a server. `before` holds the people and the mails of the folder if it is not new.
 * A database server on a busy machine may take longer than the product waits, so that only a test of that gives `statementMs`.
 */
export async function serveGuilde(
  env: Record<string, string>,
  clock: TestClock,
  before: { people: SignedIn[]; mails: Mail[] } = { people: [], mails: [] },
  statementMs = PATIENCE_MS,
): Promise<Guilde> {
  const sent = [...before.mails];
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    ...env,
  });
  const mailer = {
    send: async (mail: Mail) => {
      sent.push(mail);
    },
  };
  const running = await listen(config, { clock, statementMs, ...(!config.mail.smtp && { mailer }) });
  const url = `http://127.0.0.1:${running.port}`;
  const known = new Map<PersonName, Promise<Client>>();
  const signedIn = (name: PersonName) => {
    const person = before.people.find((candidate) => candidate.name === name);
    return person ? Promise.resolve(clientOf(guilde, person)) : signUpByInvitation(guilde, PEOPLE[name]);
  };
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
      const client = known.get(name) ?? signedIn(name);
      known.set(name, client);
      return client;
    },
    close: async () => {
      endIdleConnections();
      await running.stop();
      vi.useRealTimers();
    },
  };
  return guilde;
}

/** `Date` follows this clock, because libraries within the product know no other one. */
export function testClock(start = Date.parse('2026-11-17T09:00:00Z')): TestClock {
  let now = start;
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
