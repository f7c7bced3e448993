import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, openChat, settled } from '../../test/scenes.ts';
import { joinConversation, leaveConversation } from './seats.ts';
import { conversations } from './tables.ts';

let guilde: Guilde;
let claire: Client;
let helpers: Client[];
let outsider: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  helpers = [
    await guilde.as('karim'),
    await guilde.as('zoe'),
    await guilde.as('paul'),
    await guilde.as('lucie'),
  ];
  outsider = await guilde.as('hugo');
});
afterAll(() => guilde.close());

const joinAs = (client: Client, conversationId: string) =>
  guilde.deps.db.write((tx) => joinConversation(tx, guilde.deps, { conversationId, memberId: client.id }));
const seatsOf = async (id: string) => {
  const [row] = await guilde.deps.db.orm.select().from(conversations).where(eq(conversations.id, id));
  return row?.currentParticipants;
};

it('the conversation itself keeps its cap and its closing, whoever asks', async () => {
  const full = await openChat(claire, ...helpers);
  await expect(joinAs(outsider, full.conversation.id)).rejects.toMatchObject({ code: 'CONVERSATION_FULL' });
  expect(await seatsOf(full.conversation.id)).toBe(5);
  const closed = await openChat(claire, ...helpers.slice(0, 1));
  granted(await claire.post(`/api/sos/${closed.sos.id}/close`));
  await expect(joinAs(outsider, closed.conversation.id)).rejects.toMatchObject({
    code: 'CONVERSATION_CLOSED',
  });
  await expect(joinAs(outsider, 'nulle-part')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('a member is new once: staying and coming back are not', async () => {
  const { conversation } = await openChat(claire, ...helpers.slice(0, 1));
  const live = await claire.live();
  expect(await joinAs(outsider, conversation.id)).toEqual({ isNew: true });
  expect(await joinAs(outsider, conversation.id)).toEqual({ isNew: false });
  await guilde.deps.db.write((tx) =>
    leaveConversation(tx, guilde.deps, { conversationId: conversation.id, memberId: outsider.id }),
  );
  expect(await joinAs(outsider, conversation.id)).toEqual({ isNew: false });
  expect(await seatsOf(conversation.id)).toBe(3);
  await settled(live);
  const lines = live.events
    .filter((event) => event.type === 'message.created')
    .map((event) => event.message.kind);
  expect(lines).toEqual(['joined', 'left', 'joined']);
  live.close();
});

it('the requester keeps the seat', async () => {
  const { conversation } = await openChat(claire, ...helpers.slice(0, 1));
  const leaving = guilde.deps.db.write((tx) =>
    leaveConversation(tx, guilde.deps, { conversationId: conversation.id, memberId: claire.id }),
  );
  await expect(leaving).rejects.toMatchObject({ code: 'REQUESTER_CANNOT_LEAVE' });
});
