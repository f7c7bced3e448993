import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AdminOverview } from '@guilde/contracts/admin/rules.ts';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Env } from '../src/platform/http/http.ts';
import { type Health, healthRoutes } from '../src/platform/observe/health.ts';
import { queueMail } from '../src/platform/services/mail.ts';
import type { Client } from './client.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { granted, openChat, sendText } from './scenes.ts';

const LONGER_THAN_A_PROBE_MS = 2500;

let guilde: Guilde;
let claire: Client;
let karim: Client;

beforeAll(async () => {
  guilde = await startGuilde({ metrics: true });
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
});
afterAll(() => guilde.close());

describe('the figures for Prometheus', () => {
  const metrics = async () => {
    const answer = await fetch(`http://127.0.0.1:${guilde.metricsPort}/metrics`);
    expect(answer.headers.get('content-type')).toContain('text/plain');
    return answer.text();
  };
  /** A missing figure is NaN, but zero if it has labels, because it is written only once it was counted. */
  const figure = (text: string, name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')
        .at(-1) ?? (name.includes('{') ? 0 : Number.NaN),
    );

  it('count requests by route and status, messages, commits and sockets', async () => {
    const live = await claire.live();
    const before = await metrics();
    const { conversation } = await openChat(claire, karim);
    for (const text of ['Un', 'Deux', 'Trois']) await sendText(karim, conversation.id, text);
    const said = {
      type: 'message',
      id: randomUUID(),
      conversationId: conversation.id,
      content: 'Quatre',
    } as const;
    live.send(said);
    await live.next('message.created', ({ message }) => message.id === said.id);
    live.send({ ...said, id: randomUUID(), conversationId: randomUUID() });
    await live.next('message.refused');
    await claire.get(`/api/conversations/${conversation.id}/messages`);
    await claire.get('/api/conversations/00000000-0000-4000-8000-000000000000/messages');
    const after = await metrics();
    const route = '/api/conversations/:conversationId/messages';
    // The counters belong to the process, in which other tests may have run before.
    const grown = (name: string) => figure(after, name) - figure(before, name);
    const answered = (method: string, status: number) =>
      grown(`guilde_http_request_seconds_count{method="${method}",route="${route}",status="${status}"}`);
    expect([answered('GET', 200), answered('GET', 404), answered('POST', 200)]).toEqual([1, 1, 3]);
    expect(grown('guilde_messages_total')).toBe(4);
    const onSocket = (outcome: string) => grown(`guilde_socket_message_seconds_count{outcome="${outcome}"}`);
    expect([onSocket('stored'), onSocket('refused')]).toEqual([1, 1]);
    if (guilde.deps.config.database && 'file' in guilde.deps.config.database) {
      expect(grown('guilde_commit_writes_sum')).toBeGreaterThanOrEqual(5);
      expect(grown('guilde_commit_seconds_count')).toBeGreaterThan(0);
    }
    expect(figure(after, 'guilde_sockets')).toBe(1);
    live.close();
  });

  it('tell how the process and the job queue are', async () => {
    const text = await metrics();
    for (const name of ['process_resident_memory_bytes', 'process_cpu_seconds_total'])
      expect(figure(text, name)).toBeGreaterThan(0);
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'guilde_database_log_bytes',
      'guilde_jobs_waiting',
      'guilde_ai_cost_dollars_total',
      'guilde_jobs_failed',
      'guilde_jobs_oldest_seconds',
      'guilde_jobs_unknown',
      'guilde_mails_late',
    ])
      expect(figure(text, name)).toBeGreaterThanOrEqual(0);
  });

  it('name nobody and no address', async () => {
    const text = await metrics();
    expect(text).not.toContain(claire.id);
    expect(text).not.toMatch(/[\da-f]{8}-[\da-f]{4}-/);
  });

  it('are not on the public port, and nothing else is on theirs', async () => {
    expect((await guilde.visitor().request('/metrics')).headers.get('content-type')).not.toContain(
      'text/plain',
    );
    expect((await fetch(`http://127.0.0.1:${guilde.metricsPort}/api/health`)).status).toBe(404);
  });

  // Only Linux has further loopback addresses without being told.
  it.runIf(process.platform === 'linux')(
    'are on the address that METRICS_HOST names, and no other',
    async () => {
      // The port is taken on 127.0.0.1, so that the start fails if METRICS_HOST is not heeded.
      const other = createServer((_, answer) => answer.end('other')).listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      const env = { METRICS_HOST: '127.0.0.2', METRICS_PORT: String(port) };
      const elsewhere = await startGuilde({ cast: [], env });
      onTestFinished(async () => {
        await elsewhere.close();
        other.close();
      });
      const on = async (host: string) => (await fetch(`http://${host}:${port}/metrics`)).text();
      expect(await on('127.0.0.2')).toContain('process_cpu_seconds_total');
      expect(await on('127.0.0.1')).toBe('other');
    },
  );
});

describe('health', () => {
  const fails = () => Promise.reject(new Error('away'));
  const hangs = () => new Promise<never>(() => undefined);
  const HEALTHY = {
    orm: { run: async () => undefined },
    write: fails,
    state: () => ({ isFailing: false, isDamaged: false }),
    isSchemaNewer: async () => false,
  };
  const NO_JOBS = { waiting: 0, failed: 0, unknown: 0, oldestWaitingMs: 0, lateMails: null };
  const NO_TASKS = { tasks: [] as object[], erasuresPausedSince: null as number | null };
  const IDLE = { state: async () => NO_JOBS, schedule: async () => NO_TASKS };
  const STANDING_STILL = { name: 'retention', lastRunAt: 0, isStandingStill: true };
  const healthOf = async (broken: object) => {
    const app = new Hono<Env>().route('/', healthRoutes({ ...guilde.deps, ...broken }));
    const answer = await app.request('/');
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  it('is ready when everything answers', async () => {
    const checks = { database: true, storage: true, redis: null, jobs: true };
    // A database server on a busy machine may take longer than a probe.
    await expect
      .poll(() => healthOf({}))
      .toMatchObject({ status: 200, body: { live: true, ready: true, degraded: false, checks } });
  });

  it.each([
    ['the database never answers', { db: { ...HEALTHY, orm: { run: hangs } } }, 'database'],
    ['the database is away', { db: { ...HEALTHY, orm: { run: fails } } }, 'database'],
  ])('is not ready when %s', async (_, broken, check) => {
    const { status, body } = await healthOf(broken);
    expect(status).toBe(503);
    expect(body).toMatchObject({ live: true, ready: false, degraded: true, checks: { [check]: false } });
  });

  it.each([
    ['the storage fails', { storage: { get: fails } }],
    ['the storage never answers', { storage: { get: hangs } }],
    ['Redis is away', { redis: { isReady: () => false } }],
    ['nothing can be stored', { db: { ...HEALTHY, state: () => ({ isFailing: true, isDamaged: false }) } }],
    ['the file is damaged', { db: { ...HEALTHY, state: () => ({ isFailing: false, isDamaged: true }) } }],
    ['newer code has changed the schema', { db: { ...HEALTHY, isSchemaNewer: async () => true } }],
    [
      'jobs are late',
      { jobs: { ...IDLE, state: async () => ({ ...NO_JOBS, waiting: 3, oldestWaitingMs: 600_000 }) } },
    ],
    [
      'a task stands still',
      { jobs: { ...IDLE, schedule: async () => ({ ...NO_TASKS, tasks: [STANDING_STILL] }) } },
    ],
    ['the mail service refuses us', { mailer: { hasFault: () => true } }],
    [
      'the clock may be wrong',
      { jobs: { ...IDLE, schedule: async () => ({ ...NO_TASKS, erasuresPausedSince: 1 }) } },
    ],
  ])('serves on, but says so, when %s', async (_, broken) => {
    const { status, body } = await healthOf({ db: HEALTHY, ...broken });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ready: true, degraded: true });
  });

  it('says how many mails do not leave, and since when; so does the back office', async () => {
    const late = await startGuilde();
    onTestFinished(late.close);
    const nina = await late.as('nina');
    await late.deps.jobs.stop();
    const since = new Date(late.clock.now()).toISOString().slice(0, 16);
    const mail = { to: nina.email, subject: 'Essai', heading: 'Essai', paragraphs: [], footnote: '' };
    for (let sent = 0; sent < 2; sent++) await late.deps.db.write((tx) => queueMail(late.deps, tx, mail));
    late.clock.advance(6 * 60_000);
    const lateMails = { count: 2, since: expect.stringContaining(since) };
    await expect
      .poll(async () => (await nina.get<Health>('/api/health')).body)
      .toMatchObject({ degraded: true, checks: { jobs: false }, jobs: { lateMails } });
    const overview = granted(await nina.get<AdminOverview>('/api/admin/overview'));
    expect(overview.operation).toMatchObject({ lateMails });
  });

  it('is ready after the process stood still, when the answers have come meanwhile', async () => {
    const get = async () => {
      const file = stat(import.meta.filename);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LONGER_THAN_A_PROBE_MS);
      await file;
      return null;
    };
    // The health check may not have asked a database on a server before the stall.
    expect((await healthOf({ db: HEALTHY, storage: { get } })).body).toMatchObject({ ready: true });
  });

  it('answers whether the process lives without asking anything else', async () => {
    const app = new Hono<Env>().route(
      '/',
      healthRoutes({ ...guilde.deps, storage: { ...guilde.deps.storage, get: fails } }),
    );
    expect((await app.request('/live')).status).toBe(200);
  });
});
