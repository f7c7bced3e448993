import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterEach, expect, inject, it } from 'vitest';
import { type Db, openDatabase } from '../src/platform/database/db.ts';
import { Replica } from '../src/platform/database/replica.ts';
import { createLog } from '../src/platform/observe/log.ts';
import { startCuttingProxy } from './cutting-proxy.ts';
import { type Sqld, startSqld } from './sqld.ts';
import { until } from './until.ts';

const READS = inject('crash') === 'large' ? 1_000_000 : 20_000;
const ROOMS = 10;
const KEPT = 50;

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function server(): Promise<Sqld> {
  const sqld = await startSqld();
  ends.push(sqld.stop);
  return sqld;
}

async function open(
  url: string,
  folder = mkdtempSync(join(tmpdir(), 'guilde-replica-')),
): Promise<{ db: Db; folder: string }> {
  const db = await openDatabase({ url }, createLog('silent'), { replicaFolder: folder });
  ends.push(
    () => rmSync(folder, { recursive: true, force: true }),
    () => db.close(),
  );
  return { db, folder };
}

const isReadable = ({ near }: Db) => near?.state().isReadable === true;

/** From the replica, once it has everything that this instance has committed; null if the server would be asked. */
async function nearly(db: Db, query: string): Promise<unknown[] | null> {
  const { near } = db;
  if (!near) throw new Error('There is no replica');
  return near.run(near.known(), async () => near.read(query, query)?.rows.map((row) => row[0]) ?? null);
}

async function notes(db: Db, ...added: string[]): Promise<void> {
  await db.write(async (tx) => {
    for (const note of added)
      await tx.orm.run(
        sql`insert into jobs (id, kind, payload, run_at, created_at) values (${note}, '', '{}', 0, 0)`,
      );
  });
}

const NOTES = 'select id from jobs order by id';

/** The file that is read. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.db'))
    .map((name) => join(folder, name));
}

it('shows what was written here, and what others have written once it is heard of', async () => {
  const { url } = await server();
  const [mine, other] = [await open(url), await open(url)];
  await until(() => isReadable(mine.db) && isReadable(other.db));
  await notes(mine.db, 'a');
  expect(await nearly(mine.db, NOTES)).toEqual(['a']);
  await notes(other.db, 'b');
  mine.db.near?.hear(other.db.near?.known() ?? 0);
  expect(await nearly(mine.db, NOTES)).toEqual(['a', 'b']);
});

it('asks the server for what the replica cannot know', async () => {
  const { url } = await server();
  const { db } = await open(url);
  await until(() => isReadable(db));
  const near = db.near as NonNullable<Db['near']>;
  expect(await near.run(Number.MAX_SAFE_INTEGER, async () => near.read(NOTES, NOTES))).toBeNull();
  expect(await near.run(0, async () => near.read(NOTES, NOTES))).not.toBeNull();
});

it('asks the server for the rest of a request that has written, or to which the replica had no answer', async () => {
  const { url } = await server();
  const { db } = await open(url);
  await until(() => isReadable(db));
  const near = db.near as NonNullable<Db['near']>;
  const isNear = () => near.read(NOTES, NOTES) !== null;
  const other = 'select * from elsewhere';
  const changes = [
    () => notes(db, 'a'),
    () => db.client.execute("update jobs set id = 'b'"),
    () => db.batch([]),
    async () => near.read(other, other),
  ];
  for (const change of changes) {
    const seen = await near.run(near.known(), async () => {
      const before = isNear();
      await change();
      return [before, isNear()];
    });
    expect(seen).toEqual([true, false]);
  }
});

it('removes copies of processes and machines that have gone, and no others', async () => {
  const { url } = await server();
  const folder = mkdtempSync(join(tmpdir(), 'guilde-replica-'));
  const parent = String(process.ppid);
  const [gone, beside, old, young] = [`${hostname()}.99999999`, `${hostname()}.${parent}`, 'a.1', 'b.1'];
  for (const name of [gone, beside, old, young]) mkdirSync(join(folder, name));
  utimesSync(join(folder, old), new Date('2026-01-01'), new Date('2026-01-01'));
  const { db } = await open(url, folder);
  await until(() => isReadable(db));
  const mine = `${hostname()}.${process.pid}`;
  expect(readdirSync(folder).toSorted()).toEqual([beside, mine, young].toSorted());
  db.close();
  expect(readdirSync(folder)).not.toContain(mine);
});

it('never lets a read write', async () => {
  const { url } = await server();
  const { db } = await open(url);
  await until(() => isReadable(db));
  const { client, near } = db;
  await near?.run(0, () =>
    client.execute("insert into jobs (id, kind, payload, run_at, created_at) values ('a', '', '{}', 0, 0)"),
  );
  expect((await client.execute(NOTES)).rows).toHaveLength(1);
});

it.each(['kill', 'freeze'] as const)(
  'is read while the server does not answer (%s), and follows it again',
  async (fault) => {
    const sqld = await server();
    const { db } = await open(sqld.url);
    await until(() => isReadable(db));
    await notes(db, 'a');
    expect(await nearly(db, NOTES)).toEqual(['a']);
    await sqld[fault]();
    await until(() => db.near?.state().isLate === true);
    expect(await nearly(db, NOTES)).toEqual(['a']);
    await (fault === 'kill' ? sqld.restart() : sqld.thaw());
    await until(async () => db.near?.state().isLate === false);
    await notes(db, 'b');
    await until(async () => (await nearly(db, NOTES))?.length === 2);
  },
);

it('is read while the server is away, also if it has not seen the last commits, of which nobody was told', async () => {
  const sqld = await server();
  const { db } = await open(sqld.url);
  await until(() => isReadable(db));
  const { near } = db;
  const read = () => near?.run(0, async () => near.read(NOTES, NOTES));
  // As messages are stored: their events tell who must see them, and here there is none.
  for (let turn = 0; turn < 20; turn++)
    await db.client.batch([
      {
        sql: "insert into jobs (id, kind, payload, run_at, created_at) values (?, '', '{}', 0, 0)",
        args: [`a${turn}`],
      },
    ]);
  sqld.freeze();
  await until(async () => {
    await read();
    return db.near?.state().isLate === true;
  });
  const rows = (await read())?.rows.length ?? -1;
  expect(rows).toBeGreaterThanOrEqual(0);
  sqld.thaw();
  await until(async () => (await read())?.rows.length === 20);
});

it('follows the server again when its connection stays silent though the server is back', async () => {
  const { port } = await server();
  const proxy = await startCuttingProxy(port, { dropOneIn: 0, random: () => 1 });
  ends.push(proxy.close);
  const { db } = await open(`http://127.0.0.1:${port}`);
  const replica = new Replica(mkdtempSync(join(tmpdir(), 'guilde-replica-')), proxy, createLog('silent'));
  ends.push(() => replica.close());
  await until(() => replica.state().isReadable);
  proxy.silence();
  await until(() => replica.state().isLate);
  proxy.speak();
  await notes(db, 'a');
  await until(() => !replica.state().isLate);
  expect(replica.read(NOTES)?.rows).toHaveLength(1);
});

it.each(['deleted', 'overwritten'])('is made anew when its file is %s', async (fault) => {
  const { url } = await server();
  const { db, folder } = await open(url);
  await until(() => isReadable(db));
  await notes(db, 'a');
  expect(await nearly(db, NOTES)).toEqual(['a']);
  const [file = ''] = filesIn(folder);
  if (fault === 'deleted') rmSync(file);
  else for (const name of [file, `${file}-wal`]) writeFileSync(name, 'x'.repeat(1_000_000));
  await notes(db, 'b');
  await until(async () => {
    const seen = await nearly(db, NOTES);
    if (seen) expect(seen).toEqual(['a', 'b']);
    return seen !== null && !filesIn(folder).includes(file);
  });
});

it(
  'is never torn, empty or older than before, beside grouped writes',
  async () => {
    const { url } = await server();
    const [{ db: writer }, { db }] = [await open(url), await open(url)];
    await writer.client.executeMultiple(`
    create table rows (id integer primary key, room integer, seq integer, body text);
    create unique index by_room on rows (room, seq);
    create table totals (room integer primary key, count integer, sum integer, last integer)`);
    await writer.client.batch(
      Array.from({ length: ROOMS }, (_, room) => ({
        sql: 'insert into totals values (?, 0, 0, 0)',
        args: [room],
      })),
    );
    const add = (seq: number) =>
      writer.client.batch(
        Array.from({ length: ROOMS }, (_, room) => [
          {
            sql: 'insert into rows values (?, ?, ?, ?)',
            args: [seq * ROOMS + room, room, seq, `${seq} `.repeat(seq % 100)],
          },
          { sql: 'delete from rows where id = ?', args: [(seq - KEPT) * ROOMS + room] },
          {
            sql: 'update totals set count = min(?2, ?3), sum = sum + ?2 - max(?2 - ?3, 0), last = ?2 where room = ?1',
            args: [room, seq, KEPT],
          },
        ]).flat(),
      );
    let seq = 0;
    while (seq < KEPT) await add(++seq);
    const read = async (query: string, ...args: number[]) => (await db.client.execute(query, args)).rows;
    await until(
      async () =>
        isReadable(db) && (await db.near?.run(0, () => read('select last from totals')))?.length === ROOMS,
    );
    const { near } = db;
    const last: number[] = [];
    let versions = 0;
    const check = async (room: number) => {
      const [total] = await read(
        `select count(*), sum(seq), max(seq), (select count from totals where room = ?1), (select sum from totals where room = ?1),
       (select last from totals where room = ?1) from rows where room = ?1`,
        room,
      );
      const [count, sum, max, ...known] = Array.from(total ?? []) as number[];
      expect(known).toEqual([count, sum, max]);
      expect(max).toBeGreaterThanOrEqual(last[room] ?? KEPT);
      if (max !== last[room]) versions++;
      last[room] = max ?? 0;
      const page = await read(
        'select id, seq, body from rows where room = ? order by seq desc limit 20',
        room,
      );
      expect(page).toHaveLength(20);
      page.forEach(({ id, seq: of, body }, index) => {
        expect([id, of, body]).toEqual([
          Number(of) * ROOMS + room,
          Number(page[0]?.seq) - index,
          `${Number(of)} `.repeat(Number(of) % 100),
        ]);
      });
    };
    const probe = 'select 1';
    const isThere = async () => near?.read(probe, probe) !== null;
    await until(async () => (await near?.run(writer.near?.known() ?? 0, isThere)) === true);
    for (let reads = 0; reads < READS; ) {
      near?.hear(writer.near?.known() ?? 0);
      await near?.run(0, async () => {
        const writing = add(++seq).then(() => add(++seq));
        for (let turn = 0; turn < 100 && near.read(probe, probe); turn++) {
          for (let room = 0; room < ROOMS; room++) await check(room);
          reads += 2 * ROOMS;
          await nextTurn();
        }
        await writing;
      });
    }
    expect(versions).toBeGreaterThan(ROOMS);
  },
  30_000 + READS,
);
