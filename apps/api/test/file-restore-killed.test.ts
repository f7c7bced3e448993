import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SosPage } from '@guilde/contracts/sos.ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startGuilde } from './harness.ts';
import { elsewhere } from './instances.ts';
import { temporaryFolder } from './platform.ts';
import { postSos } from './scenes.ts';
import { killed } from './sqld.ts';

const COMMAND_LINE = join(import.meta.dirname, '../src/command-line.ts');
const SERVER = join(import.meta.dirname, '../src/server.ts');
const MARK = 'restauration-en-cours';

// Each command is a process of its own.
vi.setConfig({ testTimeout: 200_000 });

/** What can be seen in the folder as a restore goes on. */
const STEPS: { name: string; isReached: (folder: string) => boolean }[] = [
  { name: 'the backup is being copied', isReached: (folder) => hasEntry(folder, /\.partial$/) },
  { name: 'the mark is set', isReached: (folder) => existsSync(join(folder, MARK)) },
  { name: 'the database is aside', isReached: (folder) => !existsSync(join(folder, 'guilde.db')) },
  { name: 'all is aside', isReached: (folder) => !existsSync(join(folder, 'secret')) },
  {
    name: 'the first of the backup is in its place',
    isReached: (folder) =>
      hasEntry(folder, /^avant-/) &&
      ['files', 'guilde.db', 'secret'].some((name) => existsSync(join(folder, name))),
  },
];

function hasEntry(folder: string, name: RegExp): boolean {
  return readdirSync(folder).some((entry) => name.test(entry));
}

function commandEnv(folder: string) {
  return { PATH: process.env.PATH ?? '', NODE_ENV: 'test', DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' };
}

it.each(STEPS)('a restore killed once $name leaves the old, the new, or a refusal', async ({ isReached }) => {
  const folder = temporaryFolder();
  const [data, backup, here] = ['data', 'backup', 'here'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const guilde = await startGuilde({ dataDir: data });
  const claire = await guilde.as('claire');
  await guilde.deps.storage.put('avatars/new.webp', new Uint8Array([1]));
  const made = spawnSync(process.execPath, [COMMAND_LINE, 'backup', backup], { env: commandEnv(data) });
  expect(made.status).toBe(0);
  await postSos(claire);
  await guilde.deps.storage.remove('avatars/new.webp');
  await guilde.deps.storage.put('avatars/old.webp', new Uint8Array([2]));
  await guilde.close();
  cpSync(data, here, { recursive: true });

  const child = spawn(process.execPath, [COMMAND_LINE, 'restore', backup, '--force'], {
    env: commandEnv(here),
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  while (child.exitCode === null && !isReached(here)) await nextTurn();
  await killed(child);

  if (existsSync(join(here, MARK))) {
    const before = readdirSync(here).sort();
    const { status, stdout, stderr } = spawnSync(process.execPath, [SERVER], {
      env: commandEnv(here),
      encoding: 'utf8',
    });
    expect(`${stdout}${stderr}`).toMatch(
      /^DATA_DIR\s: une restauration a été interrompue dans \S+, relance [^\n]+\.\n$/,
    );
    expect(status).toBe(1);
    expect(readdirSync(here).filter((name) => !before.includes(name) && name !== 'web')).toEqual([]);
    const again = spawnSync(process.execPath, [COMMAND_LINE, 'restore', backup, '--force'], {
      env: commandEnv(here),
      encoding: 'utf8',
    });
    expect([again.status, again.stderr]).toEqual([0, '']);
  }
  const served = await startGuilde({ dataDir: here });
  onTestFinished(served.close);
  const feed = await elsewhere(claire, served).get<SosPage>('/api/sos');
  expect(feed.status).toBe(200);
  const pictures = readdirSync(join(here, 'files', 'avatars'));
  expect([
    [1, ['old.webp']],
    [0, ['new.webp']],
  ]).toContainEqual([feed.body.items.length, pictures]);
});
