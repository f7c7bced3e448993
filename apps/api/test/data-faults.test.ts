import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { allOrSome, PATIENCE_MS } from '../../../scripts/extent.ts';
import { members } from '../src/auth/tables.ts';
import { lockDataFolder } from '../src/platform/database/data-folder.ts';
import { openDatabase } from '../src/platform/database/db.ts';
import { openEngine } from '../src/platform/database/engine.ts';
import { MIGRATIONS_FOLDER } from '../src/platform/installed-files.ts';
import { createLog } from '../src/platform/observe/log.ts';
import { BARE_ENVIRONMENT } from './bare-environment.ts';
import { startGuilde } from './harness.ts';
import { temporaryFolder } from './platform.ts';
import { COMMAND_LINE, SERVER } from './programs.ts';
import { until } from './until.ts';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** A stopped server left this folder, which has members and a picture. */
let healthy: string;
/** A killed server left this copy of the folder, with everything that it stored still in the log. */
let killed: string;

beforeAll(async () => {
  healthy = mkdtempSync(join(tmpdir(), 'guilde-healthy-'));
  const guilde = await startGuilde({ dataDir: healthy });
  await guilde.as('claire');
  await guilde.deps.storage.put('avatars/a.webp', new Uint8Array([1, 2, 3]));
  killed = `${healthy}-killed`;
  cpSync(healthy, killed, { recursive: true });
  await guilde.close();
});
afterAll(() => {
  for (const folder of [healthy, killed]) rmSync(folder, { recursive: true, force: true });
});

/** Overwrites the content of a table's first page with noise. */
function spoil(folder: string, table: string): void {
  const file = join(folder, 'guilde.db');
  const database = openEngine(file, { readOnly: true });
  const [[page], [size]] = [
    database.prepare('select rootpage from sqlite_master where name = ?').raw().get([table]) as [number],
    database.prepare('pragma page_size').raw().get([]) as [number],
  ];
  database.close();
  const bytes = readFileSync(file);
  bytes.fill(0xa5, (page - 1) * size, page * size);
  writeFileSync(file, bytes);
}

function alter(folder: string, sql: string): void {
  const database = openEngine(join(folder, 'guilde.db'));
  database.exec(sql);
  database.close();
}

function copyOf(source: string): string {
  const folder = join(temporaryFolder(), 'data');
  cpSync(source, folder, { recursive: true });
  return folder;
}

/** Runs the real start, which must refuse. `asNobody` grants only what the files' permissions say. */
function startOn(folder: string, { asNobody = false, env = {} } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SERVER], {
    env: { ...BARE_ENVIRONMENT, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', ...env },
    encoding: 'utf8',
    timeout: PATIENCE_MS,
    ...(asNobody && { uid: NOBODY, gid: NOBODY }),
  });
  return { status, output: `${stdout}${stderr}`.trim() };
}

const DAMAGES: { name: string; damage: (folder: string) => void; says: RegExp; onKilled?: true }[] = [
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
    name: 'a damaged page of the accounts',
    damage: (folder) => spoil(folder, 'members'),
    says: /^DATA_DIR\s: la base de \S+ est abîmée[^\n]*restaure une sauvegarde\.$/,
  },
  {
    name: 'a damaged page of the jobs',
    damage: (folder) => spoil(folder, 'jobs'),
    says: /^DATA_DIR\s: la base de \S+ est abîmée[^\n]*restaure une sauvegarde\.$/,
  },
  {
    name: 'a database that is gone',
    damage: (folder) => rmSync(join(folder, 'guilde.db')),
    says: /^DATA_DIR\s: la base \S+ manque, remets-la ou restaure une sauvegarde[^\n]*\.$/,
  },
  {
    name: 'a log that was cut',
    onKilled: true,
    damage: (folder) =>
      truncateSync(join(folder, 'guilde.db-wal'), statSync(join(folder, 'guilde.db-wal')).size / 2),
    says: /^DATA_DIR\s: la base \S+ a perdu ses dernières écritures \(\d+\), remets son journal[^\n]*\.$/,
  },
  {
    name: 'a log with a damaged page',
    onKilled: true,
    damage: (folder) => {
      const file = join(folder, 'guilde.db-wal');
      const bytes = readFileSync(file);
      bytes.fill(0xa5, bytes.length / 2, bytes.length / 2 + 64);
      writeFileSync(file, bytes);
    },
    says: /^DATA_DIR\s: la base \S+ a perdu ses dernières écritures \(\d+\), remets son journal[^\n]*\.$/,
  },
  {
    name: 'a log left behind',
    onKilled: true,
    damage: (folder) => rmSync(join(folder, 'guilde.db-wal')),
    says: /^DATA_DIR\s: la base \S+ (a perdu ses dernières écritures|est abîmée)[^\n]*\.$/,
  },
  {
    name: 'newer code’s schema',
    damage: (folder) =>
      alter(folder, "insert into __drizzle_migrations (hash, created_at) values ('x', 9e15)"),
    says: /^La base a été mise à jour par une version plus récente de Guilde\s: lance cette version-là[^\n]*\.$/,
  },
  {
    name: 'a schema older than any that is still known',
    damage: (folder) => alter(folder, 'update __drizzle_migrations set created_at = 1'),
    says: /^La base vient d’une version de Guilde du 01\/01\/1970, et celle-ci n’en connaît aucune d’avant le [\d/]+\s: [^\n]*\.$/,
  },
  {
    name: 'a schema of the same day, but older than any that is still known',
    damage: (folder) =>
      alter(
        folder,
        'update __drizzle_migrations set created_at = (select min(created_at) from __drizzle_migrations) - 2000',
      ),
    says: /^La base vient d’une version de Guilde du ([\d/]+) (\d\d:\d\d:\d\d), et celle-ci n’en connaît aucune d’avant le \1 (?!\2)\d\d:\d\d:\d\d\s: [^\n]*\.$/,
  },
  {
    name: 'a lock that is not one',
    damage: (folder) => writeFileSync(join(folder, 'server.lock'), 'Plus rien d’une base'.repeat(500)),
    says: /^DATA_DIR\s: le verrou \S+ est abîmé[^\n]*efface-le\.$/,
  },
];

function logOf(folder: string): Buffer | null {
  const file = join(folder, 'guilde.db-wal');
  return existsSync(file) ? readFileSync(file) : null;
}

describe('a data folder that is damaged', () => {
  it.each(allOrSome(DAMAGES, 5))(
    'by $name stops the start with one sentence, and is left as it was',
    ({ damage, says, onKilled }) => {
      const folder = copyOf(onKilled ? killed : healthy);
      damage(folder);
      const before = readdirSync(folder).sort();
      const log = onKilled && logOf(folder);
      const { status, output } = startOn(folder);
      expect(output).toMatch(says);
      expect(status).toBe(1);
      expect(
        readdirSync(folder).filter((name) => !before.includes(name) && !/^web$|-(wal|shm)$/.test(name)),
      ).toEqual([]);
      if (log) expect(logOf(folder)).toEqual(log);
    },
  );

  it.runIf(isRoot).each(
    allOrSome<[string, string, number]>([
      ['the folder', '', 0o555],
      ['the database', 'guilde.db', 0o444],
      ['the secret', 'secret', 0o400],
      ['the lock', 'server.lock', 0o444],
    ]),
  )('because %s belongs to somebody else is told as such', (_, name, mode) => {
    const folder = copyOf(healthy);
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

describe('versions that do not fit', () => {
  const version = (folder: string) => {
    const database = openEngine(join(folder, 'guilde.db'), { readOnly: true });
    const [newest] = database
      .prepare('select max(created_at) from __drizzle_migrations')
      .raw()
      .get([]) as number[];
    database.close();
    return newest;
  };

  it('a database that made each change by a migration of its own opens, once it has the newest', async () => {
    const folder = copyOf(healthy);
    const former = Array.from({ length: 47 }, (_, at) => `('${at}', ${1_790_000_000_000 + at})`);
    alter(folder, `insert into __drizzle_migrations (hash, created_at) values ${former.join()}`);
    const guilde = await startGuilde({ dataDir: folder });
    onTestFinished(guilde.close);
    expect((await guilde.visitor().get('/api/health')).body).toMatchObject({ ready: true, degraded: false });
  });

  // While there is only one migration, every older schema is refused as too old, before this check.
  const { length: migrations } = readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER });
  it.skipIf(migrations === 1)(
    'a newer command leaves an older server’s database alone, and says why',
    async () => {
      const folder = copyOf(healthy);
      alter(
        folder,
        'delete from __drizzle_migrations where created_at = (select max(created_at) from __drizzle_migrations)',
      );
      const before = version(folder);
      const release = await lockDataFolder(folder);
      const { status, stderr } = spawnSync(process.execPath, [COMMAND_LINE, 'check'], {
        env: { ...BARE_ENVIRONMENT, DATA_DIR: folder },
        encoding: 'utf8',
        timeout: PATIENCE_MS,
      });
      release();
      expect(stderr.trim()).toMatch(
        /^Cette commande est plus récente que le serveur qui tourne\s: [^\n]*\.$/,
      );
      expect([status, version(folder)]).toEqual([1, before]);
    },
  );

  it('a running server says that newer code has changed the schema, and serves on', async () => {
    const folder = copyOf(healthy);
    const guilde = await startGuilde({ dataDir: folder });
    onTestFinished(guilde.close);
    alter(folder, "insert into __drizzle_migrations (hash, created_at) values ('x', 9e15)");
    const { status, body } = await guilde.visitor().get('/api/health');
    expect(status).toBe(200);
    expect(await guilde.deps.db.isSchemaNewer()).toBe(true);
    expect(body).toMatchObject({ ready: true, degraded: true });
  });

  it('with nothing to bring up, an opening waits for nobody who writes', async () => {
    const folder = copyOf(healthy);
    const other = openEngine(join(folder, 'guilde.db'));
    other.exec('BEGIN IMMEDIATE');
    const db = await openDatabase({ file: join(folder, 'guilde.db') }, createLog('silent'));
    expect(await db.orm.$count(members)).toBeGreaterThan(0);
    other.exec('ROLLBACK');
    other.close();
    db.close();
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
      // Everybody may read the web client.
      if (name.startsWith('web/')) continue;
      const wanted = statSync(join(folder, name)).isDirectory() ? 0o700 : 0o600;
      expect([name, mode.toString(8)]).toEqual([name, wanted.toString(8)]);
    }
  };

  it('is its owner’s alone whatever the umask, also what was there before', () => {
    const folder = copyOf(healthy);
    const backup = join(folder, '..', 'backup');
    const run = (...commands: string[]) =>
      spawnSync('sh', ['-c', `umask 000; ${commands.join('; ')}`], {
        env: { ...BARE_ENVIRONMENT, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' },
        encoding: 'utf8',
      });
    run(`echo x > "${folder}/files/avatars/old.webp"`);
    chmodSync(join(folder, 'files/avatars/old.webp'), 0o644);
    const first = run(`"${process.execPath}" "${COMMAND_LINE}" invite alice@exemple.fr`);
    expect(first.status).toBe(0);
    isPrivate(folder);
    chmodSync(folder, 0o755);
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o755);
    const kept = run(`"${process.execPath}" "${COMMAND_LINE}" backup "${backup}"`);
    expect(kept.status).toBe(0);
    isPrivate(backup);
    expect(run(`"${process.execPath}" "${COMMAND_LINE}" check`).status).toBe(0);
    isPrivate(folder);
  });

  it('is so from the first moment of a server on, not from its next start', async () => {
    const folder = join(temporaryFolder(), 'data');
    const server = spawn('sh', ['-c', `umask 000; exec "${process.execPath}" "${SERVER}"`], {
      env: { ...BARE_ENVIRONMENT, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => {
      server.kill('SIGKILL');
    });
    let said = '';
    server.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    await until(() => said.includes('Guilde est en ligne'));
    isPrivate(folder);
    expect(readdirSync(folder)).toContain('guilde.db');
  });
});
