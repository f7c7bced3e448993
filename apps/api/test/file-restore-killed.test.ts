import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SosPage } from '@guilde/contracts/sos/rules.ts';
import { expect, it, onTestFinished } from 'vitest';
import { allOrSome, PATIENCE_MS } from '../../../scripts/extent.ts';
import { restoreBackup } from '../src/platform/database/restore.ts';
import { BARE_ENVIRONMENT } from './bare-environment.ts';
import { startGuilde } from './harness.ts';
import { elsewhere } from './instances.ts';
import { temporaryFolder } from './platform.ts';
import { COMMAND_LINE, SERVER } from './programs.ts';
import { postSos } from './scenes.ts';

const KILLED_AT_RENAME = new URL('./killed-at-rename.ts', import.meta.url).href;
const NOTED_SYNCS = new URL('./recorded-syncs.ts', import.meta.url).href;
const MARK = 'restauration-en-cours';

/** The first four renames set the old files and folders aside, the other three bring those of the backup. */
const RENAMES = [1, 2, 3, 4, 5, 6, 7];

/** Runs one of our programs to its end, while the server of this process goes on answering. */
function run(
  folder: string,
  args: string[],
  more: Record<string, string> = {},
): Promise<{ status: number | null; signal: string | null; stdout: string; stderr: string }> {
  const own = { ...BARE_ENVIRONMENT, NODE_ENV: 'test', DATA_DIR: folder, PORT: '0' };
  const env = { ...own, LOG_LEVEL: 'silent', ...more };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { env, timeout: PATIENCE_MS }, (_error, stdout, stderr) =>
      resolve({ status: child.exitCode, signal: child.signalCode, stdout, stderr }),
    );
  });
}

it.each(allOrSome(RENAMES, 3))(
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
    expect((await run(data, [COMMAND_LINE, 'backup', backup])).status).toBe(0);
    await postSos(claire);
    await guilde.deps.storage.remove('avatars/new.webp');
    await guilde.deps.storage.put('avatars/old.webp', new Uint8Array([2]));
    await guilde.close();
    cpSync(data, here, { recursive: true });

    const restore = [COMMAND_LINE, 'restore', backup, '--force'];
    const cut = await run(here, ['--import', KILLED_AT_RENAME, ...restore], {
      KILLED_AT_RENAME: String(count),
    });
    expect([cut.signal, existsSync(join(here, MARK))]).toEqual(['SIGKILL', true]);

    const before = readdirSync(here).sort();
    const { status, stdout, stderr } = await run(here, [SERVER]);
    expect(`${stdout}${stderr}`).toMatch(
      /^DATA_DIR\s: une restauration a été interrompue dans \S+, relance [^\n]+\.\n$/,
    );
    expect(status).toBe(1);
    expect(readdirSync(here).filter((name) => !before.includes(name) && name !== 'web')).toEqual([]);
    const again = await run(here, restore);
    expect([again.status, again.stderr]).toEqual([0, '']);
    const served = await startGuilde({ dataDir: here });
    onTestFinished(served.close);
    const feed = await elsewhere(claire, served).get<SosPage>('/api/sos');
    expect(feed.status).toBe(200);
    const pictures = readdirSync(join(here, 'files', 'avatars'));
    expect([feed.body.items.length, pictures]).toEqual([0, ['new.webp']]);
  },
);

it('a copy is on the disk before it gets its name, and its name afterwards, in a backup as in a restore', async () => {
  const folder = temporaryFolder();
  const [data, backup, here] = ['data', 'backup', 'here'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const guilde = await startGuilde({ dataDir: data });
  await guilde.as('claire');
  await guilde.deps.storage.put('avatars/new.webp', new Uint8Array([1]));
  await guilde.close();
  /** Returns what the command synced and renamed, in order, without the names that change each time. */
  const noted = async (name: string, dataDir: string, args: string[]) => {
    const file = join(folder, name);
    const { status, stderr } = await run(dataDir, ['--import', NOTED_SYNCS, COMMAND_LINE, ...args], {
      NOTED_IN: file,
    });
    expect([status, stderr]).toEqual([0, '']);
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    return lines.map((line) => line.replace('restauration.partial', 'coming'));
  };
  const copied = ['guilde.db', 'secret', 'files/avatars/new.webp', 'files/avatars', 'files'];

  const made = await noted('made', data, ['backup', backup]);
  const named = made.indexOf(`renamed ${backup}.partial`);
  const before = made.slice(0, named);
  for (const name of [...copied, 'manifest.json', ''])
    expect(before).toContain(`synced ${join(`${backup}.partial`, name)}`);
  expect(made.slice(named + 1)).toContain(`synced ${dirname(backup)}`);

  const restored = await noted('restored', here, ['restore', backup]);
  const coming = join(here, 'coming');
  const first = restored.findIndex((line) => line.startsWith(`renamed ${coming}`));
  const last = restored.findLastIndex((line) => line.startsWith(`renamed ${coming}`));
  for (const name of copied) expect(restored.slice(0, first)).toContain(`synced ${join(coming, name)}`);
  // The folder is synced once before the marker is removed and once afterwards.
  expect(restored.slice(last + 1).filter((line) => line === `synced ${here}`)).toHaveLength(2);
});

it('each restore keeps what was there, also twice within a second, and takes nothing of one that was killed', async () => {
  const folder = temporaryFolder();
  const [data, backup, here] = ['data', 'backup', 'here'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const guilde = await startGuilde({ dataDir: data });
  const claire = await guilde.as('claire');
  expect((await run(data, [COMMAND_LINE, 'backup', backup])).status).toBe(0);
  await postSos(claire);
  await guilde.close();
  cpSync(data, here, { recursive: true });
  mkdirSync(join(here, 'restauration.partial', 'files'), { recursive: true });
  writeFileSync(join(here, 'restauration.partial', 'files', 'foreign.webp'), 'of another backup');
  const database = { file: join(here, 'guilde.db') };
  const restoring = { now: Date.now(), force: true, check: async () => [] };
  const restored = async () => (await restoreBackup(backup, { dataDir: here, database }, restoring)).aside;
  const asides = [await restored(), await restored()];
  expect(asides.map((aside) => sosIn(join(aside ?? '', 'guilde.db')))).toEqual([1, 0]);
  expect(existsSync(join(here, 'files', 'foreign.webp'))).toBe(false);
  expect(existsSync(join(here, 'restauration.partial'))).toBe(false);
});

function sosIn(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const row = database.prepare('select count(*) as count from sos_requests').get();
  database.close();
  return Number(row?.count);
}
