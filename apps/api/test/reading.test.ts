import { statSync } from 'node:fs';
import { join } from 'node:path';
import { secretsIn } from '@guilde/contracts/links.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSession } from '../src/auth/sessions.ts';
import { outboxUrl } from '../src/platform/services/outbox.ts';
import { unsubscribeLink } from '../src/settings/unsubscribe.ts';
import type { Client } from './client.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { inviteByMail, unconfirmed } from './newcomers.ts';
import { fillPlaces, routesThatRead } from './reading-routes.ts';
import { granted } from './scenes.ts';
import { linkIn } from './sign-up.ts';

const HOUR = 3_600_000;
/** These need a socket, a configuration that tests do not have, or the built web client. */
const NOTHING_TO_READ = ['/api/live', '/.well-known/security.txt', '/*'];

/** These columns may change by reading: they say when a session, and so its account, or a feed was last used. */
const NOT_COUNTED: Record<string, string[]> = {
  sessions: ['updated_at'],
  members: ['last_used_at', 'unused_warnings', 'unused_warned_at'],
  calendar_links: ['last_read_at'],
};
/** An administrator who reads others' data adds entries to the journal, and changes nothing else. */
const JOURNAL = /^audit_/;

let guilde: Guilde;
let viewers: Record<string, Client>;
let routes: ReturnType<typeof routesThatRead>;
let queries: string[];

beforeAll(async () => {
  guilde = await startGuilde({ env: { LEGAL_EMAIL: 'equipe@exemple.fr' } });
  const [nina, claire, karim, zoe] = await Promise.all([
    guilde.as('nina'),
    guilde.as('claire'),
    guilde.as('karim'),
    guilde.as('zoe'),
  ]);
  viewers = { visitor: guilde.visitor(), newcomer: await guilde.as('theo'), member: claire, helper: karim };
  Object.assign(viewers, { outsider: zoe, administrator: nina });
  const places = await fillPlaces(guilde, nina, claire, karim);
  // Files of private messages are shown once their conversation is open.
  const opening = { cause: 'report', reason: 'Un message signalé.' };
  granted(await nina.post(`/api/admin/conversations/${places.conversationId}/open`, opening));
  routes = routesThatRead(guilde, places);
  queries = [...(await secretsOf(claire)), new URL(outboxUrl(guilde.deps) ?? '').search];
  // From here on nothing changes by itself.
  await guilde.deps.jobs.drain();
  await guilde.deps.jobs.stop();
});
afterAll(() => guilde.close());

/** Returns every secret that a mail has carried, and none: a mail scanner would request these. */
async function secretsOf(claire: Client): Promise<string[]> {
  const invited = await inviteByMail(guilde, claire, 'invitee@exemple.fr');
  await unconfirmed(guilde, claire, 'inscrite@exemple.fr');
  const confirmation = secretsIn(await linkIn(guilde, 'inscrite@exemple.fr')).token;
  await guilde.visitor().post('/api/auth/reset-request', { email: claire.email });
  const reset = secretsIn(await linkIn(guilde, claire.email)).token;
  const unsubscribe = secretsIn(new URL(unsubscribeLink(guilde.deps, claire.id).url)).token;
  const tokens = [confirmation, reset, unsubscribe].map(
    (token) => `?token=${encodeURIComponent(token ?? '')}`,
  );
  return [
    '',
    ...tokens,
    `?token=${invited.token}&proof=${invited.proof}`,
    new URL(outboxUrl(guilde.deps) ?? '').search,
  ];
}

/** Returns all rows of all tables, except for the columns that are not counted. */
async function everything(): Promise<Map<string, string>> {
  const { orm } = guilde.deps.db;
  const tables = await orm.all<{ name: string }>(
    sql`select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name`,
  );
  const rows = new Map<string, string>();
  for (const { name } of tables) {
    if (JOURNAL.test(name)) continue;
    const content = await orm.all<Record<string, unknown>>(sql.raw(`select * from "${name}"`));
    rows.set(
      name,
      JSON.stringify(
        content.map((row) => counted(name, row)),
        readable,
      ),
    );
  }
  return rows;
}

function counted(table: string, row: Record<string, unknown>): unknown[] {
  const columns = Object.entries(row).filter(([column]) => !NOT_COUNTED[table]?.includes(column));
  // The driver also gives each value by its index.
  return columns.filter(([column]) => !/^\d+$/.test(column));
}

/** The value differs after every commit, because the log grows or restarts. Reading all rows is slow. */
function lastCommit(): string {
  const log = statSync(join(guilde.deps.config.dataDir, 'guilde.db-wal'), { bigint: true });
  return `${log.size} ${log.mtimeNs}`;
}

function changed(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...after.keys()].filter((table) => after.get(table) !== before.get(table));
}

function readable(_: string, value: unknown): unknown {
  return value instanceof ArrayBuffer ? Buffer.from(value).toString('hex') : value;
}

test('no address of the server changes anything by being opened, whoever opens it, with whatever secret', async () => {
  guilde.clock.advance(2 * HOUR);
  await viewers.administrator?.prove?.();
  const answered = new Set<string>();
  expect(routes.length).toBeGreaterThan(40);
  let before = await everything();
  let committed = lastCommit();
  for (const { route, path } of routes)
    for (const [viewer, client] of Object.entries(viewers)) {
      for (const query of queries)
        for (const method of query ? ['GET', 'HEAD'] : ['GET']) {
          const answer = await client.request(path + query, { method });
          await answer.arrayBuffer();
          if (answer.status < 400) answered.add(route);
        }
      if (lastCommit() === committed) continue;
      const after = await everything();
      expect(changed(before, after), `${path} as ${viewer}`).toEqual([]);
      before = after;
      committed = lastCommit();
    }
  expect(changed(before, await everything())).toEqual([]);
  const silent = routes.map(({ route }) => route).filter((route) => !answered.has(route));
  expect(silent.filter((route) => !NOTHING_TO_READ.includes(route))).toEqual([]);
});

test('a change would be seen', async () => {
  const before = await everything();
  const committed = lastCommit();
  const { id } = viewers.member ?? { id: '' };
  await guilde.deps.db.write((tx) => openSession(tx, id, 'x', guilde.clock.now()));
  expect(lastCommit()).not.toBe(committed);
  expect(changed(before, await everything())).toEqual(['sessions']);
});
