import { spawn, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FolderInUse, holdFolder } from '../src/platform/data-folder.ts';
import { temporaryFolder } from './platform.ts';

const ENTRIES = ['server.ts', 'demo.ts'].map((name) => join(import.meta.dirname, '../src', name));

function startOf(entry: string, variables: Record<string, string>) {
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: temporaryFolder(), ...variables };
  const { status, stdout, stderr } = spawnSync(process.execPath, [entry], {
    env,
    encoding: 'utf8',
    timeout: 60_000,
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

describe.each(ENTRIES)('a start that cannot be (%s)', (entry) => {
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

describe('a folder that a server serves', () => {
  /** The real start, as a process that this test may wait for. */
  function begin(entry: string, variables: Record<string, string>) {
    const env = { PATH: process.env.PATH ?? '', LOG_LEVEL: 'silent', PORT: '0', ...variables };
    const child = spawn(process.execPath, [entry], { env });
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => {
        output += data.toString();
      });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const ready = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
    return { child, ready, ended, output: () => output.trim() };
  }

  it('takes no second one, in one sentence, and loses nothing by the attempt', {
    timeout: 120_000,
  }, async () => {
    const folder = temporaryFolder();
    const first = begin(ENTRIES[0] ?? '', { DATA_DIR: folder });
    await first.ready;
    // The demo throws away what an interrupted start left behind: not under another one that is still at it.
    writeFileSync(join(folder, 'demo-unfinished'), '');
    const others = ENTRIES.map((entry) => begin(entry, { DATA_DIR: folder }));
    for (const { ended, output } of others) {
      expect(await ended).toBe(1);
      expect(output()).toMatch(/^DATA_DIR\s: un autre serveur tourne déjà sur [^\n]+\.$/);
    }
    expect(existsSync(join(folder, 'guilde.db'))).toBe(true);
    expect(first.child.exitCode).toBeNull();
  });

  it('is free at once when that server was killed, and is waited for while it stops', {
    timeout: 120_000,
  }, async () => {
    const folder = temporaryFolder();
    const killed = begin(ENTRIES[0] ?? '', { DATA_DIR: folder });
    await killed.ready;
    killed.child.kill('SIGKILL');
    await killed.ended;
    const stopping = begin(ENTRIES[0] ?? '', { DATA_DIR: folder });
    await stopping.ready;
    const next = begin(ENTRIES[0] ?? '', { DATA_DIR: folder });
    stopping.child.kill('SIGTERM');
    await next.ready;
    expect(await stopping.ended).toBe(0);
    expect(next.output()).toContain('Guilde est prête');
  });

  it('is kept from servers while a backup takes the place of its data', async () => {
    const folder = temporaryFolder();
    const release = await holdFolder(folder);
    await expect(holdFolder(folder, 0)).rejects.toThrow(FolderInUse);
    release();
    (await holdFolder(folder, 0))();
  });

  it('may have several servers when the database is elsewhere', async () => {
    const folder = temporaryFolder();
    const release = await holdFolder(folder);
    const { output } = startOf(ENTRIES[0] ?? '', { DATA_DIR: folder, DATABASE_URL: 'http://127.0.0.1:9' });
    expect(output).toMatch(/ne s’ouvrent pas/);
    release();
  });
});

it('ends with the shell that npm put in between, which passes no signal on', async () => {
  const env = {
    PATH: process.env.PATH ?? '',
    DATA_DIR: temporaryFolder(),
    PORT: '0',
    npm_lifecycle_event: 'start',
  };
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${ENTRIES[0]}"; true`], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise((resolve) => shell.stdout.once('close', resolve));
  await new Promise((resolve) => shell.stdout.once('data', resolve));
  shell.kill('SIGTERM');
  await ended;
});
