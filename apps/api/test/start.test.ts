import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from './platform.ts';

const ENTRIES = ['server.ts', 'demo.ts'].map((name) => join(import.meta.dirname, '../src', name));

function startOf(entry: string, variables: Record<string, string>) {
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: temporaryFolder(), ...variables };
  const { status, stdout, stderr } = spawnSync(process.execPath, [entry], {
    env,
    encoding: 'utf8',
    timeout: 15_000,
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
