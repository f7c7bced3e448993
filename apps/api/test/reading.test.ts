import { randomUUID } from 'node:crypto';
import { secretsIn } from '@guilde/contracts/links.ts';
import { REPORT_REASONS } from '@guilde/contracts/reports.ts';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../src/app.ts';
import { createAuth } from '../src/auth/better-auth.ts';
import { openSession } from '../src/auth/sessions.ts';
import { outbox } from '../src/platform/database/tables.ts';
import { outboxUrl } from '../src/platform/services/outbox.ts';
import { unsubscribeLink } from '../src/settings/unsubscribe.ts';
import { storeArticle } from './articles.ts';
import type { Client } from './client.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { inviteByMail, unconfirmed } from './newcomers.ts';
import { granted, openChat, sendText } from './scenes.ts';
import { linkIn } from './sign-up.ts';

const HOUR = 3_600_000;
/** For sockets only; with a configuration that tests have not; the web client’s files, once it has been built. */
const NOTHING_TO_READ = ['/api/live', '/.well-known/security.txt', '/*'];

/** What may change although one only reads: when a session was last in use. */
const NOT_COUNTED: Record<string, string[]> = { sessions: ['updated_at'] };
/** What an administrator reads of others leaves a line in the journal, and nothing else. */
const JOURNAL = /^audit_/;

let guilde: Guilde;
let viewers: Record<string, Client>;
let places: Record<string, string>;
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
  places = await fill(nina, claire, karim);
  queries = [...(await secretsOf(claire)), new URL(outboxUrl(guilde.deps) ?? '').search];
  // From here on nothing happens of itself.
  await guilde.deps.jobs.drain();
  await guilde.deps.jobs.stop();
});
afterAll(() => guilde.close());

/** One of everything that a route names, by the name of its parameter. */
async function fill(nina: Client, claire: Client, karim: Client): Promise<Record<string, string>> {
  const { sos, conversation } = await openChat(claire, karim);
  const { id: messageId } = await sendText(karim, conversation.id, 'As-tu demandé une révision ?');
  const [reportId, contactId] = [randomUUID(), randomUUID()];
  const [{ id: reason }] = REPORT_REASONS;
  const description = 'Messages déplacés.';
  granted(await claire.post('/api/reports', { id: reportId, reportedUserId: karim.id, reason, description }));
  const letter = { name: 'Alice', email: 'alice@exemple.fr', subject: 'Question', message: 'Bonjour.' };
  granted(await guilde.visitor().post('/api/contact', { id: contactId, ...letter }));
  granted(
    await nina.post(`/api/admin/reports/${reportId}/decide`, { decision: 'dismissed', reason: 'Rien' }),
  );
  const journal = granted(await nina.get<{ items: { id: string | number }[] }>('/api/admin/journal'));
  const summaryId = await storeArticle(guilde.deps, { title: 'Révision', sosRequestId: sos.id });
  const mailId = randomUUID();
  const mail = { id: mailId, recipient: claire.email, subject: 's', html: 'h', text: 't', createdAt: 1 };
  await guilde.deps.db.orm.insert(outbox).values(mail);
  return {
    sosId: sos.id,
    conversationId: conversation.id,
    messageId,
    memberId: karim.id,
    userId: karim.id,
    reportId,
    contactId,
    summaryId,
    entryId: String(journal.items[0]?.id),
    file: await picture(claire),
    id: mailId,
  };
}

async function picture(client: Client): Promise<string> {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#abc' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'a.png');
  await client.request('/api/profile/avatar', { method: 'PUT', body: form });
  const { body } = await client.get<{ avatarUrl: string }>('/api/profile');
  return body.avatarUrl.split('/').at(-1) ?? '';
}

/** None, and every secret that a mail has carried: what a mail scanner would ask for. */
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

/** Every GET of the router, with one of everything in the place of its parameters. */
function routesThatRead(): { route: string; path: string }[] {
  const { routes } = createApp({ ...guilde.deps, auth: createAuth(guilde.deps) });
  const reading = routes.filter(({ method }) => method === 'GET').map(({ path }) => path);
  return [...new Set(reading)].map((route) => ({
    route,
    path: route.replace(/:(\w+)/g, (_, name: string) => placeOf(name, route)).replace('*', 'home'),
  }));
}

function placeOf(name: string, route: string): string {
  const place = places[name];
  if (!place) throw new Error(`${route}: this test needs to know a :${name} that exists`);
  return place;
}

/** All rows of all tables, but for what is not counted. */
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
  // The driver gives each value by its place as well.
  return columns.filter(([column]) => !/^\d+$/.test(column));
}

function changed(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...after.keys()].filter((table) => after.get(table) !== before.get(table));
}

function readable(_: string, value: unknown): unknown {
  return value instanceof ArrayBuffer ? Buffer.from(value).toString('hex') : value;
}

test('no address of the server changes anything by being opened, whoever opens it, with whatever secret', async () => {
  guilde.clock.advance(2 * HOUR);
  const answered = new Set<string>();
  const routes = routesThatRead();
  expect(routes.length).toBeGreaterThan(40);
  let before = await everything();
  for (const { route, path } of routes)
    for (const [viewer, client] of Object.entries(viewers)) {
      for (const query of queries)
        for (const method of query ? ['GET', 'HEAD'] : ['GET']) {
          const answer = await client.request(path + query, { method });
          await answer.arrayBuffer();
          if (answer.status < 400) answered.add(route);
        }
      const after = await everything();
      expect(changed(before, after), `${path} as ${viewer}`).toEqual([]);
      before = after;
    }
  const silent = routes.map(({ route }) => route).filter((route) => !answered.has(route));
  expect(silent.filter((route) => !NOTHING_TO_READ.includes(route))).toEqual([]);
});

test('a change would be seen', async () => {
  const before = await everything();
  const { id } = viewers.member ?? { id: '' };
  await guilde.deps.db.write((tx) => openSession(tx, id, 'x', guilde.clock.now()));
  const after = await everything();
  expect(changed(before, after)).toEqual(['sessions']);
});
