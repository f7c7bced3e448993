import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, asc, isNull, lte } from 'drizzle-orm';
import { PATIENCE_MS } from '../../../scripts/extent.ts';
import { listen } from '../src/listen.ts';
import { systemClock } from '../src/platform/clock.ts';
import { readConfig } from '../src/platform/config.ts';
import { jobs, outbox } from '../src/platform/database/tables.ts';
import { type Client, createClient } from './client.ts';
import type { Guilde } from './harness.ts';
import { PEOPLE, type PersonName } from './people.ts';
import { SERVER } from './programs.ts';
import { type RedisServer, startRedis } from './redis-server.ts';
import { type S3Server, s3Settings, startS3 } from './s3-server.ts';
import { ENDS_WITH_PARENT } from './server-process.ts';
import { signUpByInvitation } from './sign-up.ts';
import { freePort, killed, startSqld } from './sqld.ts';
import { until } from './until.ts';

/** This instance of the installation runs in its own process. */
export type Instance = {
  url: string;
  /** Sends SIGKILL. */
  kill: () => Promise<void>;
};

export type Installation = {
  /** This instance runs in the test itself; people sign up here. */
  guilde: Guilde;
  redis: RedisServer;
  s3: S3Server;
  /** `own` holds the settings that differ from those of the other instances. */
  startAnother: (own?: Record<string, string>) => Promise<Instance>;
  close: () => Promise<void>;
};

/** Starts several instances with a real libSQL server, a real Redis, an S3 service and the real clock. */
export async function startInstallation(settings: Record<string, string> = {}): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'guilde-'));
  const [sqld, redis, s3] = await Promise.all([startSqld(), startRedis(), startS3()]);
  const env = {
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    DATABASE_URL: sqld.url,
    REDIS_URL: redis.url,
    ...s3Settings(s3),
    GUILDE_SECRET: 'le-meme-secret-sur-toutes-les-instances',
    LOG_LEVEL: 'silent',
    ...settings,
  };
  const guilde = await startHere(env);
  const others: Instance[] = [];
  return {
    guilde,
    redis,
    s3,
    startAnother: async (own = {}) => {
      const another = await startProcess({ ...env, ...own });
      others.push(another);
      return another;
    },
    close: async () => {
      await Promise.all(others.map((one) => one.kill()));
      await guilde.close();
      await Promise.all([redis.stop(), sqld.stop()]);
      s3.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Jobs for a later time are not waited for, such as a mail to somebody who may come back. */
const isDue = (now: number) => and(isNull(jobs.doneAt), isNull(jobs.failedAt), lte(jobs.runAt, now));

async function startHere(env: Record<string, string>): Promise<Guilde> {
  const running = await listen(readConfig({ ...env, PORT: '0' }), { statementMs: PATIENCE_MS });
  const url = `http://127.0.0.1:${running.port}`;
  const known = new Map<PersonName, Promise<Client>>();
  const guilde: Guilde = {
    ...running,
    url,
    clock: { ...systemClock, advance: () => undefined, set: () => undefined },
    mails: async () => {
      const { db } = running.deps;
      await running.deps.jobs.drain();
      await until(async () => (await db.orm.$count(jobs, isDue(Date.now()))) === 0);
      const rows = await db.orm.select().from(outbox).orderBy(asc(outbox.createdAt));
      return rows.map(({ recipient, subject, html, text }) => ({ to: recipient, subject, html, text }));
    },
    visitor: () => createClient(url),
    as: (name) => {
      const client = known.get(name) ?? signUpByInvitation(guilde, PEOPLE[name]);
      known.set(name, client);
      return client;
    },
    close: running.stop,
  };
  return guilde;
}

async function startProcess(env: Record<string, string>): Promise<Instance> {
  const port = await freePort();
  const child = spawn(process.execPath, [SERVER], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...ENDS_WITH_PARENT, ...env, PORT: String(port) },
  });
  child.stderr.pipe(process.stderr);
  const killWithMe = () => child.kill('SIGKILL');
  process.once('exit', killWithMe);
  const url = `http://127.0.0.1:${port}`;
  await until(async () => {
    if (child.exitCode !== null) throw new Error('The instance has ended');
    return fetch(`${url}/api/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
  });
  return {
    url,
    kill: async () => {
      process.off('exit', killWithMe);
      await killed(child);
    },
  };
}

/** Returns a client with the same session that talks to another instance. */
export function elsewhere(client: Client, { url }: { url: string }): Client {
  const moved = createClient(url);
  for (const [name, value] of client.cookies) moved.cookies.set(name, value);
  return Object.assign(moved, { id: client.id, email: client.email });
}
