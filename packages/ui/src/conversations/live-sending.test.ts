import type { Message } from '@guilde/contracts/conversations.ts';
import type { ClientFrame } from '@guilde/contracts/events-input.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useLive } from '../live.ts';
import { heardAnswer, heardRefusal, sendOnSocket } from './live-sending.ts';
import type { Outgoing } from './outgoing.ts';

const text: Outgoing = {
  id: 'one',
  memberId: 'claire',
  conversationId: 'chat',
  content: 'Bonjour',
  writtenAt: 0,
  problem: null,
};
const stored: Message = {
  id: 'one',
  conversationId: 'chat',
  seq: 1,
  kind: 'text',
  senderId: 'claire',
  content: 'Bonjour',
  createdAt: '2026-11-22T08:00:00.000Z',
};
let said: ClientFrame[];

beforeEach(() => {
  said = [];
  vi.useFakeTimers();
  useLive.setState({ connection: 'online', send: (frame) => said.push(frame) });
});
afterEach(() => {
  vi.useRealTimers();
  useLive.setState({ connection: 'connecting', send: () => undefined });
});

it('a message is said once and stored when the server says so', async () => {
  const sending = sendOnSocket(text);
  expect(said).toEqual([{ type: 'message', id: 'one', conversationId: 'chat', content: 'Bonjour' }]);
  heardAnswer('another', { ...stored, id: 'another' });
  heardAnswer('one', stored);
  expect(await sending).toEqual(stored);
});

it('it is left to HTTP when it is refused, when the server does not understand, and when the connection is lost', async () => {
  const refused = sendOnSocket(text);
  heardAnswer('one', null);
  expect(await refused).toBeNull();
  const notUnderstood = sendOnSocket(text);
  heardRefusal();
  expect(await notUnderstood).toBeNull();
  const lost = sendOnSocket(text);
  useLive.setState({ connection: 'reconnecting' });
  expect(await lost).toBeNull();
  expect(await sendOnSocket(text)).toBeNull();
  expect(said).toHaveLength(3);
});

it('it is left to HTTP when no answer comes: the connection is looked at, and a late answer does no harm', async () => {
  const check = vi.fn();
  useLive.setState({ check });
  const sending = sendOnSocket(text);
  await vi.runAllTimersAsync();
  expect(await sending).toBeNull();
  expect(check).toHaveBeenCalledOnce();
  heardAnswer('one', stored);
});
