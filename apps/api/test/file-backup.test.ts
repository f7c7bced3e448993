import { randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SosPage } from '@guilde/contracts/sos/rules.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginRestore } from '../src/platform/database/restore-marker.ts';
import type { Client } from './client.ts';
import { guildeCommand } from './guilde-command.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { elsewhere } from './instances.ts';
import { openChat, postSos } from './scenes.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { until } from './until.ts';

let folder: string;
let dataDir: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guilde-backup-'));
  dataDir = join(folder, 'data');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs `work` with a community on the disk, and stops its server afterwards. */
async function withCommunity<T>(work: (guilde: Guilde) => Promise<T>): Promise<T> {
  const guilde = await startGuilde({ dataDir });
  try {
    return await work(guilde);
  } finally {
    await guilde.close();
  }
}

const at = ({ port }: ServerProcess) => ({ url: `http://127.0.0.1:${port}` });

function idsIn(file: string): Set<string> {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare('select id from messages').all();
  database.close();
  return new Set(rows.map(({ id }) => String(id)));
}

describe('a backup while members write', () => {
  let server: ServerProcess;
  afterEach(() => server.kill());

  it('holds every acknowledged message, and comes back as a healthy community', async () => {
    const { writers, messages } = await withCommunity(async (guilde) => {
      const [claire, karim] = [await guilde.as('claire'), await guilde.as('karim')];
      return { writers: [claire, karim], ...(await openChat(claire, karim)) };
    });
    server = await startServerProcess(dataDir);
    const acknowledged: string[] = [];
    let over = false;
    const write = async (client: Client) => {
      while (!over) {
        const id = randomUUID();
        const { status } = await client.post(messages, { id, content: 'Pendant la sauvegarde' });
        expect(status).toBe(200);
        acknowledged.push(id);
      }
    };
    const writing = Promise.all(writers.map((client) => write(elsewhere(client, at(server)))));
    for (const name of ['first', 'second', 'third']) {
      const enough = acknowledged.length + 10;
      await until(() => acknowledged.length > enough);
      const before = [...acknowledged];
      const { code, err } = await guildeCommand(dataDir, 'backup', join(folder, name));
      expect([code, err]).toEqual([0, '']);
      const kept = idsIn(join(folder, name, 'guilde.db'));
      expect(before.filter((id) => !kept.has(id))).toEqual([]);
    }
    const busy = await guildeCommand(dataDir, 'restore', join(folder, 'first'), '--force');
    expect(busy).toMatchObject({ code: 1, err: expect.stringContaining('arrête-le d’abord') });
    over = true;
    await writing;
    await server.stop();

    const elsewhereDir = join(folder, 'elsewhere');
    expect(await guildeCommand(elsewhereDir, 'restore', join(folder, 'third'))).toMatchObject({ code: 0 });
    expect(await guildeCommand(elsewhereDir, 'check')).toMatchObject({
      code: 0,
      out: 'Tout est en ordre.\n',
    });
    expect(statSync(join(elsewhereDir, 'secret')).mode & 0o777).toBe(0o600);
    await guildeCommand(dataDir, 'check').then((all) => expect(all).toMatchObject({ code: 0, err: '' }));
    server = await startServerProcess(elsewhereDir);
    const again = elsewhere(writers[0] as Client, at(server));
    expect((await again.get(messages)).status).toBe(200);
  });
});

describe('restoring', () => {
  it('never overwrites without being told to, and keeps what was there', async () => {
    const claire = await withCommunity((guilde) => guilde.as('claire'));
    await guildeCommand(dataDir, 'backup', join(folder, 'backup'));
    await withCommunity((guilde) => postSos(elsewhere(claire, guilde)));
    // This process keeps the closed database's file open, so the folder is copied, as to another machine.
    const here = join(folder, 'here');
    cpSync(dataDir, here, { recursive: true });
    const refused = await guildeCommand(here, 'restore', join(folder, 'backup'));
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('--force') });
    const done = await guildeCommand(here, 'restore', join(folder, 'backup'), '--force');
    expect(done).toMatchObject({ code: 0, err: '' });
    const aside = readdirSync(here).find((name) => name.startsWith('avant-restauration')) ?? '';
    expect(existsSync(join(here, aside, 'guilde.db'))).toBe(true);
    const guilde = await startGuilde({ dataDir: here });
    const feed = await elsewhere(claire, guilde).get<SosPage>('/api/sos');
    await guilde.close();
    expect([feed.status, feed.body.items]).toEqual([200, []]);
  });

  it('puts a backup in the place of a ruined database, or of one deleted without its log', async () => {
    await withCommunity((guilde) => guilde.as('nina'));
    const backup = join(folder, 'backup');
    await guildeCommand(dataDir, 'backup', backup);
    for (const name of ['ruined', 'deleted']) {
      const here = join(folder, name);
      cpSync(backup, here, { recursive: true });
      if (name === 'ruined')
        writeFileSync(join(here, 'guilde.db'), 'Plus rien d’une base de données'.repeat(99));
      else rmSync(join(here, 'guilde.db'));
      writeFileSync(join(here, 'guilde.db-wal'), 'what the other database had not taken in');
      expect(await guildeCommand(here, 'restore', backup, '--force')).toMatchObject({ code: 0, err: '' });
      expect(existsSync(join(here, 'guilde.db-wal'))).toBe(false);
      expect(readFileSync(join(here, 'guilde.db'))).toEqual(readFileSync(join(backup, 'guilde.db')));
      const beside = readdirSync(here).filter((entry) => /restauration/.test(entry));
      expect(beside).toEqual([expect.stringMatching(/^avant-restauration-/)]);
      if (name === 'deleted') expect(existsSync(join(here, beside[0] ?? '', 'guilde.db-wal'))).toBe(true);
    }
  });

  it('refuses what is not a backup, or is not as it was made', async () => {
    await withCommunity((guilde) => guilde.as('nina'));
    await guildeCommand(dataDir, 'backup', join(folder, 'backup'));
    const file = join(folder, 'backup', 'guilde.db');
    const bytes = readFileSync(file);
    bytes[bytes.length - 100] = (bytes.at(-100) ?? 0) ^ 1;
    writeFileSync(file, bytes);
    const changed = await guildeCommand(join(folder, 'new'), 'restore', join(folder, 'backup'));
    expect(changed).toMatchObject({ code: 1, err: expect.stringContaining('modifiée') });
    const none = await guildeCommand(join(folder, 'new'), 'restore', folder);
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining('n’est pas une sauvegarde') });
    expect(await guildeCommand(dataDir, 'backup', join(folder, 'backup'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('existe déjà'),
    });
  });
});

describe('a backup that is not as it was made', () => {
  it.each([
    ['the database', 'guilde.db'],
    ['the secret', 'secret'],
    ['a picture', 'files/avatars/a.webp'],
  ])('is refused before anything is touched: %s was changed, or is missing', async (_, name) => {
    await withCommunity(async (guilde) => {
      await guilde.as('nina');
      await guilde.deps.storage.put('avatars/a.webp', new Uint8Array([1, 2, 3]));
    });
    const backup = join(folder, 'backup');
    await guildeCommand(dataDir, 'backup', backup);
    const here = join(folder, 'here');
    cpSync(dataDir, here, { recursive: true });
    const before = readdirSync(here).sort();
    const bytes = readFileSync(join(backup, name));
    for (const damage of [
      () => writeFileSync(join(backup, name), bytes.subarray(0, bytes.length - 1)),
      () => rmSync(join(backup, name)),
    ]) {
      damage();
      const { code, err } = await guildeCommand(here, 'restore', backup, '--force');
      expect(code).toBe(1);
      expect(err).toContain(`La sauvegarde a été modifiée depuis qu’elle a été faite (${name})`);
      expect(readdirSync(here).sort()).toEqual(before);
    }
  });
});

describe('a restore that is cut short', () => {
  it('stops the next start, which says how to end it, and is ended by doing so', async () => {
    await withCommunity((guilde) => guilde.as('nina'));
    const backup = join(folder, 'backup');
    await guildeCommand(dataDir, 'backup', backup);
    const here = join(folder, 'here');
    cpSync(dataDir, here, { recursive: true });
    // A kill between two renames leaves this: the old data is aside, and no part of the backup is in place.
    beginRestore(here, `restore ${backup} --force`);
    mkdirSync(join(here, 'avant-restauration-2026-11-17-10-00-00'));
    for (const name of ['guilde.db', 'secret'])
      renameSync(join(here, name), join(here, 'avant-restauration-2026-11-17-10-00-00', name));
    const refused = await guildeCommand(here, 'check');
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(
      /^DATA_DIR\s: une restauration a été interrompue dans \S+, relance «\snpm run guilde -- restore \S+ --force\s»[^\n]*\.\n$/,
    );
    expect(existsSync(join(here, 'guilde.db'))).toBe(false);
    expect(await guildeCommand(here, 'restore', backup, '--force')).toMatchObject({ code: 0, err: '' });
    expect(await guildeCommand(here, 'check')).toMatchObject({ code: 0, out: 'Tout est en ordre.\n' });
  });
});

describe('a database that is too damaged to be read', () => {
  it('is looked at as far as it goes, is kept as it is, and comes back only when one insists', async () => {
    await withCommunity(async (guilde) => {
      const [claire, karim] = [await guilde.as('claire'), await guilde.as('karim')];
      await openChat(claire, karim);
    });
    const here = join(folder, 'here');
    cpSync(dataDir, here, { recursive: true });
    const file = join(here, 'guilde.db');
    falsify(file, 'update profiles set total_help_count = 9');
    spoilPages(file, ['messages_sequence']);
    const partly = await guildeCommand(here, 'check');
    expect(partly.err).toMatch(/^Illisible .* où il manque des messages/m);
    expect(partly.err).toMatch(/SOS résolus est faux/);
    spoilPages(file, ['jobs_waiting', 'messages']);
    const seen = await guildeCommand(here, 'check');
    expect(seen.code).toBe(1);
    expect(seen.err).toMatch(/abîmé/);
    const none = await guildeCommand(here, 'backup', join(folder, 'none'));
    expect([none.code, existsSync(join(folder, 'none'))]).toEqual([1, false]);
    expect(none.err).toContain('backup --raw');
    const raw = join(folder, 'raw');
    expect(await guildeCommand(here, 'backup', '--raw', raw)).toMatchObject({ code: 0, err: '' });
    expect(readFileSync(join(raw, 'guilde.db'))).toEqual(readFileSync(join(here, 'guilde.db')));
    expect(JSON.parse(readFileSync(join(raw, 'manifest.json'), 'utf8'))).toMatchObject({ raw: true });
    const elsewhereDir = join(folder, 'elsewhere');
    const refused = await guildeCommand(elsewhereDir, 'restore', raw);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('copie brute') });
    expect(await guildeCommand(elsewhereDir, 'restore', raw, '--force')).toMatchObject({ code: 0, err: '' });
  });
});

function falsify(file: string, statements: string): void {
  const database = new DatabaseSync(file);
  database.exec(statements);
  database.close();
}

/** Overwrites the first pages of the tables and indexes with noise. */
function spoilPages(file: string, names: string[]): void {
  const database = new DatabaseSync(file, { readOnly: true });
  const size = Number(database.prepare('pragma page_size').get()?.page_size);
  const roots = names.map((name) =>
    Number(database.prepare('select rootpage from sqlite_master where name = ?').get(name)?.rootpage),
  );
  database.close();
  const bytes = readFileSync(file);
  for (const page of roots) bytes.fill(0xa5, (page - 1) * size, page * size);
  writeFileSync(file, bytes);
}

describe('checking', () => {
  it('says what is wrong: seats, sequences, senders, counters, journal', async () => {
    await withCommunity(async (guilde) => {
      const [nina, claire, karim] = [
        await guilde.as('nina'),
        await guilde.as('claire'),
        await guilde.as('karim'),
      ];
      await openChat(claire, karim);
      await nina.put(`/api/admin/users/${claire.id}/role`, { role: 'admin' });
    });
    expect(await guildeCommand(dataDir, 'check')).toMatchObject({ code: 0 });
    const copy = join(folder, 'copy');
    cpSync(dataDir, copy, { recursive: true });
    falsify(
      join(copy, 'guilde.db'),
      `update conversations set current_participants = 4;
      update messages set seq = seq + 5;
      update messages set sender_id = 'nobody', kind = 'text', content = 'x' where kind = 'joined';
      update profiles set total_help_count = 9;
      drop trigger audit_entries_stay;
      update audit_entries set actor_name = 'Personne';`,
    );
    const { code, err } = await guildeCommand(copy, 'check');
    expect(code).toBe(1);
    for (const said of [
      'places prises',
      'manque des messages',
      'jamais eu de place',
      'plus membre',
      'SOS résolus est faux',
      'Journal modifié',
    ])
      expect(err).toContain(said);

    // A damaged community is still backed up, with a warning; its restore needs an explicit confirmation.
    const backup = join(folder, 'troubled');
    const made = await guildeCommand(copy, 'backup', backup);
    expect(made).toMatchObject({ code: 1, err: expect.stringContaining('SOS résolus est faux') });
    expect(made.out).not.toContain('vérifiée');
    const elsewhereDir = join(folder, 'elsewhere');
    expect(await guildeCommand(elsewhereDir, 'restore', backup)).toMatchObject({
      code: 1,
      err: expect.stringContaining('n’est pas saine'),
    });
    expect(existsSync(join(elsewhereDir, 'guilde.db'))).toBe(false);
    expect(await guildeCommand(elsewhereDir, 'restore', backup, '--force')).toMatchObject({ code: 0 });
  });
});
