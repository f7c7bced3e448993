import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Client, createClient } from '@libsql/client';
import { asc, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/libsql';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { openEngine } from '../src/platform/database/engine.ts';
import { FileClient } from '../src/platform/database/file-client.ts';
import { type Queries, queriesOver } from '../src/platform/database/query-client.ts';

/**
 * Compares drizzle over the package's client with one connection behind a lock, and over `FileClient`, on the
 * same tables and settings. Rounds alternate, and the figures are medians.
 */
const ROUNDS = 7;
const ROUND_MS = 300;
const ROWS = 20_000;

const rooms = sqliteTable('rooms', { id: text().primaryKey(), lastSeq: integer().notNull() });
const lines = sqliteTable('lines', {
  id: text().primaryKey(),
  roomId: text().notNull(),
  seq: integer().notNull(),
  content: text().notNull(),
  createdAt: integer().notNull(),
});

type Write = (work: (orm: Queries) => Promise<unknown>) => Promise<unknown>;
type Layer = { name: string; orm: Queries; write: Write; close: () => void };

const PRAGMAS = [
  'PRAGMA journal_mode = WAL',
  'PRAGMA synchronous = FULL',
  'PRAGMA foreign_keys = ON',
  'PRAGMA cache_size = -65536',
];

/** Nothing else writes, so that BUSY needs no handling. */
async function packageLayer(file: string): Promise<Layer> {
  const client = createClient({ url: `file:${file}`, concurrency: 1 });
  for (const pragma of PRAGMAS) await client.execute(pragma);
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  const locked = new Proxy(client, {
    get: (target, name) =>
      name === 'execute'
        ? (...args: Parameters<Client['execute']>) => inTurn(() => target.execute(...args))
        : Reflect.get(target, name, target),
  });
  const transactions = drizzle({ client });
  return {
    name: '@libsql/client behind a lock',
    orm: drizzle({ client: locked }),
    write: (work) => inTurn(() => transactions.transaction((tx) => work(tx))),
    close: () => client.close(),
  };
}

function ownLayer(file: string): Layer {
  const client = new FileClient(() => {
    const native = openEngine(file);
    for (const pragma of PRAGMAS) native.exec(pragma);
    return native;
  });
  const inside = queriesOver(client.inside);
  return {
    name: 'FileClient',
    orm: queriesOver(client),
    write: (work) => client.write(() => work(inside)),
    close: () => client.close(),
  };
}

async function seed({ orm, write }: Layer): Promise<void> {
  await orm.run(sql`create table rooms (id text primary key, "lastSeq" integer not null) strict`);
  await orm.run(
    sql`create table lines (id text primary key, "roomId" text not null, seq integer not null, content text not null, "createdAt" integer not null) strict`,
  );
  await orm.run(sql`create unique index lines_sequence on lines ("roomId", seq)`);
  await write(async (tx) => {
    for (let room = 0; room < 200; room++)
      await tx.insert(rooms).values({ id: `room-${room}`, lastSeq: ROWS / 200 });
    for (let line = 0; line < ROWS; line++)
      await tx.insert(lines).values({
        id: `line-${line}`,
        roomId: `room-${line % 200}`,
        seq: Math.floor(line / 200) + 1,
        content: 'Bonjour, as-tu vérifié les réglages de ta campagne ?',
        createdAt: line,
      });
  });
}

let made = 0;

function operations({ orm, write }: Layer) {
  const byId = orm
    .select()
    .from(lines)
    .where(eq(lines.id, sql.placeholder('id')))
    .prepare();
  const page = orm
    .select({ line: lines, room: rooms })
    .from(lines)
    .innerJoin(rooms, eq(rooms.id, lines.roomId))
    .where(eq(lines.roomId, sql.placeholder('room')))
    .orderBy(asc(lines.seq))
    .limit(20)
    .prepare();
  const message = () =>
    write(async (tx) => {
      const roomId = `room-${made % 200}`;
      const [next] = await tx
        .update(rooms)
        .set({ lastSeq: sql`${rooms.lastSeq} + 1` })
        .where(eq(rooms.id, roomId))
        .returning({ seq: rooms.lastSeq });
      const id = `made-${made++}`;
      await tx.insert(lines).values({ id, roomId, seq: next?.seq ?? 0, content: 'Oui', createdAt: 1 });
    });
  const atOnce = (count: number, work: () => Promise<unknown>) => () =>
    Promise.all(Array.from({ length: count }, work));
  return {
    'one row by key': { times: 1, run: () => byId.all({ id: `line-${made++ % ROWS}` }) },
    'page of 20 rows, joined': { times: 1, run: () => page.all({ room: `room-${made++ % 200}` }) },
    'transaction of two statements, one at a time': { times: 1, run: message },
    'the same, 64 at once': { times: 64, run: atOnce(64, message) },
  };
}

async function perSecond({ times, run }: { times: number; run: () => Promise<unknown> }): Promise<number> {
  const start = performance.now();
  let done = 0;
  while (performance.now() - start < ROUND_MS) {
    await run();
    done += times;
    if (done % 512 === 0) await nextTurn();
  }
  return (done / (performance.now() - start)) * 1000;
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const folder = mkdtempSync(join(tmpdir(), 'guilde-bench-data-'));
const layers = [await packageLayer(join(folder, 'package.db')), ownLayer(join(folder, 'own.db'))];
for (const layer of layers) await seed(layer);
const measured = layers.map((layer) => ({ layer, operations: Object.entries(operations(layer)) }));
for (const [index, [name]] of measured[0]?.operations.entries() ?? []) {
  const rates = measured.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round++)
    for (const [layer, { operations: all }] of measured.entries()) {
      const operation = all[index]?.[1];
      const rate = operation ? await perSecond(operation) : 0;
      if (round > 0) rates[layer]?.push(rate);
    }
  const [theirs = 0, ours = 0] = rates.map(median);
  const line = [`${Math.round(theirs)}/s`, `${Math.round(ours)}/s`, `× ${(ours / theirs).toFixed(1)}`];
  console.log(`${name.padEnd(48)}${line.map((cell) => cell.padStart(12)).join('')}`);
}
for (const { close } of layers) close();
rmSync(folder, { recursive: true, force: true });
