import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { databaseErrorCode, isDuplicate } from '../src/platform/database/database-errors.ts';
import { type Db, openDatabase, preparedQuery, type Tx } from '../src/platform/database/db.ts';
import { jobs } from '../src/platform/database/tables.ts';
import { createLog } from '../src/platform/observe/log.ts';
import { temporaryFile } from './platform.ts';
import { startSqld } from './sqld.ts';

const job = (id: string) => ({ id, kind: 'x', payload: '', runAt: 1, createdAt: 1 });
const add = (tx: Tx, id: string) => tx.orm.insert(jobs).values(job(id));
const ids = async (db: Db) => {
  const rows = await db.orm.select({ id: jobs.id }).from(jobs).orderBy(jobs.id);
  return rows.map(({ id }) => id);
};
const failures = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) => result.status === 'rejected');

const insertJob = preparedQuery((queries) =>
  queries
    .insert(jobs)
    .values({ ...job(''), id: sql.placeholder('id') })
    .returning({ id: jobs.id })
    .prepare(),
);
const countJobs = preparedQuery((queries) =>
  queries.select({ count: sql<number>`count(*)` }).from(jobs).prepare(),
);

/** Opens two instances on one empty, migrated database. */
type Place = () => Promise<[Db, Db]>;

async function onFile(): Promise<[Db, Db]> {
  const { db, file } = await temporaryFile();
  const other = await openDatabase({ file }, createLog('silent'));
  onTestFinished(() => other.close());
  return [db, other];
}

async function onServer(): Promise<[Db, Db]> {
  const { url, stop } = await startSqld();
  onTestFinished(stop);
  const first = await openDatabase({ url }, createLog('silent'));
  const second = await openDatabase({ url }, createLog('silent'));
  onTestFinished(() => first.close());
  onTestFinished(() => second.close());
  return [first, second];
}

const PLACES: [string, Place][] = [
  ['a file', onFile],
  ['a server', onServer],
];

/** The rest of the product relies on this, wherever the rows are. */
describe.each(PLACES)('on %s, a write', (_, place) => {
  it('stores all or nothing, and has its effects only once it is stored, in order', async () => {
    const [db] = await place();
    const effects: string[] = [];
    await db.write(async (tx) => {
      await add(tx, 'a');
      tx.afterCommit(() => effects.push('first'));
      tx.atEnd(async () => {
        const count = await tx.orm.$count(jobs);
        return () => effects.push(`${count} row`);
      });
      tx.afterCommit(() => effects.push('last'));
      expect(effects).toEqual([]);
    });
    const failed = db.write(async (tx) => {
      await add(tx, 'b');
      tx.afterCommit(() => effects.push('b'));
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(effects).toEqual(['first', '1 row', 'last']);
    expect(await ids(db)).toEqual(['a']);
  });

  it('has succeeded once it is stored, whatever an effect does', async () => {
    const [db] = await place();
    await db.write(async (tx) => {
      await add(tx, 'a');
      tx.afterCommit(() => {
        throw new Error('nobody listens');
      });
    });
    expect(await ids(db)).toEqual(['a']);
  });

  it('is one of many, one after the other, and none is lost', async () => {
    const [db] = await place();
    const writes = Array.from({ length: 50 }, (_, i) =>
      db.write(async (tx) => {
        const before = await tx.orm.$count(jobs);
        await add(tx, `write-${i}`);
        expect(await tx.orm.$count(jobs)).toBe(before + 1);
      }),
    );
    const singles = Array.from({ length: 50 }, (_, i) => db.orm.insert(jobs).values(job(`one-${i}`)));
    await Promise.all([...writes, ...singles]);
    expect(await db.orm.$count(jobs)).toBe(100);
  });

  it('sees what another instance has stored, and loses nothing of it', async () => {
    const [mine, other] = await place();
    await mine.orm.insert(jobs).values(job('a'));
    const increments = [mine, other].flatMap((db) =>
      Array.from({ length: 20 }, () =>
        db.write(async (tx) => {
          const [row] = await tx.orm.select({ attempts: jobs.attempts }).from(jobs);
          await tx.orm.update(jobs).set({ attempts: (row?.attempts ?? 0) + 1 });
        }),
      ),
    );
    await Promise.all(increments);
    expect(await other.orm.select({ attempts: jobs.attempts }).from(jobs)).toEqual([{ attempts: 40 }]);
  });

  it('shows nobody what is not stored yet', async () => {
    const [db, other] = await place();
    const counts: number[] = [];
    const read = () =>
      Promise.all([db, other].map(({ orm }) => orm.$count(jobs).then((n) => counts.push(n))));
    const write = db.write(async (tx) => {
      await add(tx, 'a');
      await tx.orm.$count(jobs);
      await nextTurn();
      await add(tx, 'b');
    });
    await Promise.all([write, read(), ...Array.from({ length: 20 }, () => nextTurn().then(read))]);
    await read();
    expect(counts.filter((count) => count !== 0 && count !== 2)).toEqual([]);
    expect(counts.at(-1)).toBe(2);
  });

  it('refuses the database itself instead of waiting for ever', async () => {
    const [db] = await place();
    const nested = db.write(async () => {
      await db.orm.insert(jobs).values(job('a'));
    });
    await expect(nested).rejects.toSatisfy((error) => databaseErrorCode(error) === 'OUTSIDE_TRANSACTION');
    await db.orm.insert(jobs).values(job('b'));
    expect(await ids(db)).toEqual(['b']);
  });

  it('fails by each change that fails, and takes back itself only', async () => {
    const [db] = await place();
    const results = await Promise.allSettled([
      db.write((tx) => add(tx, 'a')),
      db.write(async (tx) => {
        await add(tx, 'b');
        await add(tx, 'a');
      }),
      db.write(async (tx) => {
        await add(tx, 'a');
        return tx.orm.$count(jobs);
      }),
      db.write(async (tx) => {
        await add(tx, 'c');
        throw new Error('no');
      }),
      db.write((tx) => add(tx, 'd')),
    ]);
    expect(failures(results)).toEqual([false, true, true, true, false]);
    const duplicates = results.map((one) => one.status === 'rejected' && isDuplicate(one.reason));
    expect(duplicates).toEqual([false, true, true, false, false]);
    expect(await ids(db)).toEqual(['a', 'd']);
  });

  it('fails when its commit fails, and the next does not', async () => {
    const [db] = await place();
    const effects: string[] = [];
    const failing = db.write(async (tx) => {
      tx.afterCommit(() => effects.push('a'));
      await tx.orm.run(sql`pragma defer_foreign_keys = on`);
      await tx.orm.run(sql`insert into user_roles (user_id, role) values ('nobody', 'admin')`);
    });
    await expect(failing).rejects.toThrow();
    expect(effects).toEqual([]);
    await db.write((tx) => add(tx, 'b'));
    expect(await ids(db)).toEqual(['b']);
  });
});

describe.each(PLACES)('on %s, a batch', (_, place) => {
  it('answers each of its queries, which see those before them', async () => {
    const [db] = await place();
    const results = await db.batch({
      one: [insertJob(db.orm), { id: 'a' }],
      afterOne: [countJobs(db.orm), {}],
      other: [insertJob(db.orm), { id: 'b' }],
      afterBoth: [countJobs(db.orm), {}],
    });
    expect(results).toEqual({
      one: [{ id: 'a' }],
      afterOne: [{ count: 1 }],
      other: [{ id: 'b' }],
      afterBoth: [{ count: 2 }],
    });
  });

  it('stores all or nothing, and one that fails takes no other with it', async () => {
    const [db] = await place();
    const batch = (...names: string[]) =>
      db.batch(Object.fromEntries(names.map((id) => [id, [insertJob(db.orm), { id }] as const])));
    const results = await Promise.allSettled([batch('a', 'b'), batch('c', 'a'), batch('d')]);
    expect(failures(results)).toEqual([false, true, false]);
    expect(await ids(db)).toEqual(['a', 'b', 'd']);
  });
});

describe.each(PLACES)('on %s, a statement', (_, place) => {
  it('tells a duplicate from other failures, and the next is stored', async () => {
    const [db] = await place();
    await db.orm.insert(jobs).values(job('a'));
    await expect(db.orm.insert(jobs).values(job('a'))).rejects.toSatisfy(isDuplicate);
    const broken = db.orm.insert(jobs).values({ ...job('c'), kind: null as unknown as string });
    await expect(broken).rejects.toSatisfy((error) => !isDuplicate(error));
    await db.orm.insert(jobs).values(job('d'));
    expect(await ids(db)).toEqual(['a', 'd']);
  });

  it('gives back numbers, texts, bytes and nothing as they were given', async () => {
    const [db] = await place();
    const values = [0, -1.5, Number.MAX_SAFE_INTEGER, '', 'Épices & Co 🌶️', null];
    const { rows } = await db.client.execute({ sql: 'select ?, ?, ?, ?, ?, ?', args: values });
    expect(Array.from({ length: values.length }, (_, column) => rows[0]?.[column])).toEqual(values);
    const bytes = new Uint8Array([0, 1, 254, 255]);
    const [row] = (await db.client.execute({ sql: 'select ? as bytes', args: [bytes] })).rows;
    expect([...new Uint8Array(row?.bytes as ArrayBuffer)]).toEqual([...bytes]);
  });

  it('fails once the database is closed', async () => {
    const [db] = await place();
    db.close();
    await expect(db.orm.$count(jobs)).rejects.toBeInstanceOf(Error);
    await expect(db.write((tx) => add(tx, 'a'))).rejects.toBeInstanceOf(Error);
  });
});
