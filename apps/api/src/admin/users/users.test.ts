import { randomUUID } from 'node:crypto';
import type { AdminUserDetail, AdminUserPage } from '@guilde/contracts/admin/rules.ts';
import type { AuditPage } from '@guilde/contracts/audit/rules.ts';
import type { History } from '@guilde/contracts/conversations/rules.ts';
import { savedMemberFilters } from '@guilde/contracts/member-filters/input.ts';
import {
  type MemberNote,
  SAVED_FILTERS_MAX,
  type SavedFilter,
} from '@guilde/contracts/member-filters/rules.ts';
import type { SosDetail } from '@guilde/contracts/sos/rules.ts';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { byHand } from '../../../test/by-hand.ts';
import type { Client } from '../../../test/client.ts';
import { type Guilde, startGuilde } from '../../../test/harness.ts';
import { PASSWORD } from '../../../test/people.ts';
import { granted, openChat, refusal, sendText } from '../../../test/scenes.ts';
import { withSecondFactor } from '../../../test/second-factor.ts';
import { sessions, userRoles } from '../../auth/tables.ts';
import { profiles } from '../../profiles/tables.ts';
import { savedFilters } from '../tables.ts';
import { notesAbout } from './notes.ts';

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;
/** Zoé never acts, and nobody acts on her. */
let zoe: Client;

beforeEach(async () => {
  guilde = await startGuilde({ cast: ['nina', 'claire', 'karim', 'zoe'] });
  nina = await guilde.as('nina');
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  zoe = await guilde.as('zoe');
});
afterEach(() => guilde.close());

const list = async (query = '') => granted(await nina.get<AdminUserPage>(`/api/admin/users${query}`));
const detail = async (id: string) => granted(await nina.get<AdminUserDetail>(`/api/admin/users/${id}`));
const suspend = (by: Client, whom: Client, reason = 'Publicité répétée\nmalgré nos messages.') =>
  by.post<AdminUserDetail>(`/api/admin/users/${whom.id}/suspend`, { reason, rule: 'solicitation' });
const restore = (by: Client, whom: Client) =>
  by.post<AdminUserDetail>(`/api/admin/users/${whom.id}/restore`, { reason: 'Contestation acceptée.' });
const role = (by: Client, whom: Client, next: 'admin' | 'moderator' | 'member') =>
  by.put<AdminUserDetail>(`/api/admin/users/${whom.id}/role`, { role: next });
const remove = (by: Client, whom: Client) =>
  by.post(`/api/admin/users/${whom.id}/delete`, { reason: 'Compte frauduleux.', rule: 'impersonation' });
const journal = async (action = 'acts') =>
  granted(await nina.get<AuditPage>(`/api/admin/journal?action=${action}`)).items;
const signIn = (whom: Client) =>
  guilde.visitor().post('/api/auth/sign-in', { email: whom.email, password: PASSWORD });

it('lists accounts newest first, page by page, with counters and filters', async () => {
  const theo = await guilde.as('theo');
  const all = await list();
  expect(all.items.map(({ id }) => id)).toEqual([theo, zoe, karim, claire, nina].map(({ id }) => id));
  expect(all.counts).toEqual({
    total: 5,
    matched: 5,
    admins: 1,
    moderators: 0,
    suspended: 0,
    incomplete: 1,
    pendingReports: 0,
  });
  expect(all.items[2]).toMatchObject({ email: karim.email, storeName: 'Épices & Co', isCertified: true });

  const first = await list('?limit=2');
  const second = await list(`?limit=2&cursor=${first.nextCursor}`);
  const third = await list(`?limit=2&cursor=${second.nextCursor}`);
  expect([first, second, third].flatMap(({ items }) => items.map(({ id }) => id))).toEqual(
    all.items.map(({ id }) => id),
  );
  expect(third.nextCursor).toBeNull();

  expect((await list('?filter=admins')).items.map(({ id }) => id)).toEqual([nina.id]);
  expect((await list('?filter=incomplete')).items.map(({ id }) => id)).toEqual([theo.id]);
  await suspend(nina, karim);
  expect((await list('?filter=suspended')).items.map(({ id }) => id)).toEqual([karim.id]);
  expect((await nina.get('/api/admin/users?cursor=1%20or%201')).status).toBe(422);
});

it('orders and filters the list, page by page, and takes it along as a spreadsheet reads it, which is an act', async () => {
  await byHand(guilde.deps, (orm) =>
    orm
      .update(profiles)
      .set({ totalHelpCount: 6, storeName: '=HYPERLINK("x")' })
      .where(eq(profiles.userId, karim.id)),
  );
  await guilde.deps.db.orm.insert(userRoles).values({ userId: karim.id, role: 'moderator' });
  await byHand(guilde.deps, (orm) =>
    orm.update(profiles).set({ isCertified: false }).where(eq(profiles.userId, zoe.id)),
  );
  const ids = async (query: string) => (await list(query)).items.map(({ id }) => id);
  for (const [order, people] of [
    ['name', [claire, karim, nina, zoe]],
    ['oldest', [nina, claire, karim, zoe]],
  ] as const) {
    const first = await list(`?order=${order}&limit=3`);
    const rest = await ids(`?order=${order}&limit=3&cursor=${first.nextCursor}`);
    expect([...first.items.map(({ id }) => id), ...rest]).toEqual(people.map(({ id }) => id));
  }
  expect((await ids('?order=helps'))[0]).toBe(karim.id);
  expect(await ids('?helps=many')).toEqual([karim.id]);
  expect(await ids('?certified=no')).toEqual([zoe.id]);
  expect(await ids('?specialty=ads')).toEqual([karim.id, claire.id]);
  expect(await ids('?sector=health&tool=shopify')).toEqual([]);
  expect(await ids('?sector=fashion&tool=shopify&specialty=ads')).toEqual([karim.id, claire.id]);
  expect(await ids(`?sponsor=${nina.id}&helps=none`)).toEqual([zoe.id, claire.id]);
  granted(await zoe.post('/api/auth/sign-out'));
  expect(await ids('?seen=not-30')).toEqual([]);
  expect((await ids('?seen=within-7'))[0]).toBe(zoe.id);
  expect(await ids('?from=2026-11-18')).toEqual([]);
  expect((await list('?specialty=ads&limit=1')).counts).toMatchObject({ total: 4, matched: 2 });

  const filters = { helps: 'many', q: 'karim' };
  const exported = await nina.request('/api/admin/users/export', {
    method: 'POST',
    body: JSON.stringify(filters),
    headers: { 'content-type': 'application/json' },
  });
  const lines = (await exported.text()).trimEnd().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`"Karim";"Benali";"${karim.email}";"'=HYPERLINK(""x"")"`);
  expect(lines[1]).toContain('"Modérateur"');
  expect(lines[1]).toContain('"Nina Roche"');
  const [entry] = await journal();
  // The search may be a name, and nothing in the journal is erased.
  expect(entry).toMatchObject({ action: 'users.export', after: { rows: 1, helps: 'many' } });
  expect(JSON.stringify(entry)).not.toContain('karim');
});

it('keeps filters for whoever saved them', async () => {
  const filters = savedMemberFilters.parse({ seen: 'not-90', helps: 'none' });
  const saved = { id: randomUUID(), name: 'Endormis', filters };
  granted(await nina.post('/api/admin/saved-filters', saved));
  const again = granted(await nina.post<SavedFilter[]>('/api/admin/saved-filters', saved));
  expect(again).toMatchObject([{ name: 'Endormis', filters: { seen: 'not-90', helps: 'none' } }]);
  const others = Array.from({ length: SAVED_FILTERS_MAX - 1 }, () => ({ ...saved, id: randomUUID() }));
  await guilde.deps.db.orm
    .insert(savedFilters)
    .values(others.map((one) => ({ ...one, filters, ownerId: nina.id })));
  granted(await nina.post('/api/admin/saved-filters', saved));
  const oneMore = { ...saved, id: randomUUID() };
  expect(refusal(await nina.post('/api/admin/saved-filters', oneMore))).toBe('409 SAVED_FILTERS_EXHAUSTED');
  granted(await role(nina, claire, 'admin'));
  const other = await withSecondFactor(guilde, claire);
  expect(granted(await other.get('/api/admin/saved-filters'))).toEqual([]);
  expect(refusal(await other.delete(`/api/admin/saved-filters/${saved.id}`))).toBe('404 NOT_FOUND');
  const taken = { ...saved, name: 'À moi' };
  expect(refusal(await other.post('/api/admin/saved-filters', taken))).toBe('404 NOT_FOUND');
  expect(granted(await other.post('/api/admin/saved-filters', { ...saved, id: randomUUID() }))).toHaveLength(
    1,
  );
  for (const { id } of others) granted(await nina.delete(`/api/admin/saved-filters/${id}`));
  granted(await nina.delete(`/api/admin/saved-filters/${saved.id}`));
  expect(granted(await nina.get('/api/admin/saved-filters'))).toEqual([]);
  expect(refusal(await nina.delete(`/api/admin/saved-filters/${saved.id}`))).toBe('404 NOT_FOUND');
});

it('holds notes on a member for the team, whom only their author changes, and which the archive has', async () => {
  granted(await role(nina, claire, 'admin'));
  await withSecondFactor(guilde, claire);
  const note = { id: randomUUID(), text: 'A proposé d’animer la rencontre de Lyon.' };
  const notes = `/api/admin/users/${karim.id}/notes`;
  for (let count = 0; count < 2; count++) granted(await nina.post(notes, note));
  expect(granted(await claire.get<MemberNote[]>(notes))).toMatchObject([
    { text: note.text, authorName: 'Nina Roche', isMine: false },
  ]);
  expect(refusal(await claire.put(`${notes}/${note.id}`, { text: 'Non' }))).toBe('404 NOT_FOUND');
  expect(refusal(await claire.delete(`${notes}/${note.id}`))).toBe('404 NOT_FOUND');
  granted(await nina.put(`${notes}/${note.id}`, { text: 'Anime la rencontre de Lyon.' }));
  expect(await notesAbout(guilde.deps.db.orm, karim.id)).toMatchObject([
    { text: 'Anime la rencontre de Lyon.' },
  ]);
  expect(refusal(await nina.post(`/api/admin/users/${nina.id}/notes`, note))).toBe('409 ACT_ON_SELF');
  expect(JSON.stringify(await journal())).not.toContain('Lyon');
  granted(await nina.delete(`${notes}/${note.id}`));
  expect((await journal('all')).slice(0, 4)).toMatchObject([
    { action: 'note.delete' },
    { action: 'note.change' },
    { action: 'user.read', actorId: claire.id, subjectId: karim.id },
    { action: 'note.add' },
  ]);
  expect((await journal('all')).filter(({ action }) => action === 'note.add')).toHaveLength(1);
});

it('finds an account by the beginning of its address, and nobody by what is not one', async () => {
  expect((await list('?q=KARIM@ex')).items.map(({ id }) => id)).toEqual([karim.id]);
  expect((await list(`?q=${encodeURIComponent("%' or 1=1 --")}`)).items).toEqual([]);
});

it('shows an account in full, also one without a profile', async () => {
  await openChat(claire, karim);
  expect(await detail(claire.id)).toMatchObject({
    email: claire.email,
    emailConfirmed: true,
    specialties: ['ads', 'seo', 'brand'],
    sponsor: { id: nina.id },
    sessions: 1,
    counts: { sos: 1, messages: 0, invited: 0, reports: 0 },
    suspension: null,
  });
  const theo = await guilde.as('theo');
  expect(await detail(theo.id)).toMatchObject({ profileComplete: false, firstName: '', totalRatings: 0 });
  expect(refusal(await nina.get(`/api/admin/users/${randomUUID()}`))).toBe('404 NOT_FOUND');
});

it('suspends a member while they chat: signed out, sockets closed, and told why', async () => {
  const { conversation, messages } = await openChat(claire, karim);
  await sendText(karim, conversation.id, 'Bonjour');
  const elsewhere = guilde.visitor();
  await elsewhere.post('/api/auth/sign-in', { email: karim.email, password: PASSWORD });
  const sockets = [await karim.live(), await elsewhere.live()];
  const others = await zoe.live();

  const user = granted(await suspend(nina, karim));
  expect(user).toMatchObject({
    suspension: { by: 'Nina Roche', reason: 'Publicité répétée\nmalgré nos messages.' },
  });
  for (const socket of sockets) {
    expect(await socket.next('signed-out')).toEqual({ type: 'signed-out', forced: true });
    expect(await socket.closed).toBe(4001);
  }
  const late = { id: randomUUID(), content: 'Encore moi' };
  expect(refusal(await karim.post(messages, late))).toBe('401 UNAUTHENTICATED');
  expect(refusal(await signIn(karim))).toBe('403 MEMBER_SUSPENDED');
  expect(others.events.map(({ type }) => type)).toEqual(['hello']);
  others.close();
  const { messages: seen } = granted(await claire.get<History>(messages));
  expect(seen.filter(({ kind }) => kind === 'text')).toMatchObject([
    { senderId: karim.id, content: 'Bonjour' },
  ]);

  const mail = (await guilde.mails()).findLast(({ to }) => to === karim.email);
  expect(mail?.subject).toBe('Votre compte Guilde est suspendu');
  expect(mail?.text).toContain('Motif\u00a0: Publicité répétée');
  expect(mail?.text).toContain('Bonjour Karim');
  expect(mail?.text).toContain('il est interdit de démarcher');
  expect(mail?.text).toContain('pendant six mois');
  expect(mail?.text).toContain('/contact');

  expect(refusal(await suspend(nina, karim))).toBe('409 ALREADY_SUSPENDED');
  granted(await restore(nina, karim));
  expect((await signIn(karim)).status).toBe(200);
  expect(refusal(await restore(nina, karim))).toBe('409 NOT_SUSPENDED');
  const subjects = (await guilde.mails()).filter(({ to }) => to === karim.email).map((one) => one.subject);
  expect(subjects).toContainEqual(expect.stringContaining('rétabli'));
  expect((await journal()).map(({ action, reason }) => [action, reason])).toEqual([
    ['user.restore', 'Contestation acceptée.'],
    ['user.suspend', 'Publicité répétée\nmalgré nos messages.'],
  ]);
});

it('asks for a reason, and does not act on oneself', async () => {
  expect((await suspend(nina, karim, ' ')).error.fields).toHaveProperty('reason');
  expect(refusal(await suspend(nina, nina))).toBe('409 ACT_ON_SELF');
  expect(refusal(await remove(nina, nina))).toBe('409 ACT_ON_SELF');
  expect(await journal()).toEqual([]);
});

it('deletes an account as its own deletion would, and the conversation of others stays', async () => {
  const { sos, conversation, messages } = await openChat(claire, karim, zoe);
  await sendText(karim, conversation.id, 'Conseil de Karim');
  const socket = await karim.live();
  const live = await claire.live();
  expect(granted(await remove(nina, karim))).toEqual({ ok: true });
  expect(await socket.closed).toBe(4001);
  const { conversation: now } = await live.next('conversation.updated');
  expect(now.currentParticipants).toBe(2);
  live.close();

  const { messages: seen } = granted(await zoe.get<History>(messages));
  expect(seen.filter(({ kind }) => kind === 'text')).toMatchObject([
    { senderId: null, content: 'Conseil de Karim' },
  ]);
  expect(seen.map(({ seq }) => seq)).toEqual(seen.map((_, index) => index + 1));
  expect(granted(await zoe.get<SosDetail>(`/api/sos/${sos.id}`)).helpers.map(({ id }) => id)).toEqual([
    zoe.id,
  ]);
  expect(await guilde.deps.db.orm.select().from(sessions).where(eq(sessions.userId, karim.id))).toEqual([]);
  expect(refusal(await signIn(karim))).toBe('401 CREDENTIALS_INVALID');
  expect(refusal(await remove(nina, karim))).toBe('404 NOT_FOUND');
  const mail = (await guilde.mails()).findLast(({ to }) => to === karim.email);
  expect(mail?.text).toContain('Motif\u00a0: Compte frauduleux.');
  expect((await journal())[0]).toMatchObject({
    action: 'user.delete',
    actorName: 'Nina Roche',
    subjectLabel: 'Karim Benali',
    subjectId: karim.id,
    before: { role: 'member', suspended: false },
  });
  expect(JSON.stringify(await journal())).not.toContain(karim.email);
});

it('keeps no address in the journal of an account that never had a name', async () => {
  const theo = await guilde.as('theo');
  granted(
    await nina.post(`/api/admin/users/${theo.id}/delete`, { reason: 'Jamais terminé.', rule: 'eligibility' }),
  );
  const [entry] = await journal();
  expect(entry).toMatchObject({ action: 'user.delete', subjectId: theo.id, subjectLabel: 'Compte sans nom' });
  expect(JSON.stringify(entry)).not.toContain(theo.email);
});

it('tells the other administrators at once, and nobody else', async () => {
  await role(nina, await withSecondFactor(guilde, zoe), 'admin');
  const [admin, member] = [await zoe.live(), await claire.live()];
  await suspend(nina, karim);
  expect(await admin.next('moderation.changed')).toEqual({ type: 'moderation.changed', area: 'users' });
  member.send({ type: 'ping' });
  await member.next('pong');
  expect(member.events.map(({ type }) => type)).not.toContain('moderation.changed');
  admin.close();
  member.close();
});
