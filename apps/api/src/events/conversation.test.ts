import { randomUUID } from 'node:crypto';
import type { AdminMessagePage } from '@guilde/contracts/admin/rules.ts';
import type { AdminCase } from '@guilde/contracts/cases/rules.ts';
import type {
  Conversation,
  ConversationPage,
  History,
  MessageSearch,
} from '@guilde/contracts/conversations/rules.ts';
import { localTime } from '@guilde/contracts/events/time.ts';
import { REPORT_REASONS } from '@guilde/contracts/reports/rules.ts';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { answerEvent, eventInput, propose as proposeEvent, withEvents } from '../../test/event-scenes.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { PASSWORD } from '../../test/people.ts';
import { granted, openChat, openPrivate, postSos, refusal, sendText } from '../../test/scenes.ts';
import { uploaded } from '../../test/uploads.ts';
import { deactivateIdleConversations } from '../conversations/inactivity.ts';
import { describeMention } from '../conversations/mention-notices.ts';
import { describeMessages, messageSubject } from '../conversations/message-pushes.ts';
import { conversationPersonalData, messagesOf } from '../conversations/personal-data.ts';
import { indexMessages } from '../conversations/search-index.ts';
import { conversations } from '../conversations/tables.ts';
import { mailUnreadMessages } from '../conversations/unread-mails.ts';
import { files } from '../files/tables.ts';
import { applyRetention } from '../platform/retention.ts';
import { reports } from '../reports/tables.ts';
import { closeEndedRooms } from './conversation.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const TITLE = 'Sortir d’un blocage Stripe';
let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;
let zoe: Client;

beforeEach(async () => {
  guilde = await startGuilde();
  nina = await guilde.as('nina');
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  zoe = await guilde.as('zoe');
  await withEvents(guilde);
  // The test runs the regular tasks itself.
  await guilde.deps.jobs.stop();
});
afterEach(() => guilde.close());

const inDays = (days: number) => localTime(guilde.clock.now() + days * DAY_MS, 'Europe/Paris').slice(0, 16);
const propose = (values: Record<string, unknown> = {}) => proposeEvent(guilde, claire, values);
const answer = async (client: Client, id: string, state = 'going') =>
  granted(await answerEvent(client, id, state));
const look = (client: Client, id: string) => client.get<Conversation>(`/api/conversations/by-event/${id}`);
const chatOf = async (client: Client, id: string) => granted(await look(client, id));
const rolesIn = ({ participants }: Conversation) =>
  Object.fromEntries(
    participants.filter(({ isActive }) => isActive).map(({ member, role }) => [member.firstName, role]),
  );
async function openRoom(values: Record<string, unknown> = {}) {
  const event = await propose(values);
  await answer(karim, event.id);
  return { event, chat: await chatOf(karim, event.id) };
}

it('opens with a room, has a seat for who comes, and is not found by anybody else', async () => {
  const live = await claire.live();
  const { event, chat } = await openRoom();
  expect(chat).toMatchObject({
    sosId: null,
    eventId: event.id,
    title: TITLE,
    status: 'active',
    requesterId: claire.id,
    currentParticipants: 2,
    maxParticipants: 4,
  });
  expect(rolesIn(chat)).toEqual({ Claire: 'requester', Karim: 'other' });
  const joined = await live.next(
    'conversation.updated',
    ({ conversation }) => conversation.currentParticipants === 2,
  );
  expect(joined.conversation).toEqual({ ...chat, participants: joined.conversation.participants });
  expect((await live.next('message.created')).message).toMatchObject({ kind: 'joined', senderId: karim.id });

  expect(refusal(await look(zoe, event.id))).toBe('404 NOT_FOUND');
  expect(refusal(await look(nina, event.id))).toBe('404 NOT_FOUND');
  expect(refusal(await look(guilde.visitor(), event.id))).toBe('401 UNAUTHENTICATED');
  const meeting = await propose({ kind: 'meeting', city: 'Lyon', address: '2 rue Mercière' });
  expect(refusal(await look(claire, meeting.id))).toBe('404 NOT_FOUND');
  const text = { id: randomUUID(), content: 'Bonjour' };
  expect(refusal(await zoe.post(`/api/conversations/${chat.id}/messages`, text))).toBe('404 NOT_FOUND');

  await answer(karim, event.id, 'declined');
  expect(refusal(await look(karim, event.id))).toBe('404 NOT_FOUND');
  expect(rolesIn(await chatOf(claire, event.id))).toEqual({ Claire: 'requester' });
  await answer(karim, event.id);
  expect(rolesIn(await chatOf(karim, event.id))).toEqual({ Claire: 'requester', Karim: 'other' });
});

it('follows the hosts and the number of seats', async () => {
  const { event, chat } = await openRoom();
  granted(await claire.put(`/api/events/${event.id}/cohosts`, { memberIds: [zoe.id] }));
  expect(rolesIn(await chatOf(zoe, event.id))).toEqual({ Claire: 'requester', Karim: 'other', Zoé: 'other' });
  const { kind: _kind, id: _id, ...input } = eventInput(guilde);
  granted(await claire.put(`/api/events/${event.id}`, { ...input, capacity: 6 }));
  expect(await chatOf(karim, event.id)).toMatchObject({
    id: chat.id,
    maxParticipants: 8,
    currentParticipants: 3,
  });
  granted(await claire.put(`/api/events/${event.id}/cohosts`, { memberIds: [] }));
  expect(await chatOf(karim, event.id)).toMatchObject({ maxParticipants: 7, currentParticipants: 2 });
  for (let count = 0; count < 2; count++)
    granted(await nina.post(`/api/admin/events/${event.id}/hand-over`, { memberId: zoe.id }));
  const journal = await nina.get<{ items: object[] }>('/api/admin/journal?action=event.hand-over');
  expect(granted(journal).items).toHaveLength(1);
  expect(rolesIn(await chatOf(zoe, event.id))).toEqual({ Zoé: 'requester', Karim: 'other' });
  expect(refusal(await look(claire, event.id))).toBe('404 NOT_FOUND');
});

it('stands beside those of SOS in the list, the search, the count and the home page', async () => {
  const { sos, conversation } = await openChat(claire, karim);
  await sendText(claire, conversation.id, 'Un virement de Stripe');
  const { event, chat } = await openRoom();
  await sendText(claire, chat.id, 'Le virement suivant');
  await sendText(claire, chat.id, 'Et après');
  const { items } = granted(await karim.get<ConversationPage>('/api/conversations'));
  expect(items.map(({ sosId, eventId, title, unread }) => ({ sosId, eventId, title, unread }))).toEqual([
    { sosId: null, eventId: event.id, title: TITLE, unread: 2 },
    { sosId: sos.id, eventId: null, title: sos.title, unread: 1 },
  ]);
  const named = granted(await karim.get<ConversationPage>('/api/conversations?q=blocage'));
  expect(named.items.map(({ id }) => id)).toEqual([chat.id]);
  const search = async () =>
    granted(await karim.get<MessageSearch>('/api/conversations/search?q=virement')).items.map(
      ({ sosId, eventId }) => sosId ?? eventId,
    );
  expect(await search()).toEqual([event.id, sos.id]);
  await indexMessages(guilde.deps, 'all', new AbortController().signal);
  expect(await search()).toEqual([event.id, sos.id]);
  expect(granted(await karim.get<{ unread: unknown }>('/api/home')).unread).toMatchObject({
    total: 3,
    conversation: { sosId: null, eventId: event.id, title: TITLE, unread: 2 },
  });
  // The feed of SOS leaves none out because of it.
  const other = await postSos(zoe);
  const feed = granted(await karim.get<{ items: { id: string }[] }>('/api/sos?scope=matching'));
  expect(feed.items.map(({ id }) => id)).toEqual([other.id]);
});

it('takes messages from sockets, files and marks of the host', async () => {
  const { chat } = await openRoom();
  const live = await claire.live();
  const helper = await karim.live();
  const id = randomUUID();
  helper.send(JSON.stringify({ type: 'message', conversationId: chat.id, id, content: 'Voici comment' }));
  expect((await live.next('message.created', ({ message }) => message.id === id)).message.content).toBe(
    'Voici comment',
  );
  const file = await uploaded(karim, `/api/conversations/${chat.id}/files`);
  granted(
    await karim.post(`/api/conversations/${chat.id}/messages`, {
      id: randomUUID(),
      content: '',
      files: [file.id],
    }),
  );
  const mark = (client: Client) =>
    client.put<{ solution: unknown }>(`/api/conversations/${chat.id}/messages/${id}/solution`, {
      isSolution: true,
    });
  expect(granted(await mark(karim)).solution).toEqual({ by: karim.id, confirmed: false });
  expect(granted(await mark(claire)).solution).toEqual({ by: karim.id, confirmed: true });
});

it('does not sleep, closes a week after the room, and stays readable', async () => {
  const { event, chat } = await openRoom({ localStart: inDays(30) });
  guilde.clock.advance(20 * DAY_MS);
  await deactivateIdleConversations(guilde.deps);
  expect((await chatOf(karim, event.id)).status).toBe('active');
  const end = Date.parse(event.startsAt) + 60 * MINUTE_MS + 7 * DAY_MS;
  guilde.clock.set(end - 1);
  await closeEndedRooms(guilde.deps);
  granted(await karim.post('/api/auth/sign-in', { email: karim.email, password: PASSWORD }));
  expect((await chatOf(karim, event.id)).status).toBe('active');
  guilde.clock.set(end);
  const live = await karim.live();
  await closeEndedRooms(guilde.deps);
  expect((await live.next('conversation.updated')).conversation).toMatchObject({
    id: chat.id,
    status: 'closed',
  });
  expect(await chatOf(karim, event.id)).toMatchObject({
    status: 'closed',
    outcome: 'closed',
    closedAt: new Date(end).toISOString(),
    closedByTeam: false,
  });
  const text = { id: randomUUID(), content: 'Trop tard' };
  const messages = `/api/conversations/${chat.id}/messages`;
  expect(refusal(await karim.post(messages, text))).toBe('409 CONVERSATION_CLOSED');
  granted(await karim.get(messages));
});

it('is closed while the community has no events, read on by who was there, and open again with them', async () => {
  const { event, chat } = await openRoom({ localStart: inDays(20) });
  const short = await openRoom({ localStart: inDays(1) });
  await sendText(karim, chat.id, 'Avant');
  const messages = `/api/conversations/${chat.id}/messages`;
  const switchTo = async (isOn: boolean) => granted(await nina.put('/api/admin/community', { events: isOn }));
  await switchTo(false);
  const text = { id: randomUUID(), content: 'Pendant' };
  expect(refusal(await karim.post(messages, text))).toBe('409 CONVERSATION_CLOSED');
  expect(await chatOf(karim, event.id)).toMatchObject({ status: 'closed', closedAt: null });
  const { messages: written } = granted(await karim.get<History>(messages));
  expect(written.map(({ content }) => content)).toContain('Avant');
  expect(refusal(await zoe.get(messages))).toBe('404 NOT_FOUND');
  const order = { rule: 'solicitation', reason: 'Publicité.', days: 7 };
  granted(await nina.post(`/api/admin/users/${karim.id}/suspend`, order));
  guilde.clock.advance(10 * DAY_MS);
  await switchTo(true);
  expect((await chatOf(claire, event.id)).status).toBe('active');
  expect(rolesIn(await chatOf(claire, event.id))).toEqual({ Claire: 'requester' });
  expect(await chatOf(claire, short.event.id)).toMatchObject({
    status: 'closed',
    closedAt: new Date(Date.parse(short.event.startsAt) + 60 * MINUTE_MS + 7 * DAY_MS).toISOString(),
  });
});

it('is named in mails, pushes, mentions and the personal archive, with its address', async () => {
  const { event, chat } = await openRoom();
  const id = randomUUID();
  const text = { id, content: 'Regarde, Karim', mentions: [karim.id] };
  const { seq } = granted(await claire.post<{ seq: number }>(`/api/conversations/${chat.id}/messages`, text));
  const path = `/chat?event=${event.id}`;
  const { orm } = guilde.deps.db;
  const subject = messageSubject.write({ conversationId: chat.id, seq });
  expect(await describeMessages(orm, karim.id, subject, guilde.deps)).toMatchObject({ title: TITLE, path });
  expect(await describeMention(orm, karim.id, subject, guilde.deps)).toMatchObject({ title: TITLE, path });
  guilde.clock.advance(20 * MINUTE_MS);
  await mailUnreadMessages(guilde.deps);
  const mail = (await guilde.mails()).find(
    ({ to, subject: line }) => to === karim.email && line.includes('non lu'),
  );
  expect(mail?.subject).toContain(TITLE);
  expect(mail?.text).toContain(path);
  expect(await messagesOf(orm, claire.id)).toMatchObject([{ sos: TITLE, content: 'Regarde, Karim' }]);
  const data = await conversationPersonalData(guilde.deps).archive?.({ id: karim.id } as never);
  expect(data).toMatchObject({ conversations: [{ title: TITLE, role: 'other' }] });
});

it('is opened for a reason by the team, which decides about a reported message', async () => {
  const { event, chat } = await openRoom();
  const { id: messageId } = await sendText(karim, chat.id, 'Achète mon logiciel');
  await openPrivate(nina, chat.id);
  const page = granted(await nina.get<AdminMessagePage>('/api/admin/messages'));
  expect(page.items).toMatchObject([{ id: messageId, sosId: null, eventId: event.id, sosTitle: TITLE }]);
  const [{ id: reason }] = REPORT_REASONS;
  const report = { id: randomUUID(), messageId, reason, description: 'Publicité.' };
  granted(await claire.post('/api/reports/messages', report));
  const [row] = await guilde.deps.db.orm.select().from(reports).where(eq(reports.id, report.id));
  const one = granted(await nina.get<AdminCase>(`/api/admin/cases/${row?.caseId}`));
  expect(one.message).toMatchObject({ sosId: null, eventId: event.id, sosTitle: TITLE });
  granted(await nina.post(`/api/admin/cases/${one.id}/context`));
});

it('belongs to exactly one owner, and goes with its event and its files', async () => {
  const { event, chat } = await openRoom();
  const { orm } = guilde.deps.db;
  const { sos } = await openChat(claire, karim);
  const row = { id: randomUUID(), createdAt: 1, updatedAt: 1 };
  await expect(orm.insert(conversations).values(row)).rejects.toThrow();
  await expect(orm.insert(conversations).values({ ...row, sosRequestId: randomUUID() })).rejects.toThrow();
  await expect(
    orm.update(conversations).set({ sosRequestId: sos.id }).where(eq(conversations.id, chat.id)),
  ).rejects.toThrow();
  const file = await uploaded(karim, `/api/conversations/${chat.id}/files`);
  granted(
    await karim.post(`/api/conversations/${chat.id}/messages`, {
      id: randomUUID(),
      content: '',
      files: [file.id],
    }),
  );
  guilde.clock.set(Date.parse(event.startsAt) + 370 * DAY_MS);
  await applyRetention(guilde.deps);
  expect(await orm.select().from(conversations).where(eq(conversations.id, chat.id))).toEqual([]);
  expect(await orm.select().from(files).where(eq(files.conversationId, chat.id))).toEqual([]);
});
