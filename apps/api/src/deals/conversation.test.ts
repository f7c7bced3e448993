import { randomUUID } from 'node:crypto';
import type { AdminMessagePage } from '@guilde/contracts/admin/rules.ts';
import type { Conversation, ConversationPage, MessageSearch } from '@guilde/contracts/conversations/rules.ts';
import { DEAL_SEATS } from '@guilde/contracts/deals/rules.ts';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { storeCrowd } from '../../test/crowd.ts';
import { dealRow } from '../../test/deal-rows.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, openPrivate, refusal, sendText } from '../../test/scenes.ts';
import { indexMessages } from '../conversations/search-index.ts';
import { conversations } from '../conversations/tables.ts';
import { followDeal } from './conversation.ts';
import { dealCommitments, dealInterests, deals } from './tables.ts';

let guilde: Guilde;
let claire: Client;
let karim: Client;
let zoe: Client;
const id = randomUUID();

beforeEach(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  zoe = await guilde.as('zoe');
  await guilde.deps.db.orm.insert(deals).values(dealRow(id, claire.id, guilde.clock.now()));
});
afterEach(() => guilde.close());

const follow = () => guilde.deps.db.write((tx) => followDeal(tx, guilde.deps, id));
const look = (client: Client) => client.get<Conversation>(`/api/conversations/by-deal/${id}`);
const rolesIn = ({ participants }: Conversation) =>
  Object.fromEntries(
    participants.filter(({ isActive }) => isActive).map(({ member, role }) => [member.firstName, role]),
  );
const set = (values: Partial<typeof deals.$inferInsert>) =>
  guilde.deps.db.orm.update(deals).set(values).where(eq(deals.id, id));

async function interest({ id: memberId }: Client) {
  await guilde.deps.db.orm
    .insert(dealInterests)
    .values({ dealId: id, memberId, createdAt: guilde.clock.now() });
  await follow();
}

async function commit({ id: memberId }: Client, state: 'committed' | 'void' | 'withdrawn') {
  const row = { id: randomUUID(), dealId: id, memberId, quantity: 5, createdAt: 1, updatedAt: 1 };
  await guilde.deps.db.orm
    .insert(dealCommitments)
    .values({ ...row, state })
    .onConflictDoUpdate({ target: [dealCommitments.dealId, dealCommitments.memberId], set: { state } });
  await follow();
}

it('has a seat for the lead, who is interested and who is committed, and for nobody else', async () => {
  await follow();
  expect(refusal(await look(karim))).toBe('404 NOT_FOUND');
  await interest(karim);
  await commit(zoe, 'committed');
  const chat = granted(await look(karim));
  expect(chat).toMatchObject({
    sosId: null,
    eventId: null,
    dealId: id,
    title: 'Étuis en carton recyclé',
    status: 'active',
    requesterId: claire.id,
    currentParticipants: 3,
    maxParticipants: DEAL_SEATS,
  });
  expect(rolesIn(chat)).toEqual({ Claire: 'requester', Karim: 'other', Zoé: 'other' });
  await commit(zoe, 'void');
  expect(rolesIn(granted(await look(zoe)))).toHaveProperty('Zoé');
  await commit(zoe, 'withdrawn');
  expect(refusal(await look(zoe))).toBe('404 NOT_FOUND');
  expect(refusal(await look(await guilde.as('hugo')))).toBe('404 NOT_FOUND');
});

it('has fifty seats; who is left out gets one that becomes free', async () => {
  await follow();
  const crowd = Array.from({ length: DEAL_SEATS - 2 }, (_, index) => ({ firstName: `Membre ${index}` }));
  const rows = (await storeCrowd(guilde.deps.db, crowd)).map((memberId) => ({
    dealId: id,
    memberId,
    createdAt: 1,
  }));
  await guilde.deps.db.orm.insert(dealInterests).values(rows);
  await commit(karim, 'committed');
  expect(granted(await look(claire)).currentParticipants).toBe(DEAL_SEATS);
  await commit(zoe, 'committed');
  expect(refusal(await look(zoe))).toBe('404 NOT_FOUND');
  expect(granted(await look(claire)).currentParticipants).toBe(DEAL_SEATS);
  await commit(karim, 'withdrawn');
  expect(granted(await look(zoe)).currentParticipants).toBe(DEAL_SEATS);
});

it('gives no seat to whom a block separates from the lead, and takes none back', async () => {
  await interest(karim);
  granted(await claire.put(`/api/members/${karim.id}/block`));
  granted(await zoe.put(`/api/members/${claire.id}/block`));
  await interest(zoe);
  await commit(zoe, 'committed');
  expect(refusal(await look(zoe))).toBe('404 NOT_FOUND');
  expect(rolesIn(granted(await look(karim)))).toEqual({ Claire: 'requester', Karim: 'other' });
  granted(await zoe.delete(`/api/members/${claire.id}/block`));
  await follow();
  expect(rolesIn(granted(await look(zoe)))).toHaveProperty('Zoé');
});

it('is listed, searched and opened by the team as any other, and follows the deal to another lead', async () => {
  await interest(karim);
  const { id: chatId } = granted(await look(claire));
  await sendText(karim, chatId, 'Le format de 20 cm convient-il ?');
  const { items } = granted(await claire.get<ConversationPage>('/api/conversations'));
  expect(items).toMatchObject([{ dealId: id, unread: 1 }]);
  await indexMessages(guilde.deps, 'all', new AbortController().signal);
  const found = granted(await claire.get<MessageSearch>('/api/conversations/search?q=format'));
  expect(found.items).toMatchObject([{ dealId: id, title: 'Étuis en carton recyclé' }]);
  const nina = await guilde.as('nina');
  await openPrivate(nina, chatId);
  const page = granted(await nina.get<AdminMessagePage>(`/api/admin/messages?conversation=${chatId}`));
  expect(page.items).toMatchObject([{ dealId: id, sosTitle: 'Étuis en carton recyclé' }]);
  await set({ leadId: karim.id });
  await follow();
  expect(rolesIn(granted(await look(karim)))).toEqual({ Karim: 'requester' });
});

it.each(['reviewed', 'cancelled', 'not-reached'] as const)('is only read once it is %s', async (status) => {
  await interest(karim);
  await set({ status, endedAt: guilde.clock.now(), concludedAt: guilde.clock.now(), choiceUntil: 1 });
  await follow();
  const isWaiting = status === 'not-reached';
  expect(granted(await look(karim)).status).toBe(isWaiting ? 'active' : 'closed');
  await set({ choiceUntil: null });
  await follow();
  const chat = granted(await look(karim));
  expect(chat).toMatchObject({ status: 'closed', outcome: 'closed' });
  const sent = { id: randomUUID(), content: 'Et après ?' };
  expect(refusal(await karim.post(`/api/conversations/${chat.id}/messages`, sent))).toBe(
    '409 CONVERSATION_CLOSED',
  );
});

it('belongs to exactly one owner, and goes with its deal', async () => {
  await interest(karim);
  const { orm } = guilde.deps.db;
  const isIts = eq(conversations.dealId, id);
  await expect(orm.update(conversations).set({ sosRequestId: randomUUID() }).where(isIts)).rejects.toThrow();
  await expect(orm.update(conversations).set({ dealId: null }).where(isIts)).rejects.toThrow();
  await expect(orm.update(conversations).set({ dealId: randomUUID() }).where(isIts)).rejects.toThrow();
  await orm.delete(deals).where(eq(deals.id, id));
  expect(await orm.select().from(conversations)).toEqual([]);
});
