import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SosPage } from '@guilde/contracts/sos.ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startGuilde } from './harness.ts';
import { elsewhere } from './instances.ts';
import { temporaryFolder } from './platform.ts';
import { postSos } from './scenes.ts';

const COMMAND_LINE = join(import.meta.dirname, '../src/command-line.ts');
const SERVER = join(import.meta.dirname, '../src/server.ts');
const KILLED_AT_RENAME = new URL('./killed-at-rename.ts', import.meta.url).href;
const MARK = 'restauration-en-cours';

// Each command is a process of its own.
vi.setConfig({ testTimeout: 200_000 });

/** What was there goes aside (four files and folders), then what the backup holds comes (three). */
const RENAMES = [1, 2, 3, 4, 5, 6, 7];

function commandEnv(folder: string) {
  return { PATH: process.env.PATH ?? '', NODE_ENV: 'test', DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' };
}

it.each(RENAMES)(
  'a restore killed after its rename number %i stops the start, and is ended by another',
  async (count) => {
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

    const cut = spawnSync(
      process.execPath,
      ['--import', KILLED_AT_RENAME, COMMAND_LINE, 'restore', backup, '--force'],
      {
        env: { ...commandEnv(here), KILLED_AT_RENAME: String(count) },
      },
    );
    expect([cut.signal, existsSync(join(here, MARK))]).toEqual(['SIGKILL', true]);

    const before = readdirSync(here).sort();
    const { status, stdout, stderr } = spawnSync(process.execPath, [SERVER], {
      env: commandEnv(here),
      encoding: 'utf8',
      timeout: 60_000,
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
    const served = await startGuilde({ dataDir: here });
    onTestFinished(served.close);
    const feed = await elsewhere(claire, served).get<SosPage>('/api/sos');
    expect(feed.status).toBe(200);
    const pictures = readdirSync(join(here, 'files', 'avatars'));
    expect([feed.body.items.length, pictures]).toEqual([0, ['new.webp']]);
  },
);
