import { mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Client, createClient, type InStatement, LibsqlError } from '@libsql/client';
import Engine from 'libsql';
import { rawReader } from '../audit-chain.ts';
import type { ServerAddress } from './address.ts';
import { asLibsqlError, openEngine } from './engine.ts';
import { type Erasures, erasuresIn, RESTORED_ERASURES } from './erasures.ts';
import { MIGRATIONS_TABLE, UNFINISHED_RESTORE } from './schema-version.ts';

const CHUNK_ROWS = 2000;
/** A server refuses long requests. */
const CHUNK_CHARACTERS = 500_000;

type Entry = { type: 'table' | 'index' | 'trigger' | 'view'; name: string; sql: string };
type Value = string | number | null;

/** Copies a libSQL server's database into the new file `to`, as of one moment. @throws LibsqlError */
export function downloadDatabase(server: ServerAddress, to: string): void {
  const folder = mkdtempSync(join(dirname(to), 'replica-'));
  const replica = join(folder, 'replica.db');
  try {
    copyAsReplica(server, replica);
    // A replica refuses this statement itself, so the file is opened without its server.
    const database = openEngine(replica);
    database.prepare('VACUUM INTO :copy').run({ copy: to });
    database.close();
  } catch (error) {
    throw asLibsqlError(error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function copyAsReplica({ url, authToken = '' }: ServerAddress, file: string): void {
  try {
    const replica = new Engine(file, { syncUrl: url.replace(/^ws/, 'http'), authToken } as Engine.Options);
    replica.sync();
    replica.close();
  } catch (error) {
    const { message } = error as Error;
    // The « injector » writes the copy: its disk is full.
    throw new LibsqlError(message, message.includes('Injector') ? 'SQLITE_FULL' : 'SERVER_ERROR');
  }
}

export async function stateOfServer(server: ServerAddress): Promise<'empty' | 'unfinished' | 'filled'> {
  return onServer(server, async (client) => {
    const names = (await entriesOf(client)).map(({ name }) => name);
    if (names.includes(UNFINISHED_RESTORE)) return 'unfinished';
    return names.length > 0 ? 'filled' : 'empty';
  });
}

export function holdsRows(server: ServerAddress, table: string): Promise<boolean> {
  return onServer(server, async (client) => {
    const { rows } = await client.execute(`select 1 from "${table}" limit 1`);
    return rows.length > 0;
  });
}

/**
 * Replaces a server's database. No instance may run, and none starts before it is complete.
 * @throws LibsqlError
 */
export async function uploadDatabase(
  file: string,
  server: ServerAddress,
  erasures: Erasures = new Map(),
): Promise<void> {
  const source = openEngine(file, { readOnly: true });
  try {
    await onServer(server, (client) => upload(source, client, erasures));
  } finally {
    source.close();
  }
}

async function upload(source: Engine.Database, client: Client, erasures: Erasures): Promise<void> {
  const old = await entriesOf(client);
  await client.migrate([
    // A full-text index goes first, because its tables go with it.
    ...old.toSorted((one, other) => dropOrder(one) - dropOrder(other)).map(dropped),
    `create table ${UNFINISHED_RESTORE} (id integer primary key)`,
    ...(erasures.size > 0 ? leftForTheStart(erasures) : []),
  ]);
  const entries = source
    .prepare("select type, name, sql from sqlite_master where sql is not null and name not like 'sqlite_%'")
    .all([]) as Entry[];
  const ofType = (...types: Entry['type'][]) => entries.filter(({ type }) => types.includes(type));
  const virtual = ofType('table').filter(isVirtual);
  const plain = ofType('table').filter(
    (entry) => !virtual.some(({ name }) => entry.name === name || entry.name.startsWith(`${name}_`)),
  );
  await client.migrate([...plain, ...virtual].map(({ sql }) => sql));
  for (const { name } of plain) if (name !== MIGRATIONS_TABLE) await copyRows(source, client, name);
  for (const { name, sql } of virtual)
    if (/\bcontent\s*=/i.test(sql))
      await client.execute(`insert into "${name}" ("${name}") values ('rebuild')`);
    else await copyRows(source, client, name, ['rowid']);
  await client.execute('delete from sqlite_sequence');
  await copyRows(source, client, 'sqlite_sequence');
  await client.migrate(ofType('index', 'view', 'trigger').map(({ sql }) => sql));
  await copyRows(source, client, MIGRATIONS_TABLE);
  await client.execute(`drop table ${UNFINISHED_RESTORE}`);
}

/** The erasures get a table of their own, since the backup's schema may be older than that of the list. */
function leftForTheStart(erasures: Erasures): InStatement[] {
  return [
    `create table ${RESTORED_ERASURES} (id text primary key, erased_at integer not null)`,
    {
      sql: `insert into ${RESTORED_ERASURES} (id, erased_at) select key, value from json_each(?)`,
      args: [JSON.stringify(Object.fromEntries(erasures))],
    },
  ];
}

/** The list also has the accounts that an earlier restore left for the start. */
export function erasuresOnServer(server: ServerAddress): Promise<Erasures> {
  return onServer(server, async (client) => {
    const read = rawReader(client);
    return new Map([...(await erasuresIn(read)), ...(await erasuresIn(read, RESTORED_ERASURES))]);
  });
}

function isVirtual({ sql }: Entry): boolean {
  return /^create virtual table/i.test(sql);
}

function dropOrder(entry: Entry): number {
  if (entry.type !== 'table') return 0;
  return isVirtual(entry) ? 1 : 2;
}

function dropped({ type, name }: Entry): string {
  return `drop ${type} if exists "${name}"`;
}

async function copyRows(
  source: Engine.Database,
  client: Client,
  table: string,
  more: string[] = [],
): Promise<void> {
  const named = source.prepare(`select name from pragma_table_info('${table}')`).all([]) as {
    name: string;
  }[];
  const columns = [...more, ...named.map(({ name }) => name)].map((name) => `"${name}"`);
  const values = columns.map((_, index) => `value ->> ${index}`);
  const insert = `insert into "${table}" (${columns.join()}) select ${values.join()} from json_each(?)`;
  const send = (rows: string[]) => client.migrate([{ sql: insert, args: [`[${rows.join()}]`] }]);
  let rows: string[] = [];
  let characters = 0;
  for (const row of source.prepare(`select ${columns.join()} from "${table}"`).raw().iterate([])) {
    const text = JSON.stringify(row as Value[]);
    rows.push(text);
    characters += text.length;
    if (rows.length < CHUNK_ROWS && characters < CHUNK_CHARACTERS) continue;
    await send(rows);
    [rows, characters] = [[], 0];
  }
  if (rows.length > 0) await send(rows);
}

async function entriesOf(client: Client): Promise<Entry[]> {
  const { rows } = await client.execute(
    "select type, name, sql from sqlite_master where sql is not null and name not like 'sqlite_%' and name not like 'libsql_%'",
  );
  return rows as unknown as Entry[];
}

async function onServer<T>(
  { url, authToken }: ServerAddress,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = createClient(authToken ? { url, authToken } : { url });
  try {
    return await work(client);
  } finally {
    client.close();
  }
}
