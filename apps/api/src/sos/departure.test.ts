import type { Conversation, History } from '@guilde/contracts/conversations/rules.ts';
import type { SosForViewer } from '@guilde/contracts/sos/rules.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { PASSWORD } from '../../test/people.ts';
import { granted, join, openChat, sendText } from '../../test/scenes.ts';

let guilde: Guilde;
let claire: Client;
let karim: Client;
let zoe: Client;
let lucie: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  zoe = await guilde.as('zoe');
  lucie = await guilde.as('lucie');
});
afterAll(() => guilde.close());

it('a helper who deletes the account gives the seat back; what they wrote stays without author', async () => {
  const { sos, conversation, messages } = await openChat(claire, karim, zoe);
  await sendText(karim, conversation.id, 'Mon conseil');
  const live = await claire.live();
  granted(await karim.post('/api/account/delete', { password: PASSWORD }));

  const { conversation: received } = await live.next('conversation.updated');
  const fresh = granted(await claire.get<Conversation>(`/api/conversations/${conversation.id}`));
  expect(received).toEqual(fresh);
  expect(fresh.currentParticipants).toBe(2);
  expect(fresh.participants.map((one) => one.member.id)).toEqual([claire.id, zoe.id]);
  expect(granted(await zoe.get('/api/conversations/unread'))).toMatchObject({ total: 1 });
  const { messages: seen } = granted(await zoe.get<History>(messages));
  expect(seen.map(({ kind, senderId, content }) => [kind, senderId, content]).slice(2)).toEqual([
    ['text', null, 'Mon conseil'],
    ['left', null, ''],
  ]);
  const { sos: shown } = await live.next('sos.updated');
  const {
    description: _description,
    additions: _additions,
    files: _files,
    invitesYou: _invitesYou,
    alert: _alert,
    ...detail
  } = granted(await zoe.get<SosForViewer>(`/api/sos/${sos.id}`));
  expect(shown).toEqual(detail);
  expect(shown.helpers.map((helper) => helper.id)).toEqual([zoe.id]);
  await join(lucie, sos.id);
  live.close();
});

it('the unresolved SOS of a requester who deletes the account closes, without author', async () => {
  const { sos, conversation } = await openChat(claire, zoe);
  const live = await zoe.live();
  granted(await claire.post('/api/account/delete', { password: PASSWORD }));
  const { sos: shown } = await live.next('sos.updated', (event) => event.sos.id === sos.id);
  expect(shown).toMatchObject({ author: null, status: 'closed', helpers: [{ id: zoe.id }] });
  const fresh = granted(await zoe.get<Conversation>(`/api/conversations/${conversation.id}`));
  expect(fresh).toMatchObject({
    requesterId: null,
    status: 'closed',
    outcome: 'closed',
    currentParticipants: 1,
  });
  expect(fresh.participants.map((one) => one.member.id)).toEqual([zoe.id]);
  live.close();
});
