import type { Conversation, ConversationItem, Message } from '@guilde/contracts/conversations/rules.ts';
import { describe, expect, it } from 'vitest';
import { type Chats, NO_CHATS, withChange, withConversation, withMessage, withoutSeat } from './chats.ts';
import { type ConversationPages, foundItems, listedItems } from './list.ts';

const KARIM = { id: 'karim', firstName: 'Karim', lastName: 'Benali', avatarUrl: null };

function message(conversationId: string, seq: number): Message {
  return {
    id: `${conversationId}-${seq}`,
    conversationId,
    seq,
    kind: 'text',
    senderId: KARIM.id,
    content: `Message ${seq}`,
    createdAt: new Date(seq * 1000).toISOString(),
  };
}

function item(id: string, lastSeq: number): ConversationItem {
  return {
    id,
    sosId: `sos-${id}`,
    title: id,
    status: 'active',
    outcome: null,
    currentParticipants: 2,
    maxParticipants: 5,
    lastMessage: message(id, lastSeq),
    lastSender: KARIM,
    unread: 0,
    updatedAt: message(id, lastSeq).createdAt,
  };
}

const pages: ConversationPages = {
  pages: [
    { items: [item('ads', 9), item('tva', 8)], nextCursor: 'next' },
    { items: [item('colis', 3)], nextCursor: null },
  ],
  pageParams: [undefined, 'next'],
};

const items = (chats: Chats, answered = pages) => listedItems(answered, chats.byId);
const ids = (chats: Chats, answered = pages) => items(chats, answered).map(({ id }) => id);
const receive = (chats: Chats, ...messages: Message[]) =>
  messages.reduce((known, message) => withMessage(known, message, 'claire'), chats);

function conversation(id: string, lastSeq: number, changes: Partial<Conversation> = {}): Conversation {
  const { lastMessage: _last, lastSender: _sender, unread: _unread, ...about } = item(id, lastSeq);
  const seat = { role: 'helper' as const, isActive: true, joinedAt: about.updatedAt, readSeq: 0 };
  const member = { ...KARIM, storeName: '', isCertified: true };
  return {
    ...about,
    requesterId: KARIM.id,
    lastSeq,
    revision: 0,
    participants: [
      { ...seat, member },
      { ...seat, member: { ...member, id: 'claire' } },
    ],
    createdAt: about.updatedAt,
    closedAt: null,
    closedByTeam: false,
    ...changes,
  };
}

describe('the list of conversations', () => {
  it('shows the newest message and moves its conversation to the top, from any page', () => {
    const chats = receive(NO_CHATS, message('colis', 10));
    expect(ids(chats)).toEqual(['colis', 'ads', 'tva']);
    expect(items(chats)[0]).toMatchObject({ lastMessage: { seq: 10 }, lastSender: KARIM });
  });

  it('ignores what it shows already, and what is older', () => {
    const chats = receive(NO_CHATS, message('tva', 8), message('ads', 2));
    expect(items(chats)).toEqual(items(NO_CHATS));
  });

  it('ends at the newest message in whatever order messages come', () => {
    const order = [12, 10, 14, 11, 14, 13];
    const chats = receive(NO_CHATS, ...order.map((seq) => message('colis', seq)));
    expect(items(chats)[0]?.lastMessage?.seq).toBe(14);
    expect(ids(chats)).toEqual(['colis', 'ads', 'tva']);
  });

  it('shows a correction of the last message without moving its conversation', () => {
    const edited = (seq: number, revision: number) => ({
      ...message('tva', seq),
      content: `${revision}`,
      revision,
    });
    const chats = [edited(8, 2), edited(8, 1), edited(7, 3)].reduce(withChange, NO_CHATS);
    expect(ids(chats)).toEqual(['ads', 'tva', 'colis']);
    expect(items(chats)[1]?.lastMessage?.content).toBe('2');
  });

  it('keeps the last line until the sender of a newer message is known', () => {
    const [zoe, other] = [
      { ...KARIM, id: 'zoe' },
      { ...message('tva', 10), senderId: 'zoe' },
    ];
    const chats = receive(NO_CHATS, other);
    expect(items(chats)).toEqual(items(NO_CHATS));
    const [first, ...others] = conversation('tva', 10).participants;
    const participants = [first, ...others, { ...first, member: { ...first?.member, ...zoe } }];
    const named = withConversation(chats, conversation('tva', 10, { participants } as never), 'claire');
    expect(items(named)[0]).toMatchObject({ id: 'tva', lastMessage: { seq: 10 }, lastSender: { id: 'zoe' } });
  });

  it('shows a conversation that no answer has listed, where its last message belongs', () => {
    const fresh = withConversation(receive(NO_CHATS, message('neuf', 5)), conversation('neuf', 5), 'claire');
    expect(ids(fresh)).toEqual(['ads', 'tva', 'neuf', 'colis']);
    const firstPage = { pages: pages.pages.slice(0, 1), pageParams: [undefined] };
    expect(ids(fresh, firstPage)).toEqual(['ads', 'tva']);
    expect(ids(receive(fresh, message('neuf', 10)), firstPage)).toEqual(['neuf', 'ads', 'tva']);
    expect(foundItems(pages, fresh.byId).map(({ id }) => id)).toEqual(['ads', 'tva', 'colis']);
  });

  it('shows title and status of the newest state, whichever came last', () => {
    const closed = conversation('ads', 9, { status: 'closed' });
    expect(items(withConversation(NO_CHATS, closed, 'claire'))[0]?.status).toBe('closed');
    const older = conversation('ads', 7, { status: 'closed' });
    expect(items(withConversation(NO_CHATS, older, 'claire'))[0]?.status).toBe('active');
  });

  it('shows a conversation once when it moved between two pages, and not at all once left', () => {
    const [first, second] = pages.pages;
    const repeated = { ...pages, pages: [first, { ...second, items: [item('ads', 4), item('colis', 3)] }] };
    expect(ids(NO_CHATS, repeated as ConversationPages)).toEqual(['ads', 'tva', 'colis']);
    const left = withoutSeat(NO_CHATS, 'ads', 9);
    expect(ids(left)).toEqual(['tva', 'colis']);
    // An answer or event from before is older than the loss of the seat.
    expect(ids(withConversation(left, conversation('ads', 8), 'claire'))).toEqual(['tva', 'colis']);
    expect(ids(withConversation(left, conversation('ads', 10), 'claire'))[0]).toBe('ads');
  });
});
