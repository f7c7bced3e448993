import { describe, expect, it } from 'vitest';
import type { Message } from './conversations.ts';
import { applyUnread, clearConversation, countMessage, type UnreadState } from './unread.ts';

function message(seq: number, changes: Partial<Message> = {}): Message {
  return {
    id: `message-${seq}`,
    conversationId: 'ads',
    seq,
    kind: 'text',
    senderId: 'karim',
    content: 'Bonjour',
    createdAt: '2026-11-17T09:00:00.000Z',
    ...changes,
  };
}

const start: UnreadState = { total: 3, conversations: { ads: 1, tva: 2 }, counted: {} };

describe('the unread number', () => {
  it('counts the messages of others once', () => {
    const once = countMessage(start, message(4), 'claire');
    expect(once).toMatchObject({ total: 4, conversations: { ads: 2, tva: 2 } });
    expect(countMessage(once, message(4), 'claire')).toBe(once);
  });

  it('does not count own messages nor quiet lines', () => {
    expect(countMessage(start, message(4, { senderId: 'claire' }), 'claire')).toBe(start);
    expect(countMessage(start, message(4, { kind: 'joined' }), 'claire')).toBe(start);
    expect(countMessage(start, message(4, { senderId: null }), 'claire').total).toBe(4);
  });

  it('loses a conversation that has been read, and takes the server’s word', () => {
    const read = clearConversation(start, 'tva');
    expect(read).toMatchObject({ total: 1, conversations: { ads: 1 } });
    expect(clearConversation(read, 'tva')).toBe(read);
    const counted = countMessage(read, message(4), 'claire');
    const told = applyUnread(counted, { total: 0, conversations: {} });
    expect(told.total).toBe(0);
    expect(countMessage(told, message(4), 'claire')).toBe(told);
  });
});
