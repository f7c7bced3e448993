import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { PATIENCE_MS } from '../../../scripts/extent.ts';
import type { DatabaseAddress } from '../src/platform/database/address.ts';
import { openDatabase } from '../src/platform/database/db.ts';
import { backingUp } from '../src/platform/database/upgrade-backup.ts';
import { MIGRATIONS_FOLDER } from '../src/platform/installed-files.ts';
import { createLog } from '../src/platform/observe/log.ts';
import { BARE_ENVIRONMENT } from './bare-environment.ts';
import { guildeCommand } from './guilde-command.ts';
import { startGuilde } from './harness.ts';
import { temporaryFolder } from './platform.ts';
import { SERVER } from './programs.ts';
import { startServerProcess } from './server-process.ts';
import { canMount, smallDisk } from './small-disk.ts';
import { startSqld } from './sqld.ts';
import { until } from './until.ts';

const SPARE_BYTES = 400_000;
const DAY_MS = 86_400_000;
const COPY = /^avant-\d+\.\d+\.\d+-\d{4}(-\d\d){5}$/;

/** Migrates as the version before the newest migration did, with a block of members that one can recognise. */
async function makeOlder(where: DatabaseAddress): Promise<void> {
  const migrationsFolder = temporaryFolder();
  cpSync(MIGRATIONS_FOLDER, migrationsFolder, { recursive: true });
  const journal = join(migrationsFolder, 'meta/_journal.json');
  const { entries } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: object[] };
  writeFileSync(journal, JSON.stringify({ entries: entries.slice(0, -1) }));
  const db = await openDatabase(where, createLog('silent'), { migrationsFolder });
  await db.client.execute("insert into erasures (id, erased_at) values ('quelqu’un', 1)");
  db.close();
}

async function olderFolder(folder = temporaryFolder()): Promise<string> {
  await makeOlder({ file: join(folder, 'guilde.db') });
  writeFileSync(join(folder, 'secret'), 's'.repeat(32), { mode: 0o600 });
  mkdirSync(join(folder, 'files/avatars'), { recursive: true });
  writeFileSync(join(folder, 'files/avatars/a.webp'), 'photo');
  return folder;
}

function read(file: string, sql: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare(sql).all();
  database.close();
  return rows;
}
const migrationsIn = (folder: string) =>
  (read(join(folder, 'guilde.db'), 'select hash from __drizzle_migrations') as []).length;
const copiesIn = (folder: string) => readdirSync(join(folder, 'sauvegardes')).sort();

function startOn(folder: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SERVER], {
    env: { ...BARE_ENVIRONMENT, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' },
    encoding: 'utf8',
    timeout: PATIENCE_MS,
  });
  return { status, output: `${stdout}${stderr}` };
}

it('copies the database once before it changes it, as a backup that leaves the files alone', async () => {
  const folder = await olderFolder();
  const before = migrationsIn(folder);
  const server = await startServerProcess(folder);
  await server.stop();
  await server.start();
  await server.stop();
  const copies = copiesIn(folder);
  expect(copies).toEqual([expect.stringMatching(COPY)]);
  const copy = join(folder, 'sauvegardes', copies[0] ?? '');
  expect(readdirSync(copy).sort()).toEqual(['guilde.db', 'manifest.json', 'secret']);
  expect([migrationsIn(copy), migrationsIn(folder)]).toEqual([before, before + 1]);
  expect(read(join(copy, 'guilde.db'), 'select id from erasures')).toEqual([{ id: 'quelqu’un' }]);
  const restored = await guildeCommand(folder, 'restore', copy, '--force');
  expect([restored.code, restored.err]).toEqual([0, '']);
  expect(migrationsIn(folder)).toBe(before);
  expect(readFileSync(join(folder, 'files/avatars/a.webp'), 'utf8')).toBe('photo');
});

it('copies it also when a command is the first of the new version', async () => {
  const folder = await olderFolder();
  await guildeCommand(folder, 'jobs', 'list');
  expect(copiesIn(folder)).toEqual([expect.stringMatching(COPY)]);
});

it('keeps three of these copies, none for longer than 90 days, and all that somebody else made', async () => {
  const folder = await olderFolder();
  const ago = (days: number) =>
    new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 19).replace(/[T:]/g, '-');
  const names = [
    `avant-0.0.3-${ago(1)}`,
    `avant-0.0.2-${ago(2)}`,
    `avant-0.0.1-${ago(3)}`,
    ago(300),
    'avant-noel',
  ];
  for (const name of names) mkdirSync(join(folder, 'sauvegardes', name), { recursive: true });
  const server = await startServerProcess(folder);
  const newest = copiesIn(folder).filter((name) => COPY.test(name) && !names.includes(name));
  expect(newest).toHaveLength(1);
  expect(copiesIn(folder)).toEqual([...newest, ...names.filter((name) => !name.includes('0.0.1'))].sort());
  await server.stop();
  mkdirSync(join(folder, 'sauvegardes', `avant-0.0.0-${ago(91)}`));
  rmSync(join(folder, 'sauvegardes', names[0] ?? ''), { recursive: true });
  mkdirSync(join(folder, 'sauvegardes', `avant-0.0.9-${ago(0)}.partial`));
  await server.start();
  expect(copiesIn(folder)).toEqual([...newest, ...names.slice(1, 2), ...names.slice(3)].sort());
  await server.stop();
});

it('removes none for its age while the clock may be wrong', async () => {
  const dataDir = temporaryFolder();
  const first = await startGuilde({ dataDir });
  const { clock } = first;
  const hasRun = async () =>
    (await first.deps.jobs.schedule()).tasks.every(({ lastRunAt }) => lastRunAt !== null);
  await until(hasRun);
  await first.close();
  const copy = 'avant-0.0.1-2026-11-16-10-00-00';
  mkdirSync(join(dataDir, 'sauvegardes', copy), { recursive: true });
  clock.advance(2000 * DAY_MS);
  const installation = { dataDir, database: { file: join(dataDir, 'guilde.db') } };
  await backingUp(installation, { clock, log: createLog('silent') })(false);
  const ahead = await startGuilde({ dataDir, clock });
  const made = [copy, expect.stringMatching(COPY)];
  expect(copiesIn(dataDir)).toEqual(made);
  await ahead.deps.jobs.trustClock();
  await ahead.close();
  await (await startGuilde({ dataDir, clock })).close();
  expect(copiesIn(dataDir)).toEqual(made.slice(1));
});

it('makes one copy however often a migration is tried, and none of an empty database', async () => {
  const folder = await olderFolder();
  let now = Date.now();
  const tools = { clock: { now: () => now, elapsed: () => 0 }, log: createLog('silent') };
  const installation = { dataDir: folder, database: { file: join(folder, 'guilde.db') } };
  await backingUp(installation, tools)(true);
  expect(readdirSync(folder)).not.toContain('sauvegardes');
  const before = backingUp(installation, tools);
  for (let attempt = 0; attempt < 5; attempt++, now += 1000) await before(false);
  expect(copiesIn(folder)).toHaveLength(1);
});

it('leaves the copy of a libSQL server’s database to its operator, and says so', async () => {
  const sqld = await startSqld();
  onTestFinished(sqld.stop);
  await makeOlder({ url: sqld.url });
  const folder = temporaryFolder();
  const env = { DATABASE_URL: sqld.url, GUILDE_SECRET: 's'.repeat(32), LOG_LEVEL: 'warn' };
  const server = await startServerProcess(folder, { env });
  onTestFinished(server.kill);
  expect(server.printed()).toContain('its backup is left to you');
  expect(readdirSync(folder)).not.toContain('sauvegardes');
});

it.skipIf(!canMount())(
  'does not start on a disk without room for the copy, and has changed nothing',
  async () => {
    const disk = smallDisk('32m');
    const folder = await olderFolder(join(disk, 'data'));
    const before = migrationsIn(folder);
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, 'filler'), Buffer.alloc(bavail * bsize - SPARE_BYTES));
    const { status, output } = startOn(folder);
    expect(output).toMatch(
      /^DATA_DIR\s: la base est copiée avant sa mise à jour, mais le disque de \S+ est plein[^\n]+\.\n$/,
    );
    expect([status, migrationsIn(folder), copiesIn(folder)]).toEqual([1, before, []]);
    expect(read(join(folder, 'guilde.db'), 'select id from erasures')).toEqual([{ id: 'quelqu’un' }]);
    rmSync(join(disk, 'filler'));
    const server = await startServerProcess(folder);
    await server.stop();
    expect([migrationsIn(folder), copiesIn(folder).length]).toEqual([before + 1, 1]);
  },
);
