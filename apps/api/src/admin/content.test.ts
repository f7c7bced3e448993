import { randomUUID } from 'node:crypto';
import type {
  AdminMessage,
  AdminMessagePage,
  AdminSosDetail,
  AdminSosPage,
} from '@guilde/contracts/admin/rules.ts';
import type { AuditPage } from '@guilde/contracts/audit/rules.ts';
import type {
  Conversation,
  ConversationPage,
  History,
  Unread,
} from '@guilde/contracts/conversations/rules.ts';
import type { Profile } from '@guilde/contracts/profiles/rules.ts';
import type { MemberStats } from '@guilde/contracts/ratings/rules.ts';
import type { Sos, SosDetail } from '@guilde/contracts/sos/rules.ts';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, openChat, openPrivate, postSos, REMOVAL, refusal, sendText } from '../../test/scenes.ts';
import { conversations, messages as messagesTable } from '../conversations/tables.ts';
import { sosRatings } from '../ratings/tables.ts';

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;
let hugo: Client;

beforeEach(async () => {
  guilde = await startGuilde();
  nina = await guilde.as('nina');
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  hugo = await guilde.as('hugo');
});
afterEach(() => guilde.close());

const sosList = async (query = '') => granted(await nina.get<AdminSosPage>(`/api/admin/sos${query}`));
const setStatus = (sosId: string, status: string) =>
  nina.put<AdminSosDetail>(`/api/admin/sos/${sosId}/status`, { status, reason: 'Demande du membre' });
const messageList = async (query = '') =>
  granted(await nina.get<AdminMessagePage>(`/api/admin/messages${query}`));
const removeMessage = (id: string) => nina.post<AdminMessage>(`/api/admin/messages/${id}/delete`, REMOVAL);
const unread = async (client: Client) => granted(await client.get<Unread>('/api/conversations/unread'));
const helped = async (client: Client) => granted(await client.get<Profile>('/api/profile')).totalHelpCount;
const stats = async (client: Client) =>
  granted(await client.get<MemberStats>(`/api/ratings/stats/${client.id}`));
const resolve = (sosId: string) =>
  claire.post(`/api/ratings/resolve/${sosId}`, { ratings: [{ memberId: karim.id, rating: 4 }] });
const latest = async () => granted(await nina.get<AuditPage>('/api/admin/journal')).items[0];

it('lists SOS newest first, with counters, filters and search', async () => {
  const old = await postSos(claire, { title: 'Retard chez mon transporteur', isUrgent: true });
  const { sos } = await openChat(claire, karim);
  await resolve(sos.id);
  const all = await sosList();
  expect(all.items.map(({ id }) => id)).toEqual([sos.id, old.id]);
  expect(all.counts).toEqual({
    total: 2,
    open: 1,
    in_progress: 0,
    resolved: 1,
    closed: 0,
    urgent: 1,
    unhelped: 0,
  });
  expect((await sosList('?status=urgent')).items.map(({ id }) => id)).toEqual([old.id]);
  expect((await sosList('?status=resolved')).items.map(({ id }) => id)).toEqual([sos.id]);
  expect((await sosList('?q=transport')).items.map(({ id }) => id)).toEqual([old.id]);
  expect((await sosList('?limit=1')).nextCursor).not.toBeNull();
});

it('gives an SOS any status, and its chat and counts follow', async () => {
  const { sos, conversation, messages } = await openChat(claire, karim);
  await sendText(karim, conversation.id, 'Voici le formulaire');
  const chat = async () => granted(await claire.get<Conversation>(`/api/conversations/${conversation.id}`));
  const lines = async () => granted(await claire.get<History>(messages)).messages.map(({ kind }) => kind);
  const live = await hugo.live();

  granted(await setStatus(sos.id, 'closed'));
  expect((await live.next('sos.updated')).sos.status).toBe('closed');
  live.close();
  expect(await chat()).toMatchObject({ status: 'closed', outcome: 'closed' });
  granted(await setStatus(sos.id, 'resolved'));
  expect(await chat()).toMatchObject({ status: 'closed', outcome: 'resolved' });
  expect(await lines()).toEqual(['joined', 'text', 'closed', 'resolved']);
  expect([await helped(karim), (await stats(karim)).totalRatings]).toEqual([1, 0]);
  granted(await setStatus(sos.id, 'in_progress'));
  expect(await chat()).toMatchObject({ status: 'active', outcome: null });
  expect((await lines()).at(-1)).toBe('reopened');
  expect(await helped(karim)).toBe(0);

  granted(await resolve(sos.id));
  expect(await stats(karim)).toMatchObject({ totalRatings: 1, resolvedSOS: 1 });
  granted(await setStatus(sos.id, 'open'));
  expect(await stats(karim)).toMatchObject({ totalRatings: 0, resolvedSOS: 0 });
  granted(await resolve(sos.id));
  expect(refusal(await setStatus(sos.id, 'resolved'))).toBe('409 SOS_STATUS_UNCHANGED');
  expect((await setStatus(sos.id, 'nowhere')).status).toBe(422);
  expect(await latest()).toMatchObject({
    action: 'sos.status',
    before: { status: 'resolved' },
    after: { status: 'open' },
    reason: 'Demande du membre',
  });
});

it('gives a member a seat beside who asks: both hear of it, and the journal says why', async () => {
  const { id } = await postSos(claire, { title: 'Douane bloquée' });
  const assign = (memberId: string) =>
    nina.post<AdminSosDetail>(`/api/admin/sos/${id}/helpers`, { memberId, reason: 'Connaît la douane' });
  expect(refusal(await assign(nina.id))).toBe('409 ACT_ON_SELF');
  expect(refusal(await assign(claire.id))).toBe('409 SOS_OWN');
  expect(refusal(await assign(randomUUID()))).toBe('404 NOT_FOUND');
  expect(refusal(await assign((await guilde.as('theo')).id))).toBe('404 NOT_FOUND');
  const live = await hugo.live();
  expect(granted(await assign(karim.id))).toMatchObject({
    status: 'in_progress',
    responsesCount: 1,
    helpers: [{ id: karim.id }],
  });
  expect((await live.next('sos.updated')).sos.helpers).toMatchObject([{ id: karim.id }]);
  live.close();
  expect(await latest()).toMatchObject({
    action: 'sos.assign',
    subjectId: id,
    after: { helper: karim.id },
    reason: 'Connaît la douane',
  });
  await guilde.mails();
  guilde.clock.advance(10 * 60_000);
  const mailed = (await guilde.mails()).map(({ to, subject }) => `${to} ${subject}`);
  expect(mailed).toContain(`${karim.email} L’équipe compte sur toi : Douane bloquée`);
  expect(mailed).toContain(`${claire.email} Karim a rejoint ton SOS : Douane bloquée`);

  granted(await karim.post(`/api/sos/${id}/leave`));
  expect(granted(await assign(karim.id)).helpers).toMatchObject([{ id: karim.id }]);
  granted(await setStatus(id, 'closed'));
  expect(refusal(await assign(hugo.id))).toBe('409 SOS_ENDED');
});

it('keeps closed what an administrator closed, with a chat or without, until one opens it', async () => {
  const { sos } = await openChat(claire, karim);
  const alone = await postSos(claire);
  const reopen = (id: string) => claire.post(`/api/sos/${id}/reopen`);
  const isClosed = (id: string) => (event: { sos: Sos }) =>
    event.sos.id === id && event.sos.status === 'closed';
  const live = await claire.live();
  for (const { id } of [sos, alone]) {
    granted(await setStatus(id, 'closed'));
    expect((await live.next('sos.updated', isClosed(id))).sos.closedByTeam).toBe(true);
    expect(granted(await karim.get<SosDetail>(`/api/sos/${id}`)).closedByTeam).toBe(true);
    expect(refusal(await reopen(id))).toBe('409 SOS_CLOSED_BY_TEAM');
    granted(await setStatus(id, 'open'));
    granted(await claire.post(`/api/sos/${id}/close`));
    expect((await live.next('sos.updated', isClosed(id))).sos.closedByTeam).toBe(false);
    granted(await reopen(id));
  }
  const closings = live.events.flatMap((event) =>
    event.type === 'conversation.updated' && event.conversation.status === 'closed'
      ? [event.conversation.closedByTeam]
      : [],
  );
  expect(closings).toEqual([true, false]);
  live.close();
});

it('removes an SOS with its chat, its ratings and what they counted', async () => {
  const { sos, conversation } = await openChat(claire, karim);
  await sendText(karim, conversation.id, 'Pas encore lu');
  await resolve(sos.id);
  const kept = await openChat(karim, claire);
  expect((await unread(claire)).total).toBe(1);
  const live = await claire.live();

  expect(granted(await nina.post(`/api/admin/sos/${sos.id}/delete`, REMOVAL))).toEqual({
    ok: true,
  });
  expect(await live.next('sos.removed')).toEqual({ type: 'sos.removed', sosId: sos.id });
  expect((await live.next('conversation.read')).unread?.total).toBe(0);
  live.close();
  expect(refusal(await claire.get(`/api/sos/${sos.id}`))).toBe('404 NOT_FOUND');
  expect(refusal(await claire.get(`/api/conversations/${conversation.id}`))).toBe('404 NOT_FOUND');
  expect([await helped(karim), (await stats(karim)).totalRatings]).toEqual([0, 0]);
  const { orm } = guilde.deps.db;
  expect(await orm.select().from(sosRatings)).toEqual([]);
  expect((await orm.select().from(conversations)).map(({ id }) => id)).toEqual([kept.conversation.id]);
  const rows = await orm.select().from(messagesTable);
  expect(rows.every(({ conversationId }) => conversationId === kept.conversation.id)).toBe(true);
  expect(refusal(await nina.post(`/api/admin/sos/${sos.id}/delete`, REMOVAL))).toBe('404 NOT_FOUND');
  expect(await latest()).toMatchObject({
    action: 'sos.delete',
    subjectLabel: sos.title,
    reason: REMOVAL.reason,
  });
});

it('lists messages of all chats newest first, without system messages', async () => {
  const { conversation } = await openChat(claire, karim);
  await sendText(claire, conversation.id, 'Premier');
  await sendText(karim, conversation.id, 'Deuxième');
  expect((await messageList()).items.map(({ content }) => content)).toEqual(['', '']);
  await openPrivate(nina, conversation.id);
  const all = await messageList();
  expect(all.items.map(({ content }) => content)).toEqual(['Deuxième', 'Premier']);
  expect(all.items[0]).toMatchObject({
    sender: { id: karim.id },
    conversationId: conversation.id,
    kind: 'text',
  });
  const first = await messageList('?limit=1');
  const second = await messageList(`?limit=1&cursor=${first.nextCursor}`);
  expect([...first.items, ...second.items].map(({ content }) => content)).toEqual(['Deuxième', 'Premier']);
  expect((await messageList(`?q=${conversation.id.slice(0, 8)}`)).items).toHaveLength(2);
  expect((await messageList(`?q=${karim.email}`)).items.map(({ content }) => content)).toEqual(['Deuxième']);
  expect((await messageList('?q=suspendu')).items).toHaveLength(2);
  expect((await messageList('?q=Premier')).items).toEqual([]);
});

it('leaves a tombstone in the chat: live, in its place, one less to read, in no archive', async () => {
  const { conversation, messages } = await openChat(claire, karim);
  await sendText(claire, conversation.id, 'Avant');
  const id = randomUUID();
  const bad = { id, content: 'Mon IBAN est FR76' };
  granted(await karim.post(messages, bad));
  await sendText(karim, conversation.id, 'Après');
  await karim.post(messages, { id: randomUUID(), content: 'Un autre' });
  const live = await claire.live();
  const before = await unread(claire);

  expect(granted(await removeMessage(id))).toMatchObject({ kind: 'deleted', content: '' });
  expect((await live.next('message.changed')).message).toMatchObject({
    id,
    seq: 3,
    kind: 'deleted',
    content: '',
  });
  expect((await live.next('conversation.read')).unread?.total).toBe(before.total - 1);
  live.close();
  expect((await unread(claire)).total).toBe(before.total - 1);

  const { messages: seen } = granted(await claire.get<History>(messages));
  expect(seen.map(({ seq, kind }) => [seq, kind])).toEqual([
    [1, 'joined'],
    [2, 'text'],
    [3, 'deleted'],
    [4, 'text'],
    [5, 'text'],
  ]);
  expect(JSON.stringify(seen)).not.toContain('IBAN');
  const list = granted(await claire.get<ConversationPage>('/api/conversations'));
  expect(list.items[0]).toMatchObject({ unread: before.total - 1 });
  // A late repetition gets the stored message, and nothing is restored.
  expect(granted(await karim.post(messages, bad))).toMatchObject({ kind: 'deleted', content: '', seq: 3 });
  expect(refusal(await removeMessage(id))).toBe('409 MESSAGE_DELETED');
  expect(refusal(await removeMessage(seen[0]?.id ?? ''))).toBe('404 NOT_FOUND');

  const archive = await karim.request('/api/account/personal-data');
  const files = unzipSync(new Uint8Array(await archive.arrayBuffer()));
  expect(strFromU8(files['donnees.json'] ?? new Uint8Array())).not.toContain('IBAN');
  const entry = await latest();
  expect(entry).toMatchObject({ action: 'message.delete', before: { sender: karim.id, characters: 17 } });
  expect(JSON.stringify(entry)).not.toContain('IBAN');
});

it('shows the tombstone of a last message in the list too', async () => {
  const { conversation } = await openChat(claire, karim);
  const { id } = await sendText(karim, conversation.id, 'À retirer');
  await removeMessage(id);
  const list = granted(await claire.get<ConversationPage>('/api/conversations'));
  expect(list.items[0]).toMatchObject({ unread: 0, lastMessage: { kind: 'deleted', content: '' } });
});
