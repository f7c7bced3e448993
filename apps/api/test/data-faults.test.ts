import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startGuilde } from './harness.ts';
import { temporaryFolder } from './platform.ts';

const COMMAND_LINE = join(import.meta.dirname, '../src/command-line.ts');
const SERVER = join(import.meta.dirname, '../src/server.ts');
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

// Each start is a process of its own.
vi.setConfig({ testTimeout: 120_000 });

/** A folder with members and a picture, as a server that was stopped leaves it. */
let healthy: string;

beforeAll(async () => {
  healthy = mkdtempSync(join(tmpdir(), 'guilde-healthy-'));
  const guilde = await startGuilde({ dataDir: healthy });
  await guilde.as('claire');
  await guilde.deps.storage.put('avatars/a.webp', new Uint8Array([1, 2, 3]));
  await guilde.close();
});
afterAll(() => rmSync(healthy, { recursive: true, force: true }));

function copyOfHealthy(): string {
  const folder = join(temporaryFolder(), 'data');
  cpSync(healthy, folder, { recursive: true });
  return folder;
}

/** The real start, which is to refuse. `asNobody`: as a user that may only what the files' permissions say. */
function startOn(folder: string, { asNobody = false, env = {} } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SERVER], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', ...env },
    encoding: 'utf8',
    timeout: 60_000,
    ...(asNobody && { uid: NOBODY, gid: NOBODY }),
  });
  return { status, output: `${stdout}${stderr}`.trim() };
}

const DAMAGES: { name: string; damage: (folder: string) => void; says: RegExp }[] = [
  {
    name: 'a database without a byte',
    damage: (folder) => writeFileSync(join(folder, 'guilde.db'), ''),
    says: /^DATA_DIR\s: \S+guilde\.db est vide [^\n]*restaure une sauvegarde[^\n]*\.$/,
  },
  {
    name: 'something else in the place of the database',
    damage: (folder) => writeFileSync(join(folder, 'guilde.db'), 'Plus rien d’une base'.repeat(500)),
    says: /^DATA_DIR\s: la base de \S+ est abîmée[^\n]*restaure une sauvegarde\.$/,
  },
  {
    name: 'a missing secret',
    damage: (folder) => rmSync(join(folder, 'secret')),
    says: /^GUILDE_SECRET\s: le secret \S+ manque alors que la base existe[^\n]*\.$/,
  },
  {
    name: 'an empty secret',
    damage: (folder) => writeFileSync(join(folder, 'secret'), ''),
    says: /^GUILDE_SECRET\s: le fichier \S+ est vide, remets[^\n]*\.$/,
  },
  {
    name: 'half a secret',
    damage: (folder) => writeFileSync(join(folder, 'secret'), 'abcdef'),
    says: /^GUILDE_SECRET\s: le fichier \S+ est trop court, remets[^\n]*\.$/,
  },
  {
    name: 'a lock that is not one',
    damage: (folder) => writeFileSync(join(folder, 'server.lock'), 'Plus rien d’une base'.repeat(500)),
    says: /^DATA_DIR\s: le verrou \S+ est abîmé[^\n]*efface-le\.$/,
  },
];

describe('a data folder that is damaged', () => {
  it.each(DAMAGES)(
    'by $name stops the start with one sentence, and is left as it was',
    ({ damage, says }) => {
      const folder = copyOfHealthy();
      damage(folder);
      const before = readdirSync(folder).sort();
      const { status, output } = startOn(folder);
      expect(output).toMatch(says);
      expect(status).toBe(1);
      expect(
        readdirSync(folder).filter((name) => !before.includes(name) && !/-(wal|shm)$/.test(name)),
      ).toEqual([]);
    },
  );

  it.runIf(isRoot).each([
    ['the folder', '', 0o555],
    ['the database', 'guilde.db', 0o444],
    ['the secret', 'secret', 0o400],
    ['the lock', 'server.lock', 0o444],
  ])('because %s belongs to somebody else is told as such', (_, name, mode) => {
    const folder = copyOfHealthy();
    chmodSync(join(folder, '..'), 0o755);
    for (const each of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
      chownSync(join(folder, each), NOBODY, NOBODY);
    chownSync(join(folder, name), 0, 0);
    chmodSync(join(folder, name), mode);
    const { status, output } = startOn(folder, { asNobody: true });
    expect(output).toMatch(/^(DATA_DIR|GUILDE_SECRET)\s: [^\n]*l’utilisateur du serveur\.$/);
    expect(status).toBe(1);
  });
});

describe('what a server and its commands write', () => {
  const modes = (folder: string) =>
    Object.fromEntries(
      ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].map((name) => [
        name,
        statSync(join(folder, name)).mode & 0o777,
      ]),
    );
  const isPrivate = (folder: string) => {
    for (const [name, mode] of Object.entries(modes(folder))) {
      const wanted = statSync(join(folder, name)).isDirectory() ? 0o700 : 0o600;
      expect([name, mode.toString(8)]).toEqual([name, wanted.toString(8)]);
    }
  };

  it('is its owner’s alone whatever the umask, also what was there before', () => {
    const folder = join(temporaryFolder(), 'data');
    const backup = join(folder, '..', 'backup');
    const run = (...commands: string[]) =>
      spawnSync('sh', ['-c', `umask 000; ${commands.join('; ')}`], {
        env: { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' },
        encoding: 'utf8',
      });
    run(
      `mkdir "${folder}"`,
      `mkdir -p "${folder}/files/avatars"`,
      `echo x > "${folder}/files/avatars/old.webp"`,
    );
    chmodSync(join(folder, 'files/avatars/old.webp'), 0o644);
    const fresh = run(`"${process.execPath}" "${COMMAND_LINE}" invite nina@exemple.fr`);
    expect(fresh.status).toBe(0);
    chmodSync(folder, 0o755);
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o755);
    const kept = run(`"${process.execPath}" "${COMMAND_LINE}" backup "${backup}"`);
    expect(kept.status).toBe(0);
    isPrivate(backup);
    expect(run(`"${process.execPath}" "${COMMAND_LINE}" check`).status).toBe(0);
    isPrivate(folder);
  });
});
