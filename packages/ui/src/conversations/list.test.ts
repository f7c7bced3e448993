import type { ConversationItem, Message } from '@guilde/contracts/conversations.ts';
import { describe, expect, it } from 'vitest';
import { applyMessageToList, type ConversationPages, itemsOf, withoutItem } from './list.ts';

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

const ids = (list: ConversationPages) => itemsOf(list).map(({ id }) => id);

describe('the list of conversations', () => {
  it('shows the newest message and moves its conversation to the top, from any page', () => {
    const moved = applyMessageToList(pages, message('colis', 10), KARIM);
    expect(ids(moved)).toEqual(['colis', 'ads', 'tva']);
    expect(itemsOf(moved)[0]).toMatchObject({ lastMessage: { seq: 10 }, lastSender: KARIM });
  });

  it('ignores what it shows already, what is older, and what it does not hold', () => {
    expect(applyMessageToList(pages, message('tva', 8), KARIM)).toBe(pages);
    expect(applyMessageToList(pages, message('ads', 2), KARIM)).toBe(pages);
    expect(applyMessageToList(pages, message('other', 1), KARIM)).toBe(pages);
  });

  it('ends at the newest message in whatever order messages come', () => {
    const order = [12, 10, 14, 11, 14, 13];
    const end = order.reduce((list, seq) => applyMessageToList(list, message('colis', seq), KARIM), pages);
    expect(itemsOf(end)[0]?.lastMessage?.seq).toBe(14);
    expect(ids(end)).toEqual(['colis', 'ads', 'tva']);
  });

  it('shows a conversation once when it moved between two pages, and not at all once left', () => {
    const [first, second] = pages.pages;
    const repeated = { ...pages, pages: [first, { ...second, items: [item('ads', 4), item('colis', 3)] }] };
    expect(ids(repeated as ConversationPages)).toEqual(['ads', 'tva', 'colis']);
    expect(ids(withoutItem(pages, 'ads'))).toEqual(['tva', 'colis']);
  });
});
