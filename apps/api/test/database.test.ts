import { existsSync } from 'node:fs';
import { getTableColumns, sql } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/sqlite-core';
import { describe, expect, it } from 'vitest';
import * as auth from '../src/auth/tables.ts';
import { openDatabase } from '../src/platform/database/db.ts';
import { openEngine } from '../src/platform/database/engine.ts';
import * as platform from '../src/platform/database/tables.ts';
import { createLog } from '../src/platform/observe/log.ts';
import * as profiles from '../src/profiles/tables.ts';
import * as sos from '../src/sos/tables.ts';
import { tables } from './declared-tables.ts';
import { temporaryFile } from './platform.ts';

type SchemaRow = { type: string; name: string; tbl_name: string };

async function schemaOf(db: Awaited<ReturnType<typeof openDatabase>>, type: string): Promise<SchemaRow[]> {
  return db.orm.all<SchemaRow>(
    sql`select type, name, tbl_name from sqlite_schema where type = ${type} and name not like 'sqlite_%' order by name`,
  );
}

describe('the migrated schema', () => {
  it('has every table and column that the code declares, and no other table', async () => {
    const { db } = await temporaryFile();
    const names = (await schemaOf(db, 'table')).map(({ name }) => name);
    const own = names.filter(
      (name) => !name.startsWith('__drizzle') && !/^(sos|summaries|audit|contact|messages)_search/.test(name),
    );
    expect(own).toEqual(tables.map((table) => getTableConfig(table).name).sort());
    for (const table of tables) {
      const { name } = getTableConfig(table);
      const columns = await db.orm.all<{ name: string; notnull: number }>(
        sql.raw(`pragma table_info(${name})`),
      );
      const declared = Object.values(getTableColumns(table)).map((column) => [
        column.name,
        column.notNull ? 1 : 0,
      ]);
      // The order of the columns does not count, because a later migration adds its columns at the end.
      expect(Object.fromEntries(columns.map((column) => [column.name, column.notnull]))).toEqual(
        Object.fromEntries(declared),
      );
    }
  });

  it('has every index that the code declares', async () => {
    const { db } = await temporaryFile();
    const names = (await schemaOf(db, 'index')).map(({ name }) => name);
    const declared = tables.flatMap((table) =>
      getTableConfig(table).indexes.map((index) => index.config.name),
    );
    expect(names).toEqual(expect.arrayContaining(declared));
  });

  it('keeps the search index true by triggers, with data in it', async () => {
    const { db } = await temporaryFile();
    const triggers = (await schemaOf(db, 'trigger')).map(({ name, tbl_name }) => [name, tbl_name]);
    expect(triggers).toEqual([
      ['article_spellings_insert', 'article_words'],
      ['article_words_summary_delete', 'sos_summaries'],
      ['article_words_summary_insert', 'sos_summaries'],
      ['article_words_summary_update', 'sos_summaries'],
      ['audit_entries_kept', 'audit_entries'],
      ['audit_entries_stay', 'audit_entries'],
      ['audit_search_delete', 'audit_entries'],
      ['audit_search_insert', 'audit_entries'],
      ['contact_search_delete', 'contact_messages'],
      ['contact_search_insert', 'contact_messages'],
      ['members_used_insert', 'sessions'],
      ['members_used_update', 'sessions'],
      ['message_indexes_delete', 'message_indexes'],
      ['profile_specialties_insert', 'profiles'],
      ['profile_specialties_update', 'profiles'],
      ['profile_tools_insert', 'profiles'],
      ['profile_tools_update', 'profiles'],
      ['profile_words_insert', 'profiles'],
      ['profile_words_update', 'profiles'],
      ['sos_ratings_withdrawn', 'sos_ratings'],
      ['sos_search_delete', 'sos_requests'],
      ['sos_search_insert', 'sos_requests'],
      ['sos_search_update', 'sos_requests'],
      ['summaries_search_delete', 'sos_summaries'],
      ['summaries_search_insert', 'sos_summaries'],
      ['summaries_search_update', 'sos_summaries'],
    ]);
    const found = async (words: string) =>
      (await db.orm.all(sql`select rowid from sos_search where sos_search match ${words}`)).length;
    const row = {
      id: 'a',
      title: 't',
      description: 'd',
      category: 'ads' as const,
      feedRank: 1,
      createdAt: 1,
      updatedAt: 1,
    };
    await db.orm.insert(sos.sosRequests).values({ ...row, searchText: 'retard colis' });
    expect(await found('colis')).toBe(1);
    await db.orm.update(sos.sosRequests).set({ searchText: 'compte suspendu' });
    expect([await found('colis'), await found('suspendu')]).toEqual([0, 1]);
    await db.orm.delete(sos.sosRequests);
    expect(await found('suspendu')).toBe(0);
  });

  it('spreads the words, specialties and tools of profiles by triggers', async () => {
    const { db } = await temporaryFile();
    const now = new Date(1);
    const id = '1c8f1d5e-0000-4000-8000-000000000001';
    await db.orm.insert(auth.members).values({ id, email: 'a@b.fr', createdAt: now, updatedAt: now });
    const row = { userId: id, createdAt: 1, updatedAt: 1 };
    await db.orm.insert(profiles.profiles).values({
      ...row,
      searchWords: ['claire', 'nord'],
      specialties: ['ads'],
      cms: 'shopify',
      payments: ['alma'],
    });
    const words = async () => (await db.orm.select().from(profiles.profileWords)).map(({ word }) => word);
    const needed = async () =>
      (await db.orm.select().from(profiles.profileSpecialties)).map(({ specialty }) => specialty);
    const tools = async () => (await db.orm.select().from(profiles.profileTools)).map(({ tool }) => tool);
    expect([await words(), await needed()]).toEqual([['claire', 'nord'], ['ads']]);
    expect((await tools()).sort()).toEqual(['alma', 'shopify']);
    await db.orm.update(profiles.profiles).set({ payments: ['mollie', 'stripe'], carriers: ['gls'] });
    expect((await tools()).sort()).toEqual(['gls', 'mollie', 'shopify', 'stripe']);
    await db.orm.update(profiles.profiles).set({ searchWords: ['zoe'], specialties: ['seo', 'cro'] });
    expect([await words(), (await needed()).sort()]).toEqual([['zoe'], ['cro', 'seo']]);
    await db.orm.delete(auth.members);
    expect([await words(), await needed(), await tools()]).toEqual([[], [], []]);
  });

  it('refers from each conversation to its SOS', async () => {
    const { db } = await temporaryFile();
    const keys = await db.orm.all<{ table: string; on_delete: string }>(
      sql`pragma foreign_key_list(conversations)`,
    );
    expect(keys.map((key) => [key.table, key.on_delete])).toContainEqual(['sos_requests', 'CASCADE']);
  });

  it('is durable and checks its keys', async () => {
    const { db } = await temporaryFile();
    const pragma = async (name: string) =>
      Object.values((await db.orm.all<object>(sql.raw(`pragma ${name}`)))[0] ?? {}).at(-1);
    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('synchronous')).toBe(2);
    expect(await pragma('foreign_keys')).toBe(1);
  });

  it('is brought up once: a second start changes nothing', async () => {
    const { db, file } = await temporaryFile();
    const before = await schemaOf(db, 'table');
    const again = await openDatabase({ file }, createLog('silent'));
    expect(await schemaOf(again, 'table')).toEqual(before);
    again.close();
  });
});

describe('writing', () => {
  const job = (id: string) => ({ id, kind: 'x', payload: '', runAt: 1, createdAt: 1 });

  it('waits for another process that holds the file, and what it then acknowledges is there', async () => {
    const { db, file } = await temporaryFile();
    const foreign = openEngine(file);
    foreign.exec('BEGIN IMMEDIATE');
    const waiting = Promise.all([
      db.orm.insert(platform.jobs).values(job('a')),
      db.write((tx) => tx.orm.insert(platform.jobs).values(job('b'))),
    ]);
    // Reads take no lock. When these are answered, both writes have run into the foreign lock.
    for (let read = 0; read < 10; read++) expect(await db.orm.$count(platform.jobs)).toBe(0);
    foreign.exec('COMMIT');
    await waiting;
    await db.orm.insert(platform.jobs).values(job('c'));
    expect(foreign.prepare('select count(*) as n from jobs').get()).toMatchObject({ n: 3 });
    foreign.close();
  });

  it('is opened anew after it was busy anywhere but at the beginning of a transaction', async () => {
    const { db, file } = await temporaryFile();
    const kept = async () => (await db.client.execute('pragma cache_size')).rows[0]?.[0];
    const before = await kept();
    await db.client.execute('pragma cache_size = -1234');
    const foreign = openEngine(file);
    foreign.exec('BEGIN IMMEDIATE');
    const waiting = db.client.execute('vacuum');
    await db.orm.$count(platform.jobs);
    foreign.exec('COMMIT');
    await waiting;
    expect(await kept()).toBe(before);
    await db.orm.insert(platform.jobs).values(job('a'));
    expect(await db.orm.$count(platform.jobs)).toBe(1);
  });

  it('leaves the file whole when it closes', async () => {
    const { db, file } = await temporaryFile();
    await db.orm.insert(platform.jobs).values(job('a'));
    db.close();
    expect(existsSync(file)).toBe(true);
    const foreign = openEngine(file);
    expect(foreign.prepare('select count(*) as n from jobs').get()).toMatchObject({ n: 1 });
    foreign.close();
  });
});
