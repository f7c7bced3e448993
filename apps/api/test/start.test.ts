import { spawn, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import type { SignedIn } from '@guilde/contracts/auth/rules.ts';
import type { ConversationPage, History } from '@guilde/contracts/conversations/rules.ts';
import type { Settings } from '@guilde/contracts/settings/rules.ts';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { allOrSome, PATIENCE_MS, RUNS_ALL } from '../../../scripts/extent.ts';
import { totpAt } from '../src/credentials/second-factor/totp.ts';
import { demoEmail } from '../src/demo/community.ts';
import { DEMO_PEOPLE } from '../src/demo/people.ts';
import { FolderInUse, lockDataFolder } from '../src/platform/database/data-folder.ts';
import { BARE_ENVIRONMENT } from './bare-environment.ts';
import { createClient } from './client.ts';
import { startGuilde } from './harness.ts';
import { temporaryFolder } from './platform.ts';
import { DEMO, SERVER } from './programs.ts';
import { granted } from './scenes.ts';
import { startServerProcess } from './server-process.ts';
import { freePort, startSqld } from './sqld.ts';

function startOf(entry: string, variables: Record<string, string>) {
  const env = { ...BARE_ENVIRONMENT, DATA_DIR: temporaryFolder(), ...variables };
  const { status, stdout, stderr } = spawnSync(process.execPath, [entry], {
    env,
    encoding: 'utf8',
    timeout: PATIENCE_MS,
  });
  return { status, output: `${stdout}${stderr}`.trim() };
}

async function takenPort(): Promise<string> {
  const taken = createServer();
  await new Promise<void>((resolve) => {
    taken.listen(0, () => resolve());
  });
  onTestFinished(() => void taken.close());
  const address = taken.address();
  return String(typeof address === 'object' && address ? address.port : 0);
}

describe.each(allOrSome([SERVER, DEMO]))('a start that cannot be (%s)', (entry) => {
  it('names a wrong variable in one sentence', () => {
    const { status, output } = startOf(entry, { PORT: 'abc' });
    expect(status).toBe(1);
    expect(output).toMatch(/^PORT n’est pas valable[^\n]+\.$/);
  });

  it('names the port that is taken', async () => {
    const { status, output } = startOf(entry, { PORT: await takenPort() });
    expect(status).toBe(1);
    expect(output.split('\n').at(-1)).toMatch(/^PORT\s: le port \d+ est déjà pris/);
  });

  it('names the folder that cannot be written', () => {
    const file = join(temporaryFolder(), 'a-file');
    writeFileSync(file, '');
    const { status, output } = startOf(entry, { DATA_DIR: file });
    expect(status).toBe(1);
    expect(output).toMatch(/^DATA_DIR\s: impossible d’écrire dans [^\n]+\.$/);
  });
});

/** Runs the real start as a process that this test can wait for. */
function begin(entry: string, variables: Record<string, string>) {
  const env = { ...BARE_ENVIRONMENT, LOG_LEVEL: 'silent', PORT: '0', ...variables };
  const child = spawn(process.execPath, [entry], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      output += data.toString();
    });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ready = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
  /** Resolves once the process has printed a matching text. */
  const says = (wanted: RegExp) =>
    new Promise<void>((resolve) => {
      const look = () => wanted.test(output) && resolve();
      child.stdout.on('data', look);
      look();
    });
  return { child, ready, ended, says, output: () => output.trim() };
}

describe('a folder that a server serves', () => {
  it('takes no second one, in one sentence, and loses nothing by the attempt', async () => {
    const folder = temporaryFolder();
    const first = begin(SERVER, { DATA_DIR: folder });
    await first.ready;
    // The demo removes what an interrupted start left behind, but not while another start is still running.
    writeFileSync(join(folder, 'demo-unfinished'), '');
    const others = [SERVER, DEMO].map((entry) => begin(entry, { DATA_DIR: folder }));
    for (const { ended, output } of others) {
      expect(await ended).toBe(1);
      expect(output()).toMatch(/^DATA_DIR\s: un autre serveur tourne déjà sur [^\n]+\.$/);
    }
    expect(existsSync(join(folder, 'guilde.db'))).toBe(true);
    expect(first.child.exitCode).toBeNull();
  });

  it('is free at once when that server was killed, and is waited for while it stops', async () => {
    const folder = temporaryFolder();
    const killed = begin(SERVER, { DATA_DIR: folder });
    await killed.ready;
    killed.child.kill('SIGKILL');
    await killed.ended;
    const stopping = begin(SERVER, { DATA_DIR: folder });
    await stopping.ready;
    const next = begin(SERVER, { DATA_DIR: folder });
    stopping.child.kill('SIGTERM');
    await next.says(/^Guilde est en ligne/m);
    expect(await stopping.ended).toBe(0);
  });

  it('is kept from servers while a backup takes the place of its data', async () => {
    const folder = temporaryFolder();
    const release = await lockDataFolder(folder);
    await expect(lockDataFolder(folder, 0)).rejects.toThrow(FolderInUse);
    release();
    (await lockDataFolder(folder, 0))();
  });

  it('may have several servers when the database is elsewhere', async () => {
    const folder = temporaryFolder();
    const release = await lockDataFolder(folder);
    const { output } = startOf(SERVER, { DATA_DIR: folder, DATABASE_URL: 'http://127.0.0.1:9' });
    expect(output).toMatch(/^DATABASE_URL\s: le serveur libSQL ne répond pas/);
    release();
  });
});

it('says which service sends the mails when two are set, without their secrets', async () => {
  const services = { SMTP_URL: 'smtps://guilde:motdepasse@mail.invalid', RESEND_API_KEY: 're_x' };
  const server = await startServerProcess(temporaryFolder(), { env: { ...services, LOG_LEVEL: 'warn' } });
  onTestFinished(server.kill);
  expect(server.printed().match(/SMTP_URL and RESEND_API_KEY are set: e-mails leave by SMTP/g)).toHaveLength(
    1,
  );
  expect(server.printed()).not.toMatch(/motdepasse|re_x|E-mails à lire/);
});

describe('where a server listens', () => {
  /** This is neither 127.0.0.1 nor ::1; a server that listens everywhere listens there too. */
  const OTHER = '127.0.0.2';
  const isOpen = (host: string, port: number) =>
    new Promise<boolean>((resolve) => {
      const socket = connect({ host, port });
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
  const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
    all?.some(({ address }) => address === '::1'),
  );
  const started = async (entry: string, variables: Record<string, string>) => {
    const port = await freePort();
    const server = begin(entry, { DATA_DIR: temporaryFolder(), PORT: String(port), ...variables });
    await server.ready;
    return { ...server, port };
  };

  it('is this machine alone when nobody said more, and the start says how to open it', async () => {
    const { port, output, child, ended } = await started(SERVER, {});
    expect(await isOpen('127.0.0.1', port)).toBe(true);
    expect(await isOpen('::1', port)).toBe(hasIpv6);
    expect(await isOpen(OTHER, port)).toBe(false);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(output()).toMatch(/^Accès limité à cette machine\. [^\n]*HOST=0\.0\.0\.0/m);
  });

  it.runIf(process.platform === 'linux')(
    'is everywhere with HOST, and then nothing is said of it',
    async () => {
      const { port, output, child, ended } = await started(SERVER, { HOST: '0.0.0.0' });
      expect(await isOpen(OTHER, port)).toBe(true);
      child.kill('SIGTERM');
      await ended;
      expect(output()).not.toContain('Accès limité à cette machine');
    },
  );

  it('is this machine alone for the demo too, whose password is its own', async () => {
    const first = await started(DEMO, { GUILDE_SECRET: 's'.repeat(32) });
    await first.says(/^Administratrice\s: \S+ · \w{16}$/m);
    await first.says(/^E-mails à lire\s: \S+\/dev\/outbox\?key=\S+$/m);
    expect(await isOpen('127.0.0.1', first.port)).toBe(true);
    expect(await isOpen(OTHER, first.port)).toBe(false);
    first.child.kill('SIGKILL');
  });
});

it('is refused beside another instance on a libSQL server without the same secret, also when both start together', async () => {
  const sqld = await startSqld();
  onTestFinished(sqld.stop);
  const folders = [temporaryFolder(), temporaryFolder()];
  const startIn = (dataDir: string) => startGuilde({ dataDir, env: { DATABASE_URL: sqld.url } });
  const outcomes = await Promise.allSettled(folders.map(startIn));
  const running = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  for (const guilde of running) onTestFinished(guilde.close);
  expect(running).toHaveLength(1);
  const [other = ''] = folders.filter((folder) => folder !== running[0]?.deps.config.dataDir);
  // A failed start leaves no new secret behind.
  expect(existsSync(join(other, 'secret'))).toBe(false);
  await expect(startIn(other)).rejects.toThrow(/^GUILDE_SECRET\s: le secret \S+ manque/);
  writeFileSync(join(other, 'secret'), 'x'.repeat(32));
  await expect(startIn(other)).rejects.toThrow(/^GUILDE_SECRET\s: le secret \S+ n’est pas celui de la base/);
});

it.runIf(RUNS_ALL)(
  'makes the demo on a fresh folder with a database elsewhere and a secret of its own',
  async () => {
    const sqld = await startSqld();
    onTestFinished(sqld.stop);
    const variables = {
      DATA_DIR: join(temporaryFolder(), 'fresh'),
      DATABASE_URL: sqld.url,
      GUILDE_SECRET: 's'.repeat(32),
      PORT: String(await freePort()),
    };
    const first = begin(DEMO, variables);
    await Promise.race([first.says(/^Administratrice\s: \S+ · \w{16}$/m), first.ended]);
    expect(first.output()).toMatch(/^Guilde est en ligne/m);
    expect(first.output()).toMatch(/^Administratrice\s: \S+ · \w{16}$/m);
    const url = `http://127.0.0.1:${variables.PORT}`;
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
    // Alerts are mailed to people who sign in, not to the demo's crowd.
    const password = / · (\w{16})$/m.exec(first.output())?.[1];
    const key = /clé ([A-Z2-7]{32}) /.exec(first.output())?.[1] ?? '';
    const wantsMails = async (email: string) => {
      const client = createClient(url);
      const { secondFactor } = granted(await client.post<SignedIn>('/api/auth/sign-in', { email, password }));
      const code = totpAt(key, Date.now());
      if (secondFactor) granted(await client.post('/api/auth/second-factor', { code }));
      return granted(await client.get<Settings>('/api/settings')).emailUnread;
    };
    const [administrator = '', author = '', someone = ''] = DEMO_PEOPLE.map(demoEmail);
    expect(await Promise.all([administrator, someone].map(wantsMails))).toEqual([true, false]);
    const client = createClient(url);
    granted(await client.post('/api/auth/sign-in', { email: author, password }));
    const [chat] = granted(await client.get<ConversationPage>('/api/conversations')).items;
    const path = `/api/conversations/${chat?.id}`;
    const { messages } = granted(await client.get<History>(`${path}/messages`));
    for (const part of ['files', 'replyTo', 'reactions', 'editedAt', 'solution'] as const)
      expect(messages.find((message) => message[part] !== undefined)).toBeDefined();
    const [picture] = messages.flatMap(({ files = [] }) => files);
    expect(picture).toMatchObject({ kind: 'picture', alt: expect.stringContaining('suspendu') });
    const shown = await client.request(`${path}/files/${picture?.id}/preview`);
    expect((await sharp(await shown.arrayBuffer()).metadata()).format).toBe('webp');
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
  },
);

it('ends with the shell that npm put in between, which passes no signal on', async () => {
  const env = {
    ...BARE_ENVIRONMENT,
    DATA_DIR: temporaryFolder(),
    PORT: '0',
    npm_lifecycle_event: 'start',
  };
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${SERVER}"; true`], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise((resolve) => shell.stdout.once('close', resolve));
  await new Promise((resolve) => shell.stdout.once('data', resolve));
  shell.kill('SIGTERM');
  await ended;
});
