import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { allOrSome } from '../../../scripts/extent.ts';
import type { DatabaseAddress } from '../src/platform/database/address.ts';
import { DataFault } from '../src/platform/database/data-folder.ts';
import { type Db, openDatabase } from '../src/platform/database/db.ts';
import { createLog } from '../src/platform/observe/log.ts';
import { temporaryFolder } from './platform.ts';
import { startSqld } from './sqld.ts';

const INSTANCE = new URL('./migrating-instance.ts', import.meta.url);
/** The time is longer than a libSQL server grants a transaction while another one waits. */
const LONG_MS = 7000;
/** A busy machine counts so many well within the time that a statement has. */
const MEASURED_ROWS = 300_000;
const LOOK_MS = 10_000;

const SCHEMA = [
  'create table counter (n integer)',
  'insert into counter values (20)',
  'create table parents (id integer primary key)',
  'insert into parents values (1), (2)',
  'create table children (parent integer references parents (id) on delete cascade)',
  'insert into children values (1), (2), (2)',
];
/** Drizzle-kit writes a rebuild like this. */
const REBUILD = [
  'PRAGMA foreign_keys=OFF',
  'create table new_parents (id integer primary key, name text)',
  'insert into new_parents (id) select id from parents',
  'drop table parents',
  'alter table new_parents rename to parents',
  'PRAGMA foreign_keys=ON',
];

const countTo = (rows: number) =>
  `(with recursive c (i) as (select 1 union all select i + 1 from c where i < ${rows}) select max(i) from c)`;
/** If this is applied twice, the count shows it without an error. */
const addTen = (rows: number) => `update counter set n = n + 10 where ${countTo(rows)} = ${rows}`;

type Kind = 'file' | 'ws' | 'http';

async function address(kind: Kind): Promise<DatabaseAddress> {
  if (kind === 'file') return { file: join(temporaryFolder(), 'guilde.db') };
  const sqld = await startSqld();
  onTestFinished(sqld.stop);
  return { url: `${kind}://127.0.0.1:${sqld.port}` };
}

function migrationsOf(...migrations: string[][]): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'meta'));
  const entries = migrations.map((statements, idx) => {
    const tag = `000${idx}`;
    writeFileSync(join(folder, `${tag}.sql`), statements.join(';\n--> statement-breakpoint\n'));
    return { idx, when: idx + 1, tag, breakpoints: true };
  });
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ entries }));
  return folder;
}

async function open(where: DatabaseAddress, migrationsFolder: string): Promise<Db> {
  const db = await openDatabase(where, createLog('silent'), { migrationsFolder });
  onTestFinished(() => db.close());
  return db;
}

/** Starts the instances as processes, and resolves with their exit codes. */
async function startTogether(count: number, where: DatabaseAddress, migrations: string) {
  const instances = Array.from({ length: count }, () => fork(INSTANCE, [JSON.stringify(where), migrations]));
  onTestFinished(() => instances.forEach((one) => void one.kill('SIGKILL')));
  await Promise.all(instances.map((one) => once(one, 'message')));
  const ended = instances.map(async (one) => (await once(one, 'exit'))[0]);
  for (const one of instances) one.send('open');
  return Promise.all(ended);
}

async function contents({ client }: Db) {
  const number = async (sql: string) => Number((await client.execute(sql)).rows[0]?.[0]);
  return {
    counter: await number('select n from counter'),
    children: await number('select count(*) from children'),
    journal: await number(`select count(*) from __drizzle_migrations`),
  };
}

it.each(
  allOrSome(
    (['file', 'ws', 'http'] as const).flatMap((kind) => [2, 3, 4, 5].map((count) => [kind, count] as const)),
    3,
  ),
)('is applied once on a database by %s when %i instances start together', async (kind, count) => {
  const where = await address(kind);
  const db = await open(where, migrationsOf(SCHEMA));
  const migrations = migrationsOf(SCHEMA, [addTen(3_000_000)], REBUILD);
  expect(await startTogether(count, where, migrations)).toEqual(Array(count).fill(0));
  expect(await contents(db)).toEqual({ counter: 30, children: 3, journal: 3 });
});

it.each(allOrSome(['ws', 'http'] as const))(
  'is applied once over %s when it lasts longer than the server grants, and several instances want to',
  async (kind) => {
    const where = await address(kind);
    const db = await open(where, migrationsOf(SCHEMA));
    const start = performance.now();
    await db.client.execute(`select ${countTo(MEASURED_ROWS)}`);
    const rows = Math.ceil((MEASURED_ROWS * LONG_MS) / (performance.now() - start));
    const migrations = migrationsOf(SCHEMA, [addTen(rows)], REBUILD);
    expect(await startTogether(3, where, migrations)).toEqual([0, 0, 0]);
    expect(await contents(db)).toEqual({ counter: 30, children: 3, journal: 3 });
  },
);

/** Another instance holds the lock of the file until `free`; the time of a write is over at the second look at the clock. */
async function lockedFile() {
  const where = await address('file');
  const db = await open(where, migrationsOf(SCHEMA));
  const { promise, resolve: free } = Promise.withResolvers<void>();
  const { promise: taken, resolve: take } = Promise.withResolvers<void>();
  const held = db.write(async () => {
    take();
    await promise;
  });
  await taken;
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += LOOK_MS));
  const log = createLog('silent');
  const warn = vi.spyOn(log, 'warn');
  onTestFinished(async () => {
    clock.mockRestore();
    free();
    await held;
  });
  const migrate = () =>
    openDatabase(where, log, { migrationsFolder: migrationsOf(SCHEMA, [addTen(10)], REBUILD) });
  return { db, free, warn, migrate };
}

it('waits for a file that another instance has locked for longer than a write waits, and says so', async () => {
  const { db, free, warn, migrate } = await lockedFile();
  warn.mockImplementation(() => free());
  const migrated = await migrate();
  migrated.close();
  expect(warn).toHaveBeenCalled();
  expect(await contents(db)).toEqual({ counter: 30, children: 3, journal: 3 });
});

it('gives up on a file that stays locked, and has changed nothing', async () => {
  const { db, free, warn, migrate } = await lockedFile();
  await expect(migrate()).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
  expect(warn.mock.calls.length).toBeGreaterThan(1);
  free();
  expect(await contents(db)).toEqual({ counter: 20, children: 3, journal: 1 });
});

it.each(['file', 'ws', 'http'] as const)(
  'is refused on a database by %s when rows would refer to nothing, and changes nothing',
  async (kind) => {
    const where = await address(kind);
    const db = await open(where, migrationsOf(SCHEMA));
    const broken = migrationsOf(SCHEMA, ['update counter set n = 0', 'delete from parents']);
    await expect(open(where, broken)).rejects.toThrow(DataFault);
    await expect(open(where, broken)).rejects.toThrow('renvoient à d’autres qui n’existent plus');
    expect(await contents(db)).toEqual({ counter: 20, children: 3, journal: 1 });
  },
);
