import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Client } from './client.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { openChat, say } from './scenes.ts';

/** A walk through a whole table; one along an index stops at the page's limit. */
const FULL_SCAN = /^SCAN (messages|newer|sos_requests|participants|conversations)( |$)(?!USING )/;

type Statement = { sql: string; args: (SQLInputValue | boolean)[] };

let guilde: Guilde;
let claire: Client;
let chat: string;
let sosId: string;
/** Another reader of the same file: libsql's connection does not come to rest after an EXPLAIN. */
let reader: DatabaseSync;

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  const karim = await guilde.as('karim');
  const { sos, conversation } = await openChat(claire, karim);
  await say(karim, conversation.id, 'Bonjour');
  chat = conversation.id;
  sosId = sos.id;
  reader = new DatabaseSync(join(guilde.deps.config.dataDir, 'guilde.db'), { readOnly: true });
});
afterAll(async () => {
  reader.close();
  await guilde.close();
});

/** How SQLite goes about the statements of one request. */
async function plansOf(path: string): Promise<string[]> {
  const execute = vi.spyOn(guilde.deps.db.client, 'execute');
  const answer = await claire.get(path);
  const statements = (execute.mock.calls as unknown[][]).map(([statement]) => statement as Statement);
  execute.mockRestore();
  expect(answer.status).toBe(200);
  return statements.flatMap(({ sql, args }) => {
    const values = args.map((value) => (typeof value === 'boolean' ? Number(value) : value));
    const plan = reader.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
    return plan.map((step) => String(step.detail));
  });
}

it.each([
  ['the feed', () => '/api/sos'],
  ['the next page of the feed', () => '/api/sos?cursor=41000.1'],
  ['unresolved SOS', () => '/api/sos?status=unresolved'],
  ['resolved SOS', () => '/api/sos?status=resolved'],
  ['SOS of a specialty', () => '/api/sos?specialty=ads'],
  ['SOS of this week', () => '/api/sos?date=week'],
  ['my SOS', () => '/api/sos?scope=mine'],
  ['SOS that match my specialties', () => '/api/sos?scope=matching'],
  ['a search in the feed', () => '/api/sos?q=compte'],
  ['all filters together', () => '/api/sos?q=a&status=ongoing&specialty=ads&scope=matching&date=month'],
  ['an SOS', () => `/api/sos/${sosId}`],
  ['my conversations', () => '/api/conversations'],
  ['a search in my conversations', () => '/api/conversations?q=karim'],
  ['a conversation', () => `/api/conversations/${chat}`],
  ['the newest messages', () => `/api/conversations/${chat}/messages`],
  ['earlier messages', () => `/api/conversations/${chat}/messages?before=2`],
  ['messages after a gap', () => `/api/conversations/${chat}/messages?after=1`],
  ['what I have not read', () => '/api/conversations/unread'],
  ['who is to be rated', () => `/api/ratings/helpers/${sosId}`],
  ['statistics', () => `/api/ratings/stats/${claire.id}`],
])('%s: no walk through a whole table', async (_, path) => {
  const plans = await plansOf(path());
  expect(plans.some((step) => step.startsWith('SEARCH') || step.startsWith('SCAN'))).toBe(true);
  expect(plans.filter((step) => FULL_SCAN.test(step))).toEqual([]);
});

it('would notice one', () => {
  const plan = reader.prepare("EXPLAIN QUERY PLAN select * from messages where content = 'x'").all();
  expect(plan.some((step) => FULL_SCAN.test(String(step.detail)))).toBe(true);
});
