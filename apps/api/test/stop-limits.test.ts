import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppError } from '@guilde/contracts/errors.ts';
import { expect, it, onTestFinished } from 'vitest';
import { hashPassword } from '../src/auth/passwords.ts';
import { openEngine } from '../src/platform/database/engine.ts';
import { realClock } from './chaos.ts';
import type { Client } from './client.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { elsewhere } from './instances.ts';
import { granted, openChat } from './scenes.ts';
import { startServerProcess } from './server-process.ts';
import { startSqld } from './sqld.ts';
import { until } from './until.ts';

const CONNECTIONS = 20;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'guilde-stop-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Uses the connection that `agent` keeps; resolves with the `connection` header or the error. */
function ask(agent: Agent, port: number): Promise<string> {
  return new Promise((resolve) => {
    const asking = request({ agent, port, host: '127.0.0.1', path: '/api/health/live' }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.headers.connection ?? ''));
      answer.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    });
    asking.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    asking.end();
  });
}

function askAnew(port: number): Promise<string> {
  return ask(new Agent({ keepAlive: false }), port);
}

/** Sends requests on one connection until the server ends it; resolves with how it ended. */
async function askUntilTheEnd(agent: Agent, port: number): Promise<string> {
  for (;;) {
    const said = await ask(agent, port);
    if (said !== 'keep-alive') return said;
  }
}

it('a stop tells busy connections that they end, cuts none of them and takes no others', async () => {
  const server = await startServerProcess(newFolder());
  onTestFinished(server.kill);
  const agents = Array.from({ length: CONNECTIONS }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const first = await Promise.all(agents.map((agent) => ask(agent, server.port)));
  expect(new Set(first)).toEqual(new Set(['keep-alive']));
  const [idle, ...busy] = agents as [Agent, ...Agent[]];
  const asking = busy.map((agent) => askUntilTheEnd(agent, server.port));
  const code = await server.stop();
  const ends = await Promise.all(asking);
  expect(code).toBe(0);
  // A client that asks too late finds nobody there, so nothing that was sent can be lost.
  expect(ends.filter((end) => end !== 'close' && end !== 'ECONNREFUSED')).toEqual([]);
  expect(ends).toContain('close');
  // The kept connection cannot be used any more, once this side has noticed its end too.
  await until(() => Object.keys(idle.freeSockets).length === 0);
  expect(await ask(idle, server.port)).toBe('ECONNREFUSED');
});

it('a connection on which nobody has asked anything yet does not keep a stop waiting', async () => {
  const guilde = await startGuilde();
  const connection = connect(guilde.port, '127.0.0.1').resume();
  const closed = once(connection, 'close');
  await once(connection, 'connect');
  await guilde.close();
  await closed;
});

/** Prepares a member and her chat on a folder or server that nobody serves any more. */
async function prepared(start: () => Promise<Guilde>): Promise<{ claire: Client; messages: string }> {
  const guilde = await start();
  const claire = await guilde.as('claire');
  const { messages } = await openChat(claire, await guilde.as('karim'));
  await guilde.close();
  return { claire, messages };
}

/** Sends a message; the result is true when the server has acknowledged it. */
function send(client: Client, path: string, id: string): Promise<boolean> {
  return client.post(path, { id, content: 'Juste avant' }).then(
    ({ status }) => status === 200,
    () => false,
  );
}

/** Begins a message to the team with so many bytes, and resolves when the server has read its headers. */
async function beginContact(port: number, bytes: number): Promise<ClientRequest> {
  const headers = { 'content-type': 'application/json', 'content-length': bytes };
  const begun = request({ port, host: '127.0.0.1', path: '/api/contact', method: 'POST', headers });
  begun.on('error', () => undefined);
  begun.flushHeaders();
  await once(begun, 'socket');
  // A server that answers this has read what was sent before.
  expect(await askAnew(port)).toBe('close');
  return begun;
}

it('a request that is never sent to its end does not keep a stop waiting; the code says that work was cut', async () => {
  const server = await startServerProcess(newFolder());
  onTestFinished(server.kill);
  const endless = await beginContact(server.port, 1000);
  const cut = new Promise((resolve) => endless.once('close', resolve));
  expect(await server.stop()).toBe(1);
  await cut;
});

it('passwords that wait for their turn do not keep a stop waiting: whoever sent them is told to come back', async () => {
  const guilde = await startGuilde({ dataDir: newFolder() });
  const rush = Array.from({ length: 40 }, () =>
    hashPassword('un-mot-de-passe').then(
      () => 'done',
      ({ code }: AppError) => code,
    ),
  );
  await guilde.stop();
  const outcomes = await Promise.all(rush);
  // The stop waits only for writes that have begun, which are two at most.
  expect(outcomes.filter((outcome) => outcome === 'done').length).toBeLessThanOrEqual(2);
  expect(new Set(outcomes.slice(2))).toEqual(new Set(['TOO_BUSY']));
});

it('a lock of another process does not keep a stop waiting without end, and nothing is lost by it', async () => {
  const folder = newFolder();
  const before = await prepared(() => startGuilde({ dataDir: folder, clock: realClock() }));
  const server = await startServerProcess(folder);
  onTestFinished(server.kill);
  const claire = elsewhere(before.claire, { url: `http://127.0.0.1:${server.port}` });
  const live = await claire.live();
  const foreign = openEngine(join(folder, 'guilde.db'), { waitMs: 60_000 });
  foreign.exec('BEGIN IMMEDIATE');
  const id = randomUUID();
  const sent = send(claire, before.messages, id);
  // This request follows the message, so when it is answered, the message waits for the lock.
  granted(await claire.get('/api/conversations'));
  expect(await server.stop()).not.toBeNull();
  expect(await live.closed).toBe(1012);
  expect(await sent).toBe(false);
  foreign.close();
  await server.start();
  expect(await send(claire, before.messages, id)).toBe(true);
  expect(await server.stop()).toBe(0);
});

it('a database server that has frozen is not waited for by a stop, which says so', async () => {
  const sqld = await startSqld();
  onTestFinished(sqld.stop);
  const server = await startServerProcess(newFolder(), {
    env: { DATABASE_URL: sqld.url, LOG_LEVEL: 'warn' },
  });
  onTestFinished(server.kill);
  const content = JSON.stringify({
    id: randomUUID(),
    name: 'Inès',
    email: 'ines@exemple.fr',
    subject: 'Bonjour',
    message: 'Une question sur la communauté',
  });
  const asking = await beginContact(server.port, Buffer.byteLength(content));
  sqld.freeze();
  onTestFinished(sqld.thaw);
  const stopped = server.stop();
  await until(async () => (await askAnew(server.port)) === 'ECONNREFUSED');
  // The stop has begun, so the time for an answer does not end before the time for the stop.
  asking.end(content);
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(503);
  answer.resume();
  expect(await stopped).toBe(0);
  await until(() => server.printed().includes('stop: the database does not answer'));
});
