import { randomUUID } from 'node:crypto';
import type {
  AdminContactDetail,
  AdminContactPage,
  AdminOverview,
  AdminReport,
  AdminReportPage,
  AdminUserDetail,
  AdminUserPage,
} from '@guilde/contracts/admin/rules.ts';
import type { AuditPage } from '@guilde/contracts/audit/rules.ts';
import type { QueuePage } from '@guilde/contracts/queue/rules.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { storeArticle } from '../../test/articles.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, openChat, postSos, refusal } from '../../test/scenes.ts';
import { signInAgain, withSecondFactor } from '../../test/second-factor.ts';
import { contactMessages } from '../contact/tables.ts';
import { incidents } from '../incidents/tables.ts';
import { reports } from '../reports/tables.ts';
import { sosWaves } from '../sos/tables.ts';

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;

beforeEach(async () => {
  guilde = await startGuilde({ cast: ['nina', 'claire', 'karim'] });
  nina = await guilde.as('nina');
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
});
afterEach(() => guilde.close());

async function report(whom: Client, description = 'Démarche ses propres services'): Promise<string> {
  const id = randomUUID();
  const createdAt = guilde.clock.now();
  const row = {
    id,
    reporterId: claire.id,
    reportedUserId: whom.id,
    reason: 'spam',
    description,
    createdAt,
  } as const;
  await guilde.deps.db.orm.insert(reports).values(row);
  return id;
}

async function write(values: Partial<typeof contactMessages.$inferInsert> = {}): Promise<string> {
  const id = randomUUID();
  const now = guilde.clock.now();
  const text = {
    name: 'Léa Visiteuse',
    email: 'lea@exemple.fr',
    subject: 'Une question',
    message: 'Où est mon œuvre ?',
  };
  await guilde.deps.db.orm
    .insert(contactMessages)
    .values({ id, ...text, createdAt: now, updatedAt: now, ...values });
  return id;
}

const reportList = async (query = '') =>
  granted(await nina.get<AdminReportPage>(`/api/admin/reports${query}`));
const decide = (id: string, decision: 'resolved' | 'dismissed') =>
  nina.post<AdminReport>(`/api/admin/reports/${id}/decide`, { decision, reason: '' });
const inbox = async (query = '') => granted(await nina.get<AdminContactPage>(`/api/admin/contact${query}`));
const answer = (contactId: string, id: string, text = 'Bonjour,\nvoici la réponse.') =>
  nina.post<AdminContactDetail>(`/api/admin/contact/${contactId}/answers`, { id, text });
const overview = async () => granted(await nina.get<AdminOverview>('/api/admin/overview'));
const journal = async () => granted(await nina.get<AuditPage>('/api/admin/journal')).items;

it('lists reports newest first and decides each once', async () => {
  const [first, second] = [await report(karim), await report(karim, 'Encore')];
  const all = await reportList();
  expect(all.items.map(({ id }) => id)).toEqual([second, first]);
  expect(all.items[0]).toMatchObject({
    reported: { id: karim.id, suspendedAt: null },
    reporter: { id: claire.id },
    reason: 'spam',
    status: 'pending',
  });
  expect(all.counts).toEqual({ total: 2, pending: 2, reportedUsers: 1 });

  expect(granted(await decide(first, 'dismissed'))).toMatchObject({
    status: 'dismissed',
    decidedBy: 'Nina Roche',
  });
  expect(refusal(await decide(first, 'resolved'))).toBe('409 REPORT_DECIDED');
  granted(await decide(second, 'resolved'));
  expect((await reportList('?status=pending')).items).toEqual([]);
  expect((await reportList('?status=dismissed')).items.map(({ id }) => id)).toEqual([first]);
  expect((await journal()).map(({ action, subjectLabel }) => [action, subjectLabel])).toEqual([
    ['report.resolve', 'Karim Benali'],
    ['report.dismiss', 'Karim Benali'],
  ]);
  expect(refusal(await decide(randomUUID(), 'resolved'))).toBe('404 NOT_FOUND');
});

it('two who decide at once: one decision', async () => {
  const id = await report(karim);
  const answers = await Promise.all([
    decide(id, 'resolved'),
    decide(id, 'dismissed'),
    decide(id, 'resolved'),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await journal()).toHaveLength(1);
});

it('hides a report about an administrator from that administrator', async () => {
  const id = await report(nina);
  expect(await reportList()).toMatchObject({ items: [], counts: { total: 0, pending: 0, reportedUsers: 0 } });
  expect(refusal(await nina.get(`/api/admin/reports/${id}`))).toBe('404 NOT_FOUND');
  expect(refusal(await decide(id, 'dismissed'))).toBe('404 NOT_FOUND');
  expect(granted(await nina.get<QueuePage>('/api/admin/queue')).items).toEqual([]);
  await nina.put(`/api/admin/users/${karim.id}/role`, { role: 'admin' });
  await withSecondFactor(guilde, karim);
  const seen = granted(await karim.get<AdminReportPage>('/api/admin/reports'));
  expect(seen.items.map((item) => item.id)).toEqual([id]);
  granted(
    await karim.post(`/api/admin/reports/${id}/decide`, { decision: 'resolved', reason: 'Vu avec elle' }),
  );
  const acts = granted(await karim.get<AuditPage>('/api/admin/journal')).items;
  expect(acts[0]).toMatchObject({ action: 'report.resolve', subjectId: id });
  expect((await journal()).map(({ action }) => action)).toEqual(['role.grant']);
  expect(refusal(await nina.get(`/api/admin/journal/${acts[0]?.id}`))).toBe('404 NOT_FOUND');
  const taken = await nina.request('/api/admin/journal/export', {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  expect(await taken.text()).not.toContain('Vu avec elle');
});

it('counts the reports about a member alike in list, sheet, reports and queue', async () => {
  const tell = async (by: Client, whom: Client) => {
    const id = randomUUID();
    const text = { reason: 'spam', description: 'Publicité' };
    granted(await by.post('/api/reports', { id, reportedUserId: whom.id, ...text }));
    return id;
  };
  const first = await tell(claire, karim);
  await tell(nina, karim);
  await tell(karim, claire);
  granted(await decide(first, 'dismissed'));
  const users = granted(await nina.get<AdminUserPage>('/api/admin/users'));
  expect(users.items.find(({ id }) => id === karim.id)?.pendingReports).toBe(1);
  const sheet = granted(await nina.get<AdminUserDetail>(`/api/admin/users/${karim.id}`));
  expect(sheet).toMatchObject({ pendingReports: 1, counts: { reports: 2 } });
  const about = await reportList(`?member=${karim.id}`);
  expect(about.items.map(({ reported }) => reported?.id)).toEqual([karim.id, karim.id]);
  expect(about.counts).toEqual({ total: 2, pending: 1, reportedUsers: 1 });
  expect((await reportList()).counts.pending).toBe(users.counts.pendingReports);
  const queue = granted(await nina.get<QueuePage>('/api/admin/queue?kind=report'));
  expect(queue.items.map(({ title, note }) => [title, note])).toEqual([
    ['Karim Benali', 'Spam'],
    ['Claire Martin', 'Spam'],
  ]);
  expect(sheet.openCaseId).toBe(queue.items[0]?.id);
  expect(granted(await nina.get<AdminUserDetail>(`/api/admin/users/${nina.id}`)).openCaseId).toBeNull();
});

it('moves a message to the team forward, never back', async () => {
  const id = await write();
  await write({ name: 'Paul', email: 'paul@exemple.fr', subject: 'Autre chose', message: 'Bonjour' });
  expect((await inbox()).counts).toEqual({ total: 2, pending: 2, inProgress: 0, resolved: 0 });
  const move = (status: string) =>
    nina.put<AdminContactDetail>(`/api/admin/contact/${id}/status`, { status });
  const before = granted(await nina.get<AdminContactDetail>(`/api/admin/contact/${id}`));
  const taken = granted(await move('in_progress'));
  expect(taken.status).toBe('in_progress');
  expect(Date.parse(taken.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt));
  granted(await move('resolved'));
  expect(refusal(await move('in_progress'))).toBe('409 CONTACT_STATUS_PASSED');
  expect((await move('pending')).status).toBe(422);
  expect((await inbox('?status=resolved')).items.map((item) => item.id)).toEqual([id]);
  expect((await inbox('?q=oeuvre')).items.map((item) => item.id)).toEqual([id]);
  expect((await inbox('?q=lea')).items.map((item) => item.id)).toEqual([id]);
  expect((await inbox('?q=introuvable')).items).toEqual([]);
});

it('answers by e-mail once, keeps the answer, and takes the message in charge', async () => {
  const id = await write({ subject: 'Bonjour\r\nBcc: tous@exemple.fr' });
  const answerId = randomUUID();
  const [first] = await Promise.all([answer(id, answerId), answer(id, answerId)]);
  granted(first);
  const kept = granted(await answer(id, answerId));
  expect(kept).toMatchObject({
    status: 'in_progress',
    answersCount: 1,
    answers: [{ id: answerId, authorName: 'Nina Roche', text: 'Bonjour,\nvoici la réponse.' }],
  });
  const mails = (await guilde.mails()).filter(({ to }) => to === 'lea@exemple.fr');
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).not.toMatch(/[\r\n]/);
  expect(mails[0]?.text).toContain('voici la réponse.');
  expect(mails[0]?.text.match(/^Bonjour/gm)).toHaveLength(1);
  expect(mails[0]?.html.match(/>Bonjour/g)).toHaveLength(1);
  expect(mails[0]?.text).toContain('Où est mon œuvre ?');
  expect((await answer(id, randomUUID(), ' ')).status).toBe(422);
  expect((await answer(id, answerId, 'D’autres mots')).status).toBe(422);
  expect((await answer(await write(), answerId)).status).toBe(422);
  expect((await journal()).map(({ action }) => action)).toEqual(['contact.answer']);
});

it('removes a message to the team with its answers', async () => {
  const id = await write();
  await answer(id, randomUUID());
  granted(await nina.post(`/api/admin/contact/${id}/delete`, {}));
  expect(await inbox()).toMatchObject({ items: [], counts: { total: 0 } });
  expect((await inbox('?q=lea')).items).toEqual([]);
  expect(refusal(await nina.get(`/api/admin/contact/${id}`))).toBe('404 NOT_FOUND');
});

it('one queue has all that waits for the team, what hurts first, then the oldest, page by page', async () => {
  const tell = (whom: Client) => ({
    ...{ id: randomUUID(), reportedUserId: whom.id, reason: 'spam', description: 'Publicité' },
  });
  const ids: string[] = [await write({ subject: 'La première' })];
  granted(await claire.post('/api/reports', tell(karim)));
  granted(await claire.post('/api/reports', tell(nina)));
  ids.push(await storeArticle(guilde.deps, { title: 'À relire', status: 'pending', privacyLevel: null }));
  ids.push(await storeArticle(guilde.deps, { title: 'Ne tient plus', reviewSince: guilde.clock.now() }));
  const { orm } = guilde.deps.db;
  const now = guilde.clock.now();
  ids.push(await write({ right: 'restriction' }));
  const incident = { id: randomUUID(), since: now, proposedAt: now, lastActivityAt: now };
  await orm.insert(incidents).values({ ...incident, tool: 'stripe' });
  const sos = await postSos(claire, { title: 'Personne n’aide' });
  await orm.insert(sosWaves).values({ sosId: sos.id, wave: 1, startedAt: now, unhelpedAt: now });
  const queue = async (query = '') => granted(await nina.get<QueuePage>(`/api/admin/queue${query}`));
  const all = await queue();
  expect(all.items.map(({ kind, title }) => [kind, title])).toEqual([
    ['unhelped', 'Personne n’aide'],
    ['incident', 'Stripe'],
    ['right', expect.stringMatching(/limit/i)],
    ['contact', 'La première'],
    ['report', 'Karim Benali'],
    ['summary', 'À relire'],
    ['article', 'Ne tient plus'],
  ]);
  expect(all.items.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  expect(all.counts.filter(({ count }) => count > 0)).toHaveLength(7);
  expect(all.counts).toContainEqual({ kind: 'report', count: 1, oldest: all.items[4]?.since });
  const read: QueuePage['items'] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: QueuePage = await queue(`?limit=2${cursor && `&cursor=${cursor}`}`);
    read.push(...page.items);
    cursor = page.nextCursor;
  }
  expect(read).toEqual(all.items);
  expect((await queue('?kind=summary')).items.map(({ title }) => title)).toEqual(['À relire']);
});

it('says at a glance how the community is doing, over 90 days and the last 30', async () => {
  const empty = await overview();
  expect(empty).toMatchObject({
    members: { total: 3, new30: 3 },
    activation: { accounts: 3, complete: 3, rate: 1, recentRate: 1 },
    firstHelper: { posted: 0, answered: 0, medianMs: null, recentMedianMs: null, p90Ms: null },
    resolution: { ended: 0, resolved: 0, rate: null, recentRate: null },
    ai: { spent: 0 },
    operation: { failedSummaries: 0 },
  });
  expect(empty.days).toHaveLength(30);
  expect(empty.days.at(-1)).toEqual({ day: '2026-11-17', members: 3, posted: 0, resolved: 0 });

  const { sos } = await openChat(claire, karim);
  const slow = await postSos(claire);
  guilde.clock.advance(3 * 3_600_000);
  await karim.post(`/api/sos/${slow.id}/join`);
  await postSos(karim);
  await claire.post(`/api/ratings/resolve/${sos.id}`, { ratings: [{ memberId: karim.id, rating: 5 }] });
  guilde.clock.advance(2 * 86_400_000);
  const busy = await overview();
  expect(busy).toMatchObject({
    firstHelper: { posted: 3, answered: 2 },
    resolution: { ended: 1, resolved: 1, rate: 1, recentRate: 1 },
  });
  expect(busy.firstHelper.recentMedianMs).toBe(busy.firstHelper.medianMs);
  expect(busy.firstHelper.medianMs).toBeLessThan(60_000);
  expect(busy.firstHelper.p90Ms).toBeGreaterThanOrEqual(3 * 3_600_000);
  expect(busy.firstHelper.buckets.map(({ count }) => count)).toEqual([1, 0, 1, 0, 0]);
  expect(busy.days.at(-3)).toEqual({ day: '2026-11-17', members: 3, posted: 3, resolved: 1 });

  guilde.clock.advance(35 * 86_400_000);
  await signInAgain(guilde, nina, nina.email);
  const later = await overview();
  expect(later.firstHelper.medianMs).toBe(busy.firstHelper.medianMs);
  expect(later).toMatchObject({
    members: { total: 3, new30: 0 },
    activation: { rate: 1, recentRate: null },
    firstHelper: { recentMedianMs: null },
    resolution: { rate: 1, recentRate: null },
  });
});
