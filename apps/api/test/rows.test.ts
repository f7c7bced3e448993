import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/libsql';
import { alias } from 'drizzle-orm/sqlite-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { members, sessions, userRoles } from '../src/auth/tables.ts';
import { type Db, openDatabase, type Queries } from '../src/platform/database/db.ts';
import { createLog } from '../src/platform/observe/log.ts';
import { profiles } from '../src/profiles/tables.ts';

const folder = mkdtempSync(join(tmpdir(), 'guilde-rows-'));
let db: Db;
/** The same client read by drizzle alone. */
let plain: Queries;

beforeAll(async () => {
  db = await openDatabase({ file: join(folder, 'guilde.db') }, createLog('silent'));
  plain = drizzle({ client: db.client });
  const at = new Date('2026-11-17T09:00:00.123Z');
  for (const id of ['claire', 'karim', 'zoe'])
    await db.orm.insert(members).values({ id, email: `${id}@exemple.fr`, createdAt: at, updatedAt: at });
  await db.orm.insert(profiles).values({
    userId: 'claire',
    specialties: ['ads', 'seo'],
    isCertified: false,
    createdAt: 1,
    updatedAt: 2,
  });
  await db.orm.insert(userRoles).values({ userId: 'karim', role: 'admin' });
  await db.orm.insert(sessions).values({
    id: 's',
    userId: 'karim',
    token: 't',
    expiresAt: at,
    createdAt: at,
    updatedAt: at,
  });
});
afterAll(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

const other = alias(profiles, 'other');

it.each<[string, (queries: Queries) => Promise<unknown[]>]>([
  ['one table', (queries) => queries.select().from(members)],
  ['JSON, booleans and instants', (queries) => queries.select().from(profiles)],
  [
    'a left join that finds nothing: the whole group is null',
    (queries) => queries.select().from(members).leftJoin(profiles, eq(profiles.userId, members.id)),
  ],
  [
    'groups named by hand',
    (queries) =>
      queries
        .select({ member: members, role: { role: userRoles.role }, id: members.id })
        .from(members)
        .leftJoin(userRoles, eq(userRoles.userId, members.id)),
  ],
  [
    'a group of two tables stays a group',
    (queries) =>
      queries
        .select({ both: { role: userRoles.role, bio: profiles.bio } })
        .from(members)
        .leftJoin(userRoles, eq(userRoles.userId, members.id))
        .leftJoin(profiles, eq(profiles.userId, members.id)),
  ],
  [
    'the same table twice',
    (queries) =>
      queries
        .select({ one: profiles, two: other })
        .from(profiles)
        .leftJoin(other, eq(other.userId, sql`'nobody'`)),
  ],
  [
    'expressions',
    (queries) =>
      queries
        .select({ n: sql<number>`1 + 1`, upper: sql`upper(${members.email})`.mapWith(String) })
        .from(members),
  ],
  [
    'what a write answers',
    (queries) => queries.update(members).set({ name: 'x' }).where(eq(members.id, 'zoe')).returning(),
  ],
])('rows are those of drizzle: %s', async (_, select) => {
  const rows = await select(db.orm);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows).toEqual(await select(plain));
});

it('reads a prepared query again and again', async () => {
  const byId = db.orm
    .select()
    .from(members)
    .leftJoin(profiles, eq(profiles.userId, members.id))
    .where(eq(members.id, sql.placeholder('id')))
    .prepare();
  expect((await byId.all({ id: 'claire' }))[0]?.profiles?.specialties).toEqual(['ads', 'seo']);
  expect((await byId.all({ id: 'zoe' }))[0]?.profiles).toBeNull();
});
