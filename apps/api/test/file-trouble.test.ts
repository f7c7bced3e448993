import { type ChildProcess, execFileSync, fork, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Message } from '@guilde/contracts/conversations/rules.ts';
import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import Engine from 'libsql';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { timestampOf } from '../src/platform/database/backup.ts';
import { openDatabase } from '../src/platform/database/db.ts';
import { openEngine } from '../src/platform/database/engine.ts';
import { jobs, outbox } from '../src/platform/database/tables.ts';
import type { Env } from '../src/platform/http/http.ts';
import { healthRoutes } from '../src/platform/observe/health.ts';
import { createLog } from '../src/platform/observe/log.ts';
import { BARE_ENVIRONMENT } from './bare-environment.ts';
import { realClock } from './chaos.ts';
import type { Client } from './client.ts';
import { guildeCommand } from './guilde-command.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { elsewhere } from './instances.ts';
import { temporaryFile } from './platform.ts';
import { SERVER } from './programs.ts';
import { openChat, refusal } from './scenes.ts';
import { seeded } from './seeded.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { canMount, fill, smallDisk } from './small-disk.ts';
import { killed } from './sqld.ts';
import { until } from './until.ts';

const acts = inject('crashActs');
/** Each of the eight clients makes so many writes. */
const WRITES_EACH = acts ? acts / 2 : 40;
const LONGEST_LOCK_MS = acts ? 20 : 400;
/** The test proves something only if the engine answers BUSY at least so often. */
const BUSY_MIN = acts ? acts / 50 : 5;

const job = (id: string) => ({ id, kind: 'x', payload: '', runAt: 1, createdAt: 1 });

async function lockAtRandom(file: string, longest: number, random: () => number): Promise<ChildProcess> {
  const seed = Math.floor(random() * 2 ** 31);
  const locker = fork(new URL('./foreign-lock.ts', import.meta.url), [file, String(longest), String(seed)]);
  onTestFinished(() => killed(locker));
  await once(locker, 'message');
  return locker;
}

describe('another process that locks the file', () => {
  it('costs time, never an acknowledged write', async () => {
    const { db, file } = await temporaryFile();
    const random = seeded();
    const locker = await lockAtRandom(file, LONGEST_LOCK_MS, random);
    const { exec } = Engine.prototype as { exec: (this: Engine.Database, text: string) => Engine.Database };
    let busy = 0;
    const counted = vi.spyOn(Engine.prototype, 'exec').mockImplementation(function (
      this: Engine.Database,
      text,
    ) {
      try {
        return exec.call(this, text);
      } catch (error) {
        if ((error as { code?: string }).code === 'SQLITE_BUSY') busy++;
        throw error;
      }
    });
    onTestFinished(() => counted.mockRestore());
    const acknowledged: string[] = [];
    const client = async (name: string) => {
      // A fast machine has made all writes before it has met the lock often enough.
      for (let i = 0; i < WRITES_EACH || busy <= BUSY_MIN; i++) {
        const id = `${name}-${i}`;
        if (i % 2 === 0) await db.orm.insert(jobs).values(job(id));
        else
          await db.write(async (tx) => {
            await tx.orm.insert(jobs).values(job(id));
            await tx.orm.update(jobs).set({ attempts: 1 }).where(eq(jobs.id, id));
          });
        acknowledged.push(id);
        if (!acts) await sleep(random() * 20);
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, i) => client(`client-${i}`)));
    await killed(locker);
    const witness = openEngine(file);
    const stored = witness
      .prepare('select id from jobs')
      .all([])
      .map((row) => (row as { id: string }).id);
    const foreign = witness.prepare('select id from outbox').all();
    witness.close();
    expect(stored.sort()).toEqual(acknowledged.sort());
    expect(foreign.length).toBeGreaterThan(0);
  });

  it('keeps nobody from reading', async () => {
    const { db, file } = await temporaryFile();
    await db.orm.insert(jobs).values(job('a'));
    // This must be the same library, because two SQLites in one process do not see each other's locks.
    const foreign = openEngine(file);
    foreign.exec('BEGIN IMMEDIATE');
    let isStored = false;
    const waiting = db
      .write((tx) => tx.orm.insert(jobs).values(job('b')))
      .then(() => {
        isStored = true;
      });
    for (let i = 0; i < 10; i++) {
      expect(await db.orm.$count(jobs)).toBe(1);
    }
    expect(isStored).toBe(false);
    foreign.exec('COMMIT');
    foreign.close();
    await waiting;
    expect(await db.orm.$count(jobs)).toBe(2);
  });

  it('may be killed while it holds the lock', async () => {
    const { db, file } = await temporaryFile();
    const locker = await lockAtRandom(file, Number.POSITIVE_INFINITY, seeded());
    const waiting = db.write((tx) => tx.orm.insert(jobs).values(job('a')));
    expect(await db.orm.$count(jobs)).toBe(0);
    await killed(locker);
    await waiting;
    expect(await db.orm.$count(jobs)).toBe(1);
  });

  it('is told clearly when it lasts, while reading goes on, and is over when the lock is', async () => {
    const guilde = await startGuilde();
    const { claire, messages, sendText } = await speaking(guilde);
    const { database } = guilde.deps.config;
    const foreign = openEngine('file' in database ? database.file : '');
    foreign.exec('BEGIN IMMEDIATE');
    const id = randomUUID();
    const refused = sendText(id);
    expect((await claire.get(messages)).status).toBe(200);
    expect(refusal(await refused)).toBe('503 UNAVAILABLE');
    expect((await refused).headers.get('retry-after')).toBe('5');
    expect(await stores(guilde)).toBe(false);
    foreign.exec('ROLLBACK');
    foreign.close();
    await until(() => stores(guilde));
    expect((await sendText(id)).status).toBe(200);
  });

  it('does not stop a start', async () => {
    const { db, file } = await temporaryFile();
    await lockAtRandom(file, 200, seeded());
    const again = await openDatabase({ file }, createLog('silent'));
    await again.orm.insert(jobs).values(job('a'));
    again.close();
    expect(await db.orm.$count(jobs)).toBe(1);
  });
});

/** Starts a chat, and returns how claire writes into it. */
async function speaking(guilde: Guilde) {
  onTestFinished(guilde.close);
  const [claire, karim] = [await guilde.as('claire'), await guilde.as('karim')];
  const { messages } = await openChat(claire, karim);
  const sendText = (id: string) => claire.post<Message>(messages, { id, content: 'x'.repeat(4000) });
  return { claire, messages, sendText };
}

/** Returns whether the health route says that the service can store. */
async function stores(guilde: Guilde): Promise<boolean> {
  const app = new Hono<Env>().route('/', healthRoutes(guilde.deps));
  const { checks, degraded } = (await (await app.request('/')).json()) as {
    checks: { writes: boolean };
    degraded: boolean;
  };
  if (!checks.writes) expect(degraded).toBe(true);
  return checks.writes;
}

/** Sends until the disk refuses, and returns the refused id. */
async function sendUntilRefused(sendText: (id: string) => ReturnType<Client['post']>): Promise<string> {
  for (let i = 0; i < 2000; i++) {
    const id = randomUUID();
    const answer = await sendText(id);
    if (answer.status === 200) continue;
    expect(refusal(answer)).toBe('503 UNAVAILABLE');
    return id;
  }
  throw new Error('The disk is not full');
}

it('the log that somebody’s long reading made grow gives its room back', async () => {
  const { db, file } = await temporaryFile();
  const write = (id: string, size: number) =>
    db.orm.insert(outbox).values({ ...MAIL, id, text: 'x'.repeat(size) });
  await write('first', 1);
  const reader = openEngine(file, { readOnly: true });
  reader.exec('BEGIN');
  reader.prepare('select count(*) from outbox').get();
  for (let i = 0; i < 12; i++) await write(`large-${i}`, 4_000_000);
  expect(db.logBytes()).toBeGreaterThan(40_000_000);
  // Closing alone keeps the transaction until its statement is garbage-collected.
  reader.exec('ROLLBACK');
  reader.close();
  for (let i = 0; i < 3; i++) await write(`small-${i}`, 1);
  expect(db.logBytes()).toBeLessThanOrEqual(33_554_432);
});

const MAIL = { recipient: '', subject: '', html: '', createdAt: 1 };

describe('a database that takes no more', () => {
  it('is told clearly when it is full, goes on reading, and serves again when there is room', async () => {
    const guilde = await startGuilde();
    const { claire, messages, sendText } = await speaking(guilde);
    const { client } = guilde.deps.db;
    const { rows } = await client.execute('pragma page_count');
    await client.execute(`pragma max_page_count = ${Number(rows[0]?.[0]) + 20}`);
    const refused = await sendUntilRefused(sendText);
    expect((await claire.get(messages)).status).toBe(200);
    expect(await stores(guilde)).toBe(false);
    await client.execute('pragma max_page_count = 1000000');
    // Nobody writes here, so the server must find out by itself that there is room again.
    await until(() => stores(guilde));
    expect((await sendText(refused)).status).toBe(200);
    expect((await sendText(refused)).status).toBe(200);
  });

  it('is told clearly when it is read-only, and serves again when it is not', async () => {
    const guilde = await startGuilde();
    const { sendText } = await speaking(guilde);
    const id = randomUUID();
    await guilde.deps.db.client.execute('pragma query_only = on');
    expect(refusal(await sendText(id))).toBe('503 UNAVAILABLE');
    expect(await stores(guilde)).toBe(false);
    await guilde.deps.db.client.execute('pragma query_only = off');
    expect((await sendText(id)).status).toBe(200);
  });

  describe.skipIf(!canMount())('on a disk of its own (needs the right to mount one)', () => {
    it('survives the disk filling up and being emptied', async () => {
      const disk = smallDisk();
      const guilde = await startGuilde({ dataDir: disk });
      const { claire, messages, sendText } = await speaking(guilde);
      const ballast = join(disk, 'ballast');
      fill(ballast);
      const refused = await sendUntilRefused(sendText);
      expect((await claire.get(messages)).status).toBe(200);
      rmSync(ballast);
      expect((await sendText(refused)).status).toBe(200);
      const again = await guilde.deps.db.client.execute('pragma integrity_check');
      expect(again.rows[0]?.[0]).toBe('ok');
    });

    it('is read after a kill on the full disk, and takes writes again once there is room', async () => {
      const disk = smallDisk();
      const before = await startGuilde({ dataDir: disk, clock: realClock() });
      const claire = await before.as('claire');
      const { messages } = await openChat(claire, await before.as('karim'));
      await before.close();
      const server = await startServerProcess(disk);
      onTestFinished(server.kill);
      await isUp(server);
      const member = elsewhere(claire, { url: `http://127.0.0.1:${server.port}` });
      const sendText = (id: string) => member.post<Message>(messages, { id, content: 'x'.repeat(4000) });
      const ballast = join(disk, 'ballast');
      fill(ballast);
      const refused = await sendUntilRefused(sendText);
      await server.killAndRestart();
      await isUp(server);
      expect((await member.get(messages)).status).toBe(200);
      expect(refusal(await sendText(refused))).toBe('503 UNAVAILABLE');
      rmSync(ballast);
      expect((await sendText(refused)).status).toBe(200);
      expect(await server.stop()).toBe(0);
    });

    it('names the full disk on which a new installation cannot start', () => {
      const disk = smallDisk();
      fill(join(disk, 'ballast'));
      const env = { ...BARE_ENVIRONMENT, PORT: '0', DATA_DIR: disk, LOG_LEVEL: 'silent' };
      const { status, stderr } = spawnSync(process.execPath, [SERVER], { env, encoding: 'utf8' });
      expect([status, stderr]).toEqual([
        1,
        `DATA_DIR\u00a0: le disque de ${disk} est plein, fais de la place puis relance.\n`,
      ]);
    });

    it('names the disk of a backup when that one is full, which keeps the backups before it', async () => {
      const guilde = await startGuilde();
      onTestFinished(guilde.close);
      const disk = smallDisk();
      const backUp = () => guildeCommand(guilde.deps.config.dataDir, 'backup', '--keep', '1', disk);
      expect(await backUp()).toMatchObject({ code: 0, err: '' });
      const [first = ''] = readdirSync(disk);
      await until(() => timestampOf(performance.timeOrigin + performance.now()) > first);
      fill(join(disk, 'ballast'));
      const full = /^Le disque de \S+ est plein\u00a0: fais-y de la place, ou choisis un autre dossier\.\n$/;
      expect(await backUp()).toMatchObject({ code: 1, err: expect.stringMatching(full) });
      expect(readdirSync(disk)).toEqual([first, 'ballast']);
    });

    it('refuses to start on a read-only disk, and starts once it is writable', async () => {
      const disk = smallDisk();
      execFileSync('mount', ['-o', 'remount,ro', disk]);
      const start = () => openDatabase({ file: join(disk, 'guilde.db') }, createLog('silent'));
      await expect(start()).rejects.toThrow('impossible d’écrire');
      execFileSync('mount', ['-o', 'remount,rw', disk]);
      const db = await start();
      await db.orm.insert(jobs).values(job('a'));
      db.close();
    });
  });
});

/** Resolves when the start is complete. */
function isUp(server: ServerProcess): Promise<void> {
  return until(() => server.printed().includes('Guilde est en ligne'));
}
