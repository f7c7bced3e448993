import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { activeSince, weekFigures } from '../src/admin/weekly/figures.ts';
import { pushUnreadMessages } from '../src/conversations/message-pushes.ts';
import { mailUnreadMessages } from '../src/conversations/unread-mails.ts';
import { askForOutcomes } from '../src/outcomes/asking.ts';
import { claimJob } from '../src/platform/jobs/job-claims.ts';
import { storeArticle } from './articles.ts';
import type { Answer, Client } from './client.ts';
import { type Guilde, startGuilde } from './harness.ts';
import type { LiveClient } from './live-client.ts';
import { type Explain, openExplain, type Statement, watching } from './query-plans.ts';
import { fillPlaces, routesThatRead } from './reading-routes.ts';
import { granted, openChat, sendText, sosInput } from './scenes.ts';

/** These are the product's own routes, without the socket and its tickets, which have their own tests. */
const READS = /^\/api\/(?!live$|docs|health|openapi)/;

const text = () => ({ id: randomUUID(), content: 'Bonjour' });

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;
let chat: string;
let sosId: string;
let articleId: string;
let live: LiveClient;
let explain: Explain;

beforeAll(async () => {
  guilde = await startGuilde({ checksPages: false });
  nina = await guilde.as('nina');
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  const { sos, conversation } = await openChat(claire, karim);
  await sendText(karim, conversation.id, 'Bonjour');
  chat = conversation.id;
  const tools = { cms: 'shopify', payments: ['stripe'], carriers: ['dpd'] };
  for (const member of [claire, karim])
    granted(await member.put('/api/profile/step', { step: 3, values: tools }));
  sosId = sos.id;
  articleId = await storeArticle(guilde.deps, { title: 'Compte suspendu', category: 'ads' });
  live = await claire.live();
  // The statements of jobs would be counted too.
  await guilde.deps.jobs.stop();
  explain = openExplain(join(guilde.deps.config.dataDir, 'guilde.db'));
});
afterAll(async () => {
  explain.close();
  await guilde.close();
});

async function statementsOf(request: () => Promise<Pick<Answer<unknown>, 'status'>>): Promise<Statement[]> {
  const { answer, statements } = await watching(guilde, request);
  expect(answer.status).toBe(200);
  return statements;
}

async function sayOnSocket(): Promise<{ status: number }> {
  const said = text();
  live.send({ type: 'message', conversationId: chat, ...said });
  await live.next('message.created', ({ message }) => message.id === said.id);
  return { status: 200 };
}

/** The number counts the statements, including the session's; it must not depend on anything that grows. */
it.each([
  ['the feed', 4, () => '/api/sos'],
  ['the feed as it was', 3, () => '/api/sos'],
  ['the next page of the feed', 4, () => '/api/sos?cursor=41000.1'],
  ['unresolved SOS', 4, () => '/api/sos?status=unresolved'],
  ['resolved SOS', 4, () => '/api/sos?status=resolved'],
  ['SOS of a specialty', 4, () => '/api/sos?specialty=ads'],
  ['SOS of this week', 4, () => '/api/sos?date=week'],
  ['my SOS', 3, () => '/api/sos?scope=mine'],
  ['SOS that match my specialties', 3, () => '/api/sos?scope=matching'],
  ['SOS without help', 3, () => '/api/sos?scope=unhelped'],
  ['a search in the feed', 3, () => '/api/sos?q=compte'],
  ['all filters together', 3, () => '/api/sos?q=a&status=ongoing&specialty=ads&scope=matching&date=month'],
  ['an SOS', 5, () => `/api/sos/${sosId}`],
  ['whom my SOS has reached', 3, () => `/api/sos/${sosId}/reach`],
  ['my conversations', 2, () => '/api/conversations'],
  ['a search in my conversations', 3, () => '/api/conversations?q=karim'],
  ['a search in messages', 5, () => '/api/conversations/search?q=bonjour&from=karim&since=1'],
  ['a conversation', 3, () => `/api/conversations/${chat}`],
  ['the newest messages', 2, () => `/api/conversations/${chat}/messages`],
  ['earlier messages', 2, () => `/api/conversations/${chat}/messages?before=2`],
  ['messages after a gap', 2, () => `/api/conversations/${chat}/messages?after=1`],
  ['what I have not read', 2, () => '/api/conversations/unread'],
  ['who is to be rated', 3, () => `/api/ratings/helpers/${sosId}`],
  ['ratings given', 2, () => `/api/ratings/given/${sosId}`],
  ['ratings received', 2, () => '/api/ratings/received'],
  ['statistics', 2, () => `/api/ratings/stats/${claire.id}`],
  ['the knowledge base', 2, () => '/api/knowledge'],
  ['the next page of the knowledge base', 2, () => '/api/knowledge?cursor=41000.1'],
  ['articles of a category', 2, () => '/api/knowledge?category=ads'],
  ['a search in the knowledge base', 2, () => '/api/knowledge?q=compte'],
  ['a search in a category', 2, () => '/api/knowledge?q=co&category=ads'],
  ['a question to the knowledge base', 2, () => '/api/knowledge?q=mon%20compte%20ads%20suspendu'],
  ['a misspelt question', 4, () => '/api/knowledge?q=conpte%20suspendu'],
  ['what was resolved with my help', 3, () => `/api/members/${karim.id}/solved`],
  ['tabs and tiles of the knowledge base', 2, () => '/api/knowledge/overview'],
  ['an article', 3, () => `/api/knowledge/${articleId}`],
  ['whether a resolution held', 3, () => `/api/outcomes/${sosId}`],
  ['how many solutions of a member held', 2, () => `/api/members/${karim.id}/outcomes`],
  ['home', 15, () => '/api/home'],
  ['home, when nothing that all see has changed', 9, () => '/api/home'],
  ['what I was told', 7, () => '/api/home/told'],
  ['what I was told before', 7, () => `/api/home/told?cursor=41000.${'0'.repeat(32)}`],
  ['who helped most', 2, () => '/api/members/top-helpers'],
  ['the directory', 5, () => '/api/members'],
  ['a place in the directory', 5, () => '/api/members?offset=1&limit=1'],
  ['a search in the directory', 3, () => '/api/members?q=kar'],
  [
    'the directory with all filters',
    3,
    () => '/api/members?q=k&specialty=ads&cms=shopify&payment=stripe&carrier=dpd&sector=fashion',
  ],
  ['members of a platform', 6, () => '/api/members?cms=shopify'],
  ['a member', 3, () => `/api/members/${karim.id}`],
  ['whom I sponsor', 2, () => '/api/invitations/sponsored'],
  ['my SOS on which a member could help', 4, () => `/api/members/${nina.id}/askable-sos`],
])('%s: %i statements, no walk through a whole table', async (_, count, path) => {
  const statements = await statementsOf(() => claire.get(path()));
  const plans = explain.steps(statements);
  expect(plans.some((step) => step.startsWith('SEARCH') || step.startsWith('SCAN'))).toBe(true);
  expect(explain.wholeWalks(statements)).toEqual([]);
  expect(statements).toHaveLength(count);
});

it.each([
  [
    'a message after others have written',
    6,
    () => claire.post(`/api/conversations/${chat}/messages`, text()),
  ],
  ['the next message', 5, () => claire.post(`/api/conversations/${chat}/messages`, text())],
  ['a message on the socket', 4, sayOnSocket],
  ['reading', 4, () => karim.put(`/api/conversations/${chat}/read`, { seq: 5 })],
  [
    'inviting a member to help',
    8,
    () => claire.post(`/api/sos/${sosId}/help-requests`, { memberId: nina.id }),
  ],
  ['a new SOS', 9, () => claire.post('/api/sos', sosInput())],
  ['« Ça a marché chez moi »', 4, () => claire.put(`/api/knowledge/${articleId}/worked`)],
  ['« Déjà résolu ? »', 3, () => claire.post('/api/knowledge/suggestions', { title: 'Compte suspendu' })],
  [
    'opening a proposal',
    3,
    () => claire.post(`/api/knowledge/${articleId}/openings`, { draftId: randomUUID() }),
  ],
])('%s: %i statements, no walk through a whole table', async (_, count, request) => {
  const statements = await statementsOf(request);
  expect(explain.wholeWalks(statements)).toEqual([]);
  expect(statements).toHaveLength(count);
});

it.each([
  ['accounts', 4, () => '/api/admin/users'],
  ['suspended accounts', 4, () => '/api/admin/users?filter=suspended'],
  ['a search in accounts', 4, () => '/api/admin/users?q=claire'],
  ['an account by its SIREN', 4, () => '/api/admin/users?q=732829320'],
  ['accounts by name', 4, () => '/api/admin/users?order=name'],
  ['the next page of accounts by name', 4, () => `/api/admin/users?order=name&cursor=${claire.id}`],
  ['accounts by help', 4, () => '/api/admin/users?order=helps'],
  ['the oldest accounts', 4, () => '/api/admin/users?order=oldest'],
  [
    'accounts with all filters',
    4,
    () =>
      `/api/admin/users?certified=no&specialty=ads&tool=stripe&sector=home&helps=none&seen=not-30&from=2026-01-01&sponsor=${nina.id}`,
  ],
  ['filters of the team', 2, () => '/api/admin/saved-filters'],
  ['notes on an account', 4, () => `/api/admin/users/${claire.id}/notes`],
  ['an account', 12, () => `/api/admin/users/${claire.id}`],
  ['invitations', 7, () => '/api/admin/invitations'],
  ['invitations that expired', 6, () => '/api/admin/invitations?status=expired'],
  ['the roots of the tree of invitations', 3, () => '/api/admin/invitations/tree'],
  ['a level of the tree of invitations', 3, () => `/api/admin/invitations/tree?parent=${nina.id}`],
  ['the sponsors of a member', 3, () => `/api/admin/invitations/chain/${claire.id}`],
  ['reports', 5, () => '/api/admin/reports'],
  ['reports to be decided', 5, () => '/api/admin/reports?status=pending&q=karim'],
  ['reports about a member', 5, () => `/api/admin/reports?member=${karim.id}`],
  ['all SOS', 10, () => '/api/admin/sos'],
  ['urgent SOS', 7, () => '/api/admin/sos?status=urgent'],
  ['SOS that nobody helps', 7, () => '/api/admin/sos?status=unhelped'],
  ['a search in all SOS', 10, () => '/api/admin/sos?q=compte'],
  ['a search in messages', 3, () => '/api/admin/messages?q=karim'],
  ['messages of a conversation', 3, () => `/api/admin/messages?q=${chat.slice(0, 8)}`],
  ['messages to the team', 3, () => '/api/admin/contact'],
  ['a search in messages to the team', 3, () => '/api/admin/contact?q=facture&status=pending'],
  ['summaries', 7, () => '/api/admin/summaries'],
  ['summaries to be looked at again', 7, () => '/api/admin/summaries?status=to-review'],
  ['the journal', 3, () => '/api/admin/journal'],
  ['the security log', 3, () => '/api/admin/security'],
  ['the security log of an account', 3, () => `/api/admin/security?member=${claire.id}`],
  ['the security log of an address', 3, () => '/api/admin/security?source=127.0.0.1'],
  [
    'the journal with filters',
    3,
    () => `/api/admin/journal?subject=${claire.id}&action=user.suspend&q=motif`,
  ],
  ['the overview', 15, () => '/api/admin/overview'],
])('back office, %s: %i statements, no walk through a whole table', async (_, count, path) => {
  // The first reading of something adds an entry to the journal.
  await nina.get(path());
  const statements = await statementsOf(() => nina.get(path()));
  expect(explain.wholeWalks(statements)).toEqual([]);
  expect(statements).toHaveLength(count);
});

it.each(['messages', 'sos?status=resolved'])(
  'back office, the newest of %s: read from the end of the table, a page of them',
  async (path) => {
    const statements = await statementsOf(() => nina.get(`/api/admin/${path}`));
    const list = statements.find(({ sql }) => / order by \S+ desc limit \?$/.test(sql));
    const steps = list ? explain.steps([list]) : [];
    // A subquery reads the files of one message.
    expect(steps.filter((step) => /^SCAN (?!\(subquery)|TEMP B-TREE/.test(step))).toEqual([
      expect.stringMatching(/^SCAN (messages|sos_requests)$/),
    ]);
  },
);

it('walks through the directory in its order, by its index', async () => {
  for (const search of ['', '?specialty=ads', '?payment=stripe&carrier=dpd', '?cms=shopify&sector=fashion']) {
    const plans = explain.steps(await statementsOf(() => claire.get(`/api/members${search}`)));
    const walks = plans.filter((step) => /profiles_directory/.test(step));
    expect(walks).toHaveLength(2);
    for (const step of walks)
      expect(step).toMatch(/^SEARCH profiles USING .*INDEX profiles_directory \(sort_key>/);
    expect(plans.filter((step) => step.includes('GROUP BY'))).toEqual([]);
  }
});

it('begins a search in the directory with those whom the word finds', async () => {
  const plans = explain.steps(await statementsOf(() => claire.get('/api/members?q=kar')));
  expect(plans.filter((step) => /profiles_directory/.test(step))).toEqual([]);
  expect(plans.filter((step) => /SEARCH profile_words USING COVERING INDEX .*word>/.test(step))).toHaveLength(
    2,
  );
});

it.each([
  ['mail', mailUnreadMessages],
  ['push', pushUnreadMessages],
])(
  'looks for unread messages to %s with one statement, beginning with the conversations that are active',
  async (_, look) => {
    const statements = await statementsOf(async () => {
      await look(guilde.deps);
      return guilde.visitor().get('/api/health/live');
    });
    expect(statements).toHaveLength(1);
    expect(explain.wholeWalks(statements)).toEqual([]);
    expect(explain.steps(statements)[0]).toMatch(/^SEARCH conversations USING .*INDEX conversations_status/);
  },
);
it.each([
  '/api/sos?scope=matching',
  '/api/sos?scope=unhelped',
  '/api/sos?status=ongoing&limit=7',
  '/api/home',
])('looks among those that wait for help, in the feed’s order, for %s', async (path) => {
  const statements = await statementsOf(() => claire.get(path));
  const searches = statements.filter(({ sql }) => sql.includes("in ('open', 'in_progress')"));
  const steps = explain.steps(searches);
  expect(steps).toContain('SCAN sos_requests USING INDEX sos_requests_unresolved');
  expect(steps).not.toContain('USE TEMP B-TREE FOR ORDER BY');
});

it('checks a session with one statement, by its token', async () => {
  const statements = await statementsOf(() => claire.get('/api/conversations/unread'));
  const [check] = statements;
  expect(statements.filter(({ sql }) => sql.includes('"sessions"'))).toEqual([check]);
  expect(check && explain.steps([check])[0]).toMatch(/^SEARCH sessions USING INDEX/);
});

it('reads the figures of a week from indexes, between its first and its last day', async () => {
  const statements = await statementsOf(async () => {
    await weekFigures(guilde.deps.db.orm, 20_768);
    await activeSince(guilde.deps.db.orm, 20_768);
    return guilde.visitor().get('/api/health/live');
  });
  expect(statements).toHaveLength(7);
  const steps = explain.steps(statements);
  expect(steps.filter((step) => step.startsWith('SCAN'))).toEqual([]);
  expect(steps.filter((step) => /USING .*INDEX \S+ \(.*[<>]/.test(step)).length).toBeGreaterThanOrEqual(7);
});

it('claims a job by its kind and time, and counts the queue in one index', async () => {
  const statements = await statementsOf(async () => {
    await claimJob(guilde.deps, ['mail.send', 'mail.bulk'], ['running']);
    await guilde.deps.jobs.state();
    return guilde.visitor().get('/api/health/live');
  });
  const steps = explain.steps(statements).filter((step) => /\b(first|jobs)\b/.test(step));
  expect(steps).toContain('SEARCH first USING INDEX jobs_waiting (kind=? AND run_at<?)');
  expect(steps).toContain('SCAN jobs USING COVERING INDEX jobs_waiting');
  expect(explain.wholeWalks(statements)).toEqual([]);
});

it('asks what held by the index of resolutions, with one statement for each day', async () => {
  const statements = await statementsOf(async () => {
    await askForOutcomes(guilde.deps);
    return guilde.visitor().get('/api/health/live');
  });
  expect(statements).toHaveLength(2);
  expect(explain.wholeWalks(statements)).toEqual([]);
  for (const statement of statements)
    expect(explain.steps([statement])[0]).toMatch(/^SEARCH sos_requests USING INDEX sos_requests_resolved/);
});

// This runs after the tests that count statements, because it adds rows to what they read.
it('no read of any route walks through a whole table', async () => {
  const places = await fillPlaces(guilde, nina, claire, karim);
  const routes = routesThatRead(guilde, places).filter(({ route }) => READS.test(route));
  const walks: Record<string, string[]> = {};
  let answered = 0;
  for (const { route, path } of routes) {
    const reader = route.startsWith('/api/admin/') ? nina : claire;
    const { answer, statements } = await watching(guilde, () => reader.request(path));
    // Some routes ask for a secret from a mail.
    if (answer.status >= 400) continue;
    answered++;
    // The newest of all messages are read from the end of the table (see above).
    const found = route === '/api/admin/messages' ? [] : explain.wholeWalks(statements);
    if (found.length > 0) walks[route] = found;
  }
  expect(answered).toBeGreaterThan(30);
  expect(walks).toEqual({});
});

it('would notice one', () => {
  for (const sql of [
    "select * from messages where content = 'x'",
    "select * from messages where content = 'x' order by seq desc limit ?",
    'select (select 1 from members where name = content) from "messages" order by rowid desc limit ?',
    'select * from members join sessions',
  ]) {
    const args = sql.includes('?') ? [1] : [];
    expect(explain.wholeWalks([{ sql, args }]).length, sql).toBeGreaterThan(0);
  }
});
