import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeBackup, makeRawBackup } from '../src/platform/database/backup.ts';
import { restoreBackup } from '../src/platform/database/restore.ts';

const NOW = Date.parse('2026-11-17T09:00:00Z');
const healthy = async () => [];

let folder: string;
let dataDir: string;
let backup: string;
let target: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guilde-hostile-backup-'));
  [dataDir, backup, target] = [join(folder, 'data'), join(folder, 'backup'), join(folder, 'target')];
  mkdirSync(join(dataDir, 'files', 'avatars'), { recursive: true });
  mkdirSync(target);
  writeFileSync(join(dataDir, 'files', 'avatars', 'photo.webp'), 'photo');
  writeFileSync(join(dataDir, 'secret'), 's'.repeat(64));
  const database = new DatabaseSync(join(dataDir, 'guilde.db'));
  database.exec('create table messages (id text)');
  database.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const installation = (folder: string) => ({ dataDir: folder, database: { file: join(folder, 'guilde.db') } });
const back = () => makeBackup(installation(dataDir), backup, { now: NOW, check: healthy });
const restore = () => restoreBackup(backup, installation(target), { now: NOW, force: true, check: healthy });

/** Each entry names a change that somebody made to the backup, and makes it. */
const TAMPERED: [string, () => void][] = [
  ['files/avatars/lien.webp', () => symlinkSync('/etc/hostname', join(backup, 'files/avatars/lien.webp'))],
  ['files/dehors', () => symlinkSync(folder, join(backup, 'files/dehors'))],
  ['files/avatars/de-plus.webp', () => writeFileSync(join(backup, 'files/avatars/de-plus.webp'), 'x')],
  ['guilde.db-wal', () => writeFileSync(join(backup, 'guilde.db-wal'), 'x')],
  [
    'files',
    () => {
      cpSync(join(backup, 'files'), join(folder, 'elsewhere'), { recursive: true });
      rmSync(join(backup, 'files'), { recursive: true });
      symlinkSync(join(folder, 'elsewhere'), join(backup, 'files'));
    },
  ],
  [
    'secret',
    () => {
      cpSync(join(backup, 'secret'), join(folder, 'other-secret'));
      rmSync(join(backup, 'secret'));
      symlinkSync(join(folder, 'other-secret'), join(backup, 'secret'));
    },
  ],
];

test.each(TAMPERED)(
  'a backup to which « %s » has come is not restored, even by force',
  async (name, tamper) => {
    await back();
    tamper();
    await expect(restore()).rejects.toThrow(`(${name})`);
    expect(existsSync(join(target, 'guilde.db'))).toBe(false);
  },
);

test.each([{}, undefined])(
  'a backup whose list was emptied or removed is not restored: %s',
  async (files) => {
    await back();
    const manifest = join(backup, 'manifest.json');
    writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), files }));
    await expect(restore()).rejects.toThrow('La sauvegarde a été modifiée');
  },
);

test.each([
  ['of a running community', back],
  ['byte for byte', () => makeRawBackup(dataDir, backup, NOW)],
])('a backup %s holds pictures that are kept behind a link', async (_, make) => {
  const volume = join(folder, 'volume');
  cpSync(join(dataDir, 'files'), volume, { recursive: true });
  rmSync(join(dataDir, 'files'), { recursive: true });
  symlinkSync(volume, join(dataDir, 'files'));
  await make();
  expect(lstatSync(join(backup, 'files')).isDirectory()).toBe(true);
  rmSync(volume, { recursive: true });
  await restore();
  expect(readFileSync(join(target, 'files/avatars/photo.webp'), 'utf8')).toBe('photo');
});
