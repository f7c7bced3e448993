import { sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { databaseErrorCode, isDuplicate } from '../src/platform/database/database-errors.ts';
import type { Db, Tx } from '../src/platform/database/db.ts';
import type { Commit, FileClient } from '../src/platform/database/file-client.ts';
import { jobs } from '../src/platform/database/tables.ts';
import { temporaryFile } from './platform.ts';

const job = (id: string) => ({ id, kind: 'x', payload: '', runAt: 1, createdAt: 1 });
const add = (tx: Tx, id: string) => tx.orm.insert(jobs).values(job(id));
const idsIn = async (db: Db) => (await db.orm.select({ id: jobs.id }).from(jobs)).map(({ id }) => id);

function keepBusy(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

/** The clock stands by default, because a commit also ends by time, which varies on a busy machine. */
async function watched(time: 'stands' | 'runs' = 'stands') {
  const { db } = await temporaryFile();
  if (time === 'stands') {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    onTestFinished(() => now.mockRestore());
  }
  const commits: Commit[] = [];
  (db.client as FileClient).onCommit = (commit) => commits.push(commit);
  return { db, sizes: () => commits.map(({ writes }) => writes) };
}

describe('writes that arrive in one turn of the event loop', () => {
  it('share one durable commit, transactions and single statements alike', async () => {
    const { db, sizes } = await watched();
    await Promise.all([
      ...Array.from({ length: 20 }, (_, i) => db.write((tx) => add(tx, `w${i}`))),
      ...Array.from({ length: 10 }, (_, i) => db.orm.insert(jobs).values(job(`s${i}`))),
    ]);
    expect(sizes()).toEqual([30]);
    expect(await db.orm.$count(jobs)).toBe(30);
  });

  it('are acknowledged, and have their effects, after the commit and in the order of their arrival', async () => {
    const { db } = await watched();
    const log: string[] = [];
    (db.client as FileClient).onCommit = () => log.push('commit');
    const write = (name: string) =>
      db
        .write(async (tx) => {
          tx.afterCommit(() => log.push(`${name} effect`));
          await add(tx, name);
          log.push(`${name} written`);
        })
        .then(() => log.push(`${name} acknowledged`));
    await Promise.all([write('a'), write('b')]);
    expect(log.slice(0, 3)).toEqual(['a written', 'b written', 'commit']);
    expect(log.slice(3).filter((line) => line.endsWith('effect'))).toEqual(['a effect', 'b effect']);
    expect(log.indexOf('a effect')).toBeLessThan(log.indexOf('a acknowledged'));
  });

  it('fail alone: the others are stored, and nothing of the bad one is', async () => {
    const { db, sizes } = await watched();
    const effects: string[] = [];
    const write = (name: string, fail: (tx: Tx) => Promise<unknown>) =>
      db.write(async (tx) => {
        tx.afterCommit(() => effects.push(name));
        await add(tx, name);
        await fail(tx);
      });
    const results = await Promise.allSettled([
      write('a', async () => undefined),
      write('refused', () => Promise.reject(new Error('no'))),
      write('twice', (tx) => add(tx, 'a')),
      db.orm.insert(jobs).values(job('a')),
      write('b', async () => undefined),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    expect(results.map((one) => one.status === 'rejected' && isDuplicate(one.reason))).toEqual([
      false,
      false,
      true,
      true,
      false,
    ]);
    expect(await idsIn(db)).toEqual(['a', 'b']);
    expect([effects, sizes()]).toEqual([['a', 'b'], [5]]);
  });

  it('all fail when the commit itself does, and the next ones do not', async () => {
    const { db } = await watched();
    const effects: string[] = [];
    const results = await Promise.allSettled([
      db.write(async (tx) => {
        tx.afterCommit(() => effects.push('a'));
        await add(tx, 'a');
      }),
      db.write(async (tx) => {
        await tx.orm.run(sql`pragma defer_foreign_keys = on`);
        await tx.orm.run(sql`insert into user_roles (user_id, role) values ('nobody', 'admin')`);
      }),
      db.write(async (tx) => {
        await add(tx, 'b');
        throw new Error('no');
      }),
    ]);
    for (const result of results)
      expect(result).toMatchObject({ reason: { extendedCode: 'SQLITE_CONSTRAINT_FOREIGNKEY' } });
    expect([effects, await idsIn(db)]).toEqual([[], []]);
    await db.write((tx) => add(tx, 'c'));
    expect(await idsIn(db)).toEqual(['c']);
  });

  it('fail with one that fills the disk; nothing of them is stored alone, and those after it go into the next commit', async () => {
    const { db } = await watched();
    const { rows } = await db.client.execute('pragma page_count');
    await db.client.execute(`pragma max_page_count = ${Number(rows[0]?.[0]) + 2}`);
    const huge = { ...job('huge'), payload: 'x'.repeat(100_000) };
    const results = await Promise.allSettled([
      db.write((tx) => add(tx, 'a')),
      db.write(async (tx) => {
        // A verb that swallows a failure must not go on outside the transaction that the failure rolled back.
        await tx.orm
          .insert(jobs)
          .values(huge)
          .catch(() => undefined);
        await add(tx, 'after').catch(() => undefined);
      }),
      db.write((tx) => add(tx, 'b')),
    ]);
    expect(results.map((result) => result.status === 'rejected' && databaseErrorCode(result.reason))).toEqual(
      ['SQLITE_FULL', 'SQLITE_FULL', false],
    );
    expect(await idsIn(db)).toEqual(['b']);
    await db.client.execute('pragma max_page_count = 1000000');
    await db.write((tx) => tx.orm.insert(jobs).values(huge));
    expect((await idsIn(db)).toSorted()).toEqual(['b', 'huge']);
  });

  it('keep their order through several commits, when some take long', async () => {
    const { db, sizes } = await watched('runs');
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 300 }, (_, i) =>
        db.write(async (tx) => {
          await add(tx, `w${i}`);
          order.push(i);
          if (i % 100 === 50) keepBusy(60);
        }),
      ),
    );
    expect(order).toEqual(Array.from({ length: 300 }, (_, i) => i));
    expect(sizes().reduce((sum, writes) => sum + writes, 0)).toBe(300);
    expect(sizes().length).toBeGreaterThanOrEqual(4);
  });

  it('cannot be joined by a query that a write forgot to wait for', async () => {
    const { db } = await watched('runs');
    let forgotten: Promise<unknown> = Promise.resolve();
    const first = db.write(async (tx) => {
      forgotten = new Promise((resolve) => setImmediate(resolve)).then(() => add(tx, 'forgotten'));
      forgotten.catch(() => undefined);
    });
    await first;
    const second = db.write(async (tx) => {
      await add(tx, 'a');
      await forgotten.catch(() => undefined);
    });
    await expect(forgotten).rejects.toSatisfy((error) => databaseErrorCode(error) === 'TRANSACTION_CLOSED');
    await second;
    expect(await idsIn(db)).toEqual(['a']);
  });
});
