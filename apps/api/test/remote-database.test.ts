import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '@guilde/contracts/conversations/rules.ts';
import type { ErrorBody } from '@guilde/contracts/errors.ts';
import { createClient } from '@libsql/client';
import { Batch } from '@libsql/hrana-client';
import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { awaitFounderInvitation, ensureFounderInvitation } from '../src/invitations/founder.ts';
import type { DatabaseAddress } from '../src/platform/database/address.ts';
import {
  databaseErrorCode,
  isDatabaseUnavailable,
  isDuplicate,
} from '../src/platform/database/database-errors.ts';
import { type Db, openDatabase, type Tx } from '../src/platform/database/db.ts';
import type { RemoteClient } from '../src/platform/database/remote-client.ts';
import { jobs } from '../src/platform/database/tables.ts';
import { createLog } from '../src/platform/observe/log.ts';
import { startCuttingProxy } from './cutting-proxy.ts';
import { startGuilde } from './harness.ts';
import { temporaryFolder } from './platform.ts';
import { openChat, refusal } from './scenes.ts';
import { type Sqld, startSqld } from './sqld.ts';
import { until } from './until.ts';

const job = (id: string) => ({ id, kind: 'x', payload: '', runAt: 1, createdAt: 1 });

async function server(options: string[] = []): Promise<Sqld> {
  const sqld = await startSqld(options);
  onTestFinished(sqld.stop);
  return sqld;
}

async function open(address: DatabaseAddress): Promise<Db> {
  const db = await openDatabase(address, createLog('silent'));
  onTestFinished(() => db.close());
  return db;
}

it.each(['ws', 'http'])('speaks %s to a libSQL server', async (protocol) => {
  const { port } = await server();
  const db = await open({ url: `${protocol}://127.0.0.1:${port}` });
  await db.write((tx) => tx.orm.insert(jobs).values(job('a')));
  await expect(db.orm.insert(jobs).values(job('a'))).rejects.toSatisfy(isDuplicate);
  await expect(db.write((tx) => tx.orm.insert(jobs).values(job('a')))).rejects.toSatisfy(isDuplicate);
  expect(await db.orm.$count(jobs)).toBe(1);
});

it('shows its token to a server that asks for one', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const keyFile = join(temporaryFolder(), 'key.pem');
  writeFileSync(keyFile, publicKey.export({ type: 'spki', format: 'pem' }));
  const { url } = await server(['--auth-jwt-key-file', keyFile]);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part({ a: 'rw' })}`;
  const authToken = `${claims}.${sign(null, Buffer.from(claims), privateKey).toString('base64url')}`;
  await expect(open({ url })).rejects.toBeInstanceOf(Error);
  const db = await open({ url, authToken });
  await db.orm.insert(jobs).values(job('a'));
  expect(await db.orm.$count(jobs)).toBe(1);
});

it('is brought up once by instances that start together', async () => {
  const { url } = await server();
  const instances = await Promise.all([open({ url }), open({ url }), open({ url })]);
  for (const { orm } of instances) expect(await orm.$count(jobs)).toBe(0);
});

it('commits what arrives together in order, batches in groups, and tells each its own error', async () => {
  const { url } = await server();
  const db = await open({ url });
  const client = db.client as RemoteClient;
  await db.orm.insert(jobs).values(job('before'));
  const commits: number[] = [];
  db.commits?.onOwn((number) => commits.push(number));
  const add = (tx: Tx, id: string) => tx.orm.insert(jobs).values(job(id));
  const effects: string[] = [];
  const write = (id: string, fail?: Error) =>
    db.write(async (tx) => {
      tx.afterCommit(() => effects.push(id));
      await add(tx, id);
      if (fail) throw fail;
    });
  const batch = (id: string) =>
    client.batch([
      `insert into jobs (id, kind, payload, run_at, created_at) values ('${id}', 'x', '', 1, 1)`,
    ]);
  const results = await Promise.allSettled([
    write('a'),
    write('refused', new Error('no')),
    write('before'),
    write('b'),
    batch('a'),
    batch('c'),
    db.write(async () => 'nothing'),
    write('c'),
    write('d'),
  ]);
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual([
    ...[true, false, false, true],
    ...[false, true],
    ...[true, false, true],
  ]);
  const duplicates = results.map((one) => one.status === 'rejected' && isDuplicate(one.reason));
  expect(duplicates).toEqual([false, false, true, false, true, false, false, true, false]);
  expect(effects).toEqual(['a', 'b', 'd']);
  const rows = await db.orm.select({ id: jobs.id }).from(jobs);
  expect(rows.map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'before', 'c', 'd']);
  // The commits are those of three writes, and of the one batch that was left of two.
  expect(commits).toHaveLength(4);
});

it('asks together what is asked at the same time, and does not wait for changes', async () => {
  const { url } = await server();
  const db = await open({ url });
  const trips = vi.spyOn(Batch.prototype, 'execute');
  const [count, rows] = await db.write(async ({ orm }) => {
    await orm.insert(jobs).values(job('a'));
    await orm.insert(jobs).values(job('b'));
    return Promise.all([orm.$count(jobs), orm.select({ id: jobs.id }).from(jobs).orderBy(jobs.id)]);
  });
  expect([count, rows]).toEqual([2, [{ id: 'a' }, { id: 'b' }]]);
  // The first trip carries the inserts and the reads, the second one the commit.
  expect(trips.mock.calls.length).toBe(2);
  trips.mockRestore();
});

it('keeps out of the next write what a failed one still asks', async () => {
  const { url } = await server();
  const db = await open({ url });
  const late = Promise.withResolvers<unknown>();
  const failed = db.write(async ({ orm }) => {
    const goesOn = orm.$count(jobs).then(() => orm.insert(jobs).values(job('late')).returning());
    late.resolve(goesOn.catch(databaseErrorCode));
    await orm.$count(jobs);
    throw new Error('no');
  });
  const next = db.write(({ orm }) => orm.insert(jobs).values(job('next')));
  await expect(failed).rejects.toThrow('no');
  await next;
  expect(await late.promise).toBe('TRANSACTION_CLOSED');
  expect(await db.orm.select({ id: jobs.id }).from(jobs)).toEqual([{ id: 'next' }]);
});

it('counts the commits of all instances, in one row', async () => {
  const { url } = await server();
  const [mine, other] = [await open({ url }), await open({ url })];
  const before = (await mine.commits?.stored()) ?? 0;
  const numbers: number[] = [];
  for (const { commits } of [mine, other]) commits?.onOwn((number) => numbers.push(number));
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 2
        ? mine.orm.insert(jobs).values(job(`i${n}`))
        : other.write((tx) => tx.orm.insert(jobs).values(job(`w${n}`))),
    ),
  );
  numbers.sort((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, index) => before + 1 + index));
  expect(await mine.commits?.stored()).toBe(numbers.at(-1));
  expect(await mine.orm.$count(jobs)).toBe(20);
});

it('waits for another instance that stands still in its transaction, until the server takes that back', async () => {
  const { url } = await server();
  const mine = await open({ url });
  const other = createClient({ url });
  onTestFinished(() => other.close());
  const stalled = await other.transaction('write');
  await stalled.execute(
    "insert into jobs (id, kind, payload, run_at, created_at) values ('x', 'x', '', 1, 1)",
  );
  await mine.write((tx) => tx.orm.insert(jobs).values(job('a')));
  await expect(stalled.commit()).rejects.toBeInstanceOf(Error);
  expect(await mine.orm.select({ id: jobs.id }).from(jobs)).toEqual([{ id: 'a' }]);
});

it('says that the server is away, keeps what was acknowledged, and serves again when it is back', async () => {
  const sqld = await server();
  const db = await open({ url: sqld.url });
  await db.write((tx) => tx.orm.insert(jobs).values(job('a')));
  await sqld.kill();
  await expect(db.orm.$count(jobs)).rejects.toSatisfy(isDatabaseUnavailable);
  await expect(db.write((tx) => tx.orm.insert(jobs).values(job('b')))).rejects.toSatisfy(
    isDatabaseUnavailable,
  );
  await sqld.restart();
  await until(() =>
    db.orm.$count(jobs).then(
      (count) => count === 1,
      () => false,
    ),
  );
  await db.write((tx) => tx.orm.run(sql`update jobs set attempts = 3`));
  expect(await db.orm.select({ id: jobs.id, attempts: jobs.attempts }).from(jobs)).toEqual([
    { id: 'a', attempts: 3 },
  ]);
});

it('goes on serving when the server goes away just after the start, and makes the founder’s invitation then', async () => {
  const sqld = await server();
  const guilde = await startGuilde({ env: { DATABASE_URL: sqld.url } });
  onTestFinished(guilde.close);
  await sqld.kill();
  await expect(ensureFounderInvitation(guilde.deps)).rejects.toSatisfy(isDatabaseUnavailable);
  const link = awaitFounderInvitation(guilde.deps);
  await sqld.restart();
  expect(await link).toContain('/invitation#token=');
});

it('tells everybody in time while the server is silent, and goes on when it speaks, nothing lost or doubled', async () => {
  const { port } = await server();
  const proxy = await startCuttingProxy(port, { dropOneIn: 0, random: () => 0 });
  onTestFinished(proxy.close);
  const env = { DATABASE_URL: proxy.url.replace('http', 'ws') };
  const guilde = await startGuilde({ env, statementMs: 30_000 });
  onTestFinished(guilde.close);
  const [claire, karim] = [await guilde.as('claire'), await guilde.as('karim')];
  const { messages } = await openChat(claire, karim);
  const sendText = (id: string) => claire.post<Message>(messages, { id, content: 'Bonjour' });
  const before = Array.from({ length: 5 }, () => randomUUID());
  for (const id of before) expect((await sendText(id)).status).toBe(200);

  proxy.silence();
  const meanwhile = Array.from({ length: 10 }, () => randomUUID());
  const answers = await Promise.all(meanwhile.map((id) => sendText(id)));
  expect(answers.map(refusal)).toEqual(meanwhile.map(() => '503 UNAVAILABLE'));
  const refused = await claire.request('/api/sos');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(((await refused.json()) as ErrorBody).error.message).toContain('momentanément indisponible');

  proxy.speak();
  await until(async () => (await claire.get(messages)).status === 200);
  for (const id of meanwhile) expect((await sendText(id)).status).toBe(200);
  const { rows } = await guilde.deps.db.client.execute(
    "select id from messages where kind = 'text' order by id",
  );
  expect(rows.map((row) => row[0])).toEqual([...before, ...meanwhile].sort());
});
