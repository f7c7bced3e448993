import { randomUUID } from 'node:crypto';
import type { AuditPage } from '@guilde/contracts/audit/rules.ts';
import type { Invitations } from '@guilde/contracts/invitations/rules.ts';
import type { Profile } from '@guilde/contracts/profiles/rules.ts';
import type { SosDetail } from '@guilde/contracts/sos/rules.ts';
import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { byHand } from '../../test/by-hand.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { inviteByMail, signUp } from '../../test/newcomers.ts';
import { PASSWORD } from '../../test/people.ts';
import { openChat, postSos, sendText } from '../../test/scenes.ts';
import { viewerOfKey } from '../auth/api-keys.ts';
import { viewerOfCookies } from '../auth/sessions.ts';
import { accounts, members, securityEvents, sessions, userRoles, verifications } from '../auth/tables.ts';
import { contactMessages } from '../contact/tables.ts';
import { conversations, messages, participants } from '../conversations/tables.ts';
import { invitations } from '../invitations/tables.ts';
import type { Env } from '../platform/http/http.ts';
import { answerError } from '../platform/http/http-errors.ts';
import { identify } from '../platform/http/http-security.ts';
import { profiles } from '../profiles/tables.ts';
import { reports } from '../reports/tables.ts';
import { sosRequests } from '../sos/tables.ts';
import { eraseMember } from './deletion.ts';

let guilde: Guilde;
let claire: Client;
let karim: Client;

beforeEach(async () => {
  guilde = await startGuilde({ cast: ['nina', 'claire', 'karim'] });
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
});
afterEach(() => guilde.close());

function leave(client: Client, password = PASSWORD) {
  return client.post('/api/account/delete', { password });
}

test('deleting the account asks for the password again', async () => {
  expect((await leave(claire, 'pas-le-bon')).error).toMatchObject({ code: 'PASSWORD_WRONG' });
  expect((await leave(claire, '')).status).toBe(422);
  expect((await leave(guilde.visitor())).status).toBe(401);
  expect((await claire.get('/api/profile')).status).toBe(200);
});

test('the journal says that an account was deleted by its member, not who it was, and the security log forgets it', async () => {
  await guilde.visitor().post('/api/auth/sign-in', { email: claire.email, password: 'pas le bon' });
  const { orm } = guilde.deps.db;
  const logged = () => orm.select().from(securityEvents).where(eq(securityEvents.memberId, claire.id));
  expect((await logged()).length).toBeGreaterThan(0);
  await leave(claire);
  expect(await logged()).toEqual([]);
  const nina = await guilde.as('nina');
  const [entry] = (await nina.get<AuditPage>('/api/admin/journal')).body.items;
  expect(entry).toMatchObject({ action: 'account.delete', actorName: 'Ancien membre', subjectId: claire.id });
  expect(JSON.stringify(entry)).not.toMatch(/Claire|Martin|exemple\.fr/);
});

test('account, profile, sessions and picture are really gone', async () => {
  const { orm } = guilde.deps.db;
  const form = new FormData();
  const photo = sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } });
  form.append('file', new File([new Uint8Array(await photo.png().toBuffer())], 'photo.png'));
  await claire.request('/api/profile/avatar', { method: 'PUT', body: form });
  const avatarUrl = (await claire.get<Profile>('/api/profile')).body.avatarUrl ?? '';
  expect((await karim.request(avatarUrl)).status).toBe(200);
  await guilde.visitor().post('/api/auth/reset-request', { email: claire.email });
  await guilde.deps.jobs.drain();
  const elsewhere = guilde.visitor();
  await elsewhere.post('/api/auth/sign-in', { email: claire.email, password: PASSWORD });
  const [mine, other] = [await claire.live(), await elsewhere.live()];

  const answer = await leave(claire);
  expect(answer.body).toEqual({ ok: true });
  expect(answer.headers.getSetCookie()[0]).toMatch(/^guilde\.session_token=; Max-Age=0/);
  expect(await mine.next('signed-out')).toEqual({ type: 'signed-out', forced: false });
  expect(await other.next('signed-out')).toEqual({ type: 'signed-out', forced: true });
  expect([await mine.closed, await other.closed]).toEqual([4001, 4001]);

  await guilde.deps.jobs.drain();
  expect((await karim.request(avatarUrl)).status).toBe(404);
  for (const [table, column] of [
    [members, members.id],
    [accounts, accounts.userId],
    [sessions, sessions.userId],
    [profiles, profiles.userId],
    [participants, participants.userId],
    [verifications, verifications.value],
  ] as const) {
    expect(await orm.select().from(table).where(eq(column, claire.id))).toEqual([]);
  }
  expect((await elsewhere.get('/api/auth/account')).body).toBeNull();
  const again = await guilde.visitor().post('/api/auth/sign-in', { email: claire.email, password: PASSWORD });
  expect(again.error.code).toBe('CREDENTIALS_INVALID');
});

test('what was said stays without author, the seat is free, and open SOS close', async () => {
  const { orm } = guilde.deps.db;
  const own = await openChat(claire, karim);
  await sendText(claire, own.conversation.id, 'Écrit par Claire');
  const helped = await openChat(karim, claire);
  await sendText(claire, helped.conversation.id, 'Conseil de Claire');
  const live = await karim.live();
  expect((await leave(claire)).status).toBe(200);

  const orphaned = await live.next(
    'conversation.updated',
    ({ conversation }) => conversation.id === own.conversation.id && conversation.requesterId === null,
  );
  expect(orphaned.conversation).toMatchObject({ status: 'closed', currentParticipants: 1 });
  live.close();
  const sos = await karim.get<SosDetail>(`/api/sos/${own.sos.id}`);
  expect(sos.body).toMatchObject({ author: null, status: 'closed' });
  const stillOpen = await karim.get<SosDetail>(`/api/sos/${helped.sos.id}`);
  expect(stillOpen.body).toMatchObject({ status: 'in_progress', helpers: [] });
  const [conversation] = await orm
    .select()
    .from(conversations)
    .where(eq(conversations.id, helped.conversation.id));
  expect(conversation).toMatchObject({ currentParticipants: 1, status: 'active' });
  const kept = await orm.select().from(messages).where(eq(messages.content, 'Conseil de Claire'));
  expect(kept).toMatchObject([{ senderId: null }]);
  expect(await orm.select().from(messages).where(eq(messages.senderId, claire.id))).toEqual([]);
});

test('no line names who has left, be it in a chat left long ago or one that the team closed without a seat', async () => {
  const { orm } = guilde.deps.db;
  const nina = await guilde.as('nina');
  await orm.insert(userRoles).values({ userId: karim.id, role: 'admin' });
  const left = await openChat(claire, karim);
  await sendText(karim, left.conversation.id, 'Je dois partir');
  await karim.post(`/api/sos/${left.sos.id}/leave`);
  const closed = await openChat(claire, karim);
  await nina.put(`/api/admin/sos/${closed.sos.id}/status`, { status: 'closed', reason: 'Doublon' });
  const namedBy = (id: string) => orm.select().from(messages).where(eq(messages.senderId, id));
  expect(await namedBy(karim.id)).toMatchObject([{ kind: 'joined' }, { kind: 'text' }, { kind: 'left' }, {}]);
  expect(await namedBy(nina.id)).toMatchObject([{ kind: 'closed' }]);
  const all = await orm.$count(messages);
  expect((await leave(nina)).status).toBe(200);
  expect(await namedBy(nina.id)).toEqual([]);
  await orm.insert(userRoles).values({ userId: claire.id, role: 'admin' });
  expect((await leave(karim)).status).toBe(200);
  expect(await namedBy(karim.id)).toEqual([]);
  expect(await orm.$count(messages)).toBe(all);
});

test('an SOS that nobody has answered goes with its author, before everybody’s eyes', async () => {
  const sos = await postSos(claire);
  const kept = await postSos(karim);
  const live = await karim.live();
  await leave(claire);
  expect(await live.next('sos.removed')).toEqual({ type: 'sos.removed', sosId: sos.id });
  live.close();
  expect((await karim.get(`/api/sos/${sos.id}`)).error.code).toBe('NOT_FOUND');
  const rows = await guilde.deps.db.orm.select({ id: sosRequests.id }).from(sosRequests);
  expect(rows).toEqual([{ id: kept.id }]);
});

test('pending invitations end, and no address stays with accepted ones', async () => {
  const { orm } = guilde.deps.db;
  const pending = await inviteByMail(guilde, claire, 'alice@exemple.fr');
  const accepted = await inviteByMail(guilde, claire, 'bruno@exemple.fr');
  const bruno = guilde.visitor();
  await signUp(bruno, accepted);
  const nina = await guilde.as('nina');
  const before = (await nina.get<Invitations>('/api/invitations')).body;
  expect(before.invitations.map(({ email }) => email)).toContain(claire.email);
  await leave(claire);

  const offer = await guilde.visitor().post('/api/invitations/lookup', { token: pending.token });
  expect(offer.error.code).toBe('INVITATION_INVALID');
  const stored = JSON.stringify(await orm.select().from(invitations));
  for (const address of [claire.email, pending.email, accepted.email]) expect(stored).not.toContain(address);
  const after = (await nina.get<Invitations>('/api/invitations')).body;
  expect(after.left).toBe(before.left);
  expect(after.invitations.filter(({ email }) => email === null)).toHaveLength(1);
  const account = await bruno.get<{ sponsor: unknown; email: string }>('/api/auth/account');
  expect(account.body).toMatchObject({ email: accepted.email, sponsor: null });
  expect((await nina.post('/api/invitations', { vouched: true, email: claire.email })).status).toBe(200);
});

test('reports stay for the administrators without names, messages to the team go', async () => {
  const { orm } = guilde.deps.db;
  const report = { reason: 'spam', description: 'Démarchage répété' };
  await claire.post('/api/reports', { ...report, id: randomUUID(), reportedUserId: karim.id });
  await karim.post('/api/reports', { ...report, id: randomUUID(), reportedUserId: claire.id });
  const message = { name: 'Claire', email: claire.email, subject: 'Objet', message: 'Texte' };
  await claire.post('/api/contact', { ...message, id: randomUUID() });
  await guilde.visitor().post('/api/contact', { ...message, id: randomUUID(), email: 'autre@exemple.fr' });
  await leave(claire);
  const kept = await orm.select().from(reports);
  expect(kept).toHaveLength(2);
  expect(kept).toContainEqual(
    expect.objectContaining({ ...report, reporterId: null, reportedUserId: karim.id, status: 'pending' }),
  );
  expect(kept).toContainEqual(expect.objectContaining({ reporterId: karim.id, reportedUserId: null }));
  expect(await orm.select().from(contactMessages)).toMatchObject([{ email: 'autre@exemple.fr' }]);
});

test('the only administrator stays as long as there are members', async () => {
  const nina = await guilde.as('nina');
  const refused = await leave(nina);
  expect(refused.status).toBe(409);
  expect(refused.error.code).toBe('LAST_ADMINISTRATOR');
  expect((await nina.get('/api/profile')).status).toBe(200);

  const { orm } = guilde.deps.db;
  await orm.insert(userRoles).values({ userId: karim.id, role: 'admin' });
  await byHand(guilde.deps, () =>
    orm.update(members).set({ suspendedAt: 1 }).where(eq(members.id, karim.id)),
  );
  expect((await leave(nina)).error.code).toBe('LAST_ADMINISTRATOR');
  await byHand(guilde.deps, () =>
    orm.update(members).set({ suspendedAt: null }).where(eq(members.id, karim.id)),
  );
  expect((await leave(nina)).status).toBe(200);
  expect(await orm.select().from(userRoles)).toEqual([{ userId: karim.id, role: 'admin' }]);
});

test('the last member of all may leave, and somebody whose profile is under way too', async () => {
  const theo = await guilde.as('theo');
  expect((await leave(theo)).status).toBe(200);
  expect((await leave(claire)).status).toBe(200);
  expect((await leave(karim)).status).toBe(200);
  expect((await leave(await guilde.as('nina'))).status).toBe(200);
  expect(await guilde.deps.db.orm.select().from(members)).toEqual([]);
});

test('asked for five times at once, the account is deleted once', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => leave(claire)));
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
  for (const { status } of answers) expect([200, 401, 403]).toContain(status);
  expect(await guilde.deps.db.orm.select().from(members).where(eq(members.id, claire.id))).toEqual([]);
});

test.each([
  ['is refused as signed out when the account is deleted meanwhile', true, 401],
  ['is our fault as long as the account is there', false, 500],
])('a request that fails at work %s', async (_, isDeleted, status) => {
  const { deps } = guilde;
  const viewerOf = viewerOfCookies(deps);
  const app = new Hono<Env>();
  app.onError(answerError(deps.log, viewerOf));
  app.use(identify(viewerOf, viewerOfKey(deps), guilde.clock));
  app.get('/', async () => {
    if (isDeleted) await deps.db.write((tx) => eraseMember(tx, deps, claire.id));
    throw new Error('What it needs is not there');
  });
  const cookie = [...claire.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  expect((await app.request('/', { headers: { cookie } })).status).toBe(status);
});
