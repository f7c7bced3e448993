import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EVIDENCE_MAX_BYTES } from '@guilde/contracts/evidence/rules.ts';
import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { securityEvents } from '../src/auth/tables.ts';
import { type Client, createClient } from './client.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { granted, openChat, sendText } from './scenes.ts';
import { freePort, isUp } from './sqld.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const HOSTING = read('../../../docs/hosting.md');
const COMPOSE = parse(read('../deploy/compose.yaml')) as { configs: { caddyfile: { content: string } } };
const LOOPBACK = '127.0.0.1';
const LONG = '/api/openapi.json';

type Proxy = { url: string; stop: () => Promise<void> };
type Start = (folder: string, port: number, guilde: string) => ChildProcess;

function documented(start: RegExp): string {
  const block = start.exec(HOSTING)?.[1];
  if (!block) throw new Error('docs/hosting.md has no such block');
  return block;
}

/** The documented block stands within Debian's own configuration here, without TLS. */
const nginx: Start = (folder, port, guilde) => {
  const block = documented(/```nginx\n([\s\S]*?)```/)
    .replace('listen 443 ssl http2;', `listen ${LOOPBACK}:${port};`)
    .replace(/^ *ssl_.*\n/gm, '')
    .replace(`${LOOPBACK}:3000`, guilde);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const settings = [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;`,
    'events {}',
    `http { access_log off; gzip on; ${paths.map((path) => `${path}_temp_path ${folder}/${path};`).join(' ')}`,
    block,
    '}',
  ];
  writeFileSync(join(folder, 'nginx.conf'), settings.join('\n'));
  const flags = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')];
  return spawn('nginx', flags, { stdio: 'ignore' });
};

function runCaddy(folder: string, file: string, env: Record<string, string> = {}): ChildProcess {
  writeFileSync(join(folder, 'Caddyfile'), `{\n  admin off\n}\n${file}`);
  const flags = ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
  const homes = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  return spawn('caddy', flags, { stdio: 'ignore', env: { ...process.env, ...homes, ...env } });
}

const caddy: Start = (folder, port, guilde) =>
  runCaddy(
    folder,
    documented(/```\n(guilde\.example \{[\s\S]*?)```/)
      .replace('guilde.example', `http://${LOOPBACK}:${port}`)
      .replace(`${LOOPBACK}:3000`, guilde),
  );

async function started(run: (folder: string, port: number) => ChildProcess): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'guilde-proxy-'));
  const port = await freePort();
  const program = run(folder, port);
  if (!(await isUp(program, port))) throw new Error('The proxy does not start');
  const killWithMe = () => program.kill('SIGKILL');
  process.once('exit', killWithMe);
  return {
    url: `http://${LOOPBACK}:${port}`,
    stop: async () => {
      process.off('exit', killWithMe);
      program.kill('SIGTERM');
      if (program.exitCode === null && program.signalCode === null) await once(program, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns a client with the same session, whose requests pass through the proxy. */
function through({ url }: Proxy, client: Client): Client {
  const passing = createClient(url);
  for (const [name, value] of client.cookies) passing.cookies.set(name, value);
  return Object.assign(passing, { id: client.id, email: client.email });
}

/** This does not use fetch, which asks for compression by itself. */
async function encodingOf(url: string, headers: Record<string, string>): Promise<string | undefined> {
  const asked = request(url, { headers }).end();
  const [answer] = (await once(asked, 'response')) as [import('node:http').IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  expect(answer.statusCode).toBe(200);
  return answer.headers['content-encoding'];
}

describe.each([
  ['nginx', nginx],
  ['Caddy', caddy],
])('the server behind %s as docs/hosting.md has it', (_, start) => {
  let guilde: Guilde;
  let proxy: Proxy;
  let claire: Client;
  let karim: Client;

  beforeAll(async () => {
    guilde = await startGuilde({ env: { TRUSTED_PROXIES: '1' } });
    proxy = await started((folder, port) => start(folder, port, `${LOOPBACK}:${guilde.port}`));
    claire = through(proxy, await guilde.as('claire'));
    karim = through(proxy, await guilde.as('karim'));
  });
  afterAll(async () => {
    await proxy.stop();
    await guilde.close();
  });

  it('takes the largest file, and refuses a larger one in its own words', async () => {
    const nina = await guilde.as('nina');
    granted(await nina.post(`/api/admin/users/${claire.id}/evidence`, { reason: 'Ta boutique ?' }));
    const send = (bytes: number) => {
      const body = new Uint8Array(bytes);
      body.set(new TextEncoder().encode('%PDF-1.7\n'));
      return claire.request('/api/evidence/file?name=kbis.pdf', { method: 'PUT', body });
    };
    expect((await send(EVIDENCE_MAX_BYTES)).status).toBe(200);
    const refused = await send(EVIDENCE_MAX_BYTES + 1);
    expect(refused.status).toBe(413);
    expect(await refused.json()).toMatchObject({ error: { code: 'BODY_TOO_LARGE' } });
  });

  it('passes the live socket', async () => {
    const live = await claire.live();
    const { conversation } = await openChat(claire, karim);
    const { id } = await sendText(karim, conversation.id, 'Bonjour');
    expect((await live.next('message.created', ({ message }) => message.id === id)).message.id).toBe(id);
    live.close();
  });

  it('compresses for our own page only', async () => {
    const site = (from: string) => ({ 'accept-encoding': 'gzip, zstd', 'sec-fetch-site': from });
    expect(await encodingOf(proxy.url + LONG, site('same-origin'))).toBe('gzip');
    for (const from of ['cross-site', 'same-site', 'none'])
      expect(await encodingOf(proxy.url + LONG, site(from)), from).toBeUndefined();
    expect(await encodingOf(proxy.url + LONG, { 'accept-encoding': 'gzip, zstd' })).toBeUndefined();
  });

  it('says the caller’s address, whatever the caller says', async () => {
    const answer = await fetch(`${proxy.url}/api/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
      body: JSON.stringify({ email: claire.email, password: 'pas le bon mot de passe' }),
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    const [event] = await guilde.deps.db.orm
      .select({ source: securityEvents.source })
      .from(securityEvents)
      .orderBy(desc(securityEvents.position))
      .limit(1);
    expect(event?.source).toBe(LOOPBACK);
  });
});

describe('Caddy as the compose file has it', () => {
  it('asks the other instance while one is dead', async () => {
    const port = await freePort();
    const addresses = [LOOPBACK, '127.0.0.2'];
    const instances = await Promise.all(
      addresses.map((HOST) => startGuilde({ env: { HOST, PORT: String(port) } })),
    );
    const names = await answerNames(addresses);
    const proxy = await started((folder, ownPort) => {
      // Debian’s Caddy is older than that line, which is about a new configuration.
      const file = COMPOSE.configs.caddyfile.content
        .replaceAll('$$', '$')
        .replace(/^.*stream_close_delay.*$/m, '');
      const block = /port 3000/;
      expect(file).toMatch(block);
      return runCaddy(folder, file.replace(block, `port ${port}\n resolvers udp/${names}`), {
        GUILDE_HOST: `http://${LOOPBACK}:${ownPort}`,
      });
    });
    onTestFinished(async () => {
      await proxy.stop();
      await instances[0]?.close();
    });
    const ask = async () => (await fetch(`${proxy.url}/api/health/live`)).status;
    const asked = async () => {
      const statuses = new Set<number>();
      for (let count = 0; count < 40; count++) statuses.add(await ask());
      return [...statuses];
    };
    expect(await asked()).toEqual([200]);
    await instances[1]?.close();
    expect(await asked()).toEqual([200]);
  });
});

/** Starts a name server which answers every name with these addresses, and resolves with where it listens. */
async function answerNames(addresses: readonly string[]): Promise<string> {
  const server = createSocket('udp4');
  onTestFinished(() => void server.close());
  server.on('message', (query, { address, port }) => {
    const nameEnd = query.indexOf(0, 12) + 1;
    const isForV4 = query.readUInt16BE(nameEnd) === 1;
    const records = isForV4 ? addresses.map((one) => Buffer.from(one.split('.').map(Number))) : [];
    const header = Buffer.from(query.subarray(0, 12));
    // The answer has no further records (RFC 1035, 4.1.1).
    header.writeUInt16BE(0x8180, 2);
    for (const [at, number] of [1, records.length, 0, 0].entries()) header.writeUInt16BE(number, 4 + 2 * at);
    // The bytes say: the question's name, type A, class IN, a second, four bytes (RFC 1035, 4.1.3).
    const start = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4]);
    const answers = records.map((bytes) => Buffer.concat([start, bytes]));
    server.send(Buffer.concat([header, query.subarray(12, nameEnd + 4), ...answers]), port, address);
  });
  server.bind(0, LOOPBACK);
  await once(server, 'listening');
  return `${LOOPBACK}:${(server.address() as AddressInfo).port}`;
}
