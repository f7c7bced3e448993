import { describe, expect, it } from 'vitest';
import type { LiveEvent } from '../live/protocol.ts';
import type { Message, Unread } from './rules.ts';
import {
  applyUnread,
  applyUnreadEvent,
  clearConversation,
  countMessage,
  type UnreadState,
} from './unread.ts';

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

const counted: Unread = {
  total: 3,
  conversations: { ads: 1, tva: 2 },
  positions: { ads: [3, 5], tva: [9, 16] },
};
const start = applyUnread(undefined, counted);

describe('the unread number', () => {
  it('counts the messages of others once', () => {
    const once = countMessage(start, message(4), 'claire');
    expect(once).toMatchObject({ total: 4, conversations: { ads: 2, tva: 2 } });
    expect(countMessage(once, message(4), 'claire')).toBe(once);
  });

  it('counts no message that the server has counted already', () => {
    expect(countMessage(start, message(3), 'claire')).toBe(start);
    const next: Unread = { ...counted, total: 4, positions: { ...counted.positions, ads: [4, 6] } };
    next.conversations = { ads: 2, tva: 2 };
    const after = applyUnread(countMessage(start, message(4), 'claire'), next);
    expect(after.total).toBe(4);
  });

  it('counts messages that arrive in another order, before and after a number of the server', () => {
    const later = countMessage(start, message(5), 'claire');
    expect(countMessage(later, message(4), 'claire').total).toBe(5);
    const number: Unread = {
      total: 4,
      conversations: { ads: 2, tva: 2 },
      positions: { ...counted.positions, ads: [4, 6] },
    };
    const both = applyUnread(later, number);
    expect(both.total).toBe(5);
    expect(countMessage(both, message(4), 'claire')).toBe(both);
  });

  it('does not fall back to a number that was counted earlier', () => {
    const read = applyUnread(start, {
      total: 2,
      conversations: { tva: 2 },
      positions: { ...counted.positions, ads: [3, 6] },
    });
    expect(read.total).toBe(2);
    expect(applyUnread(read, counted).total).toBe(2);
  });

  it('does not count own messages nor system messages', () => {
    expect(countMessage(start, message(4, { senderId: 'claire' }), 'claire')).toBe(start);
    expect(countMessage(start, message(4, { kind: 'joined' }), 'claire')).toBe(start);
    expect(countMessage(start, message(4, { senderId: null }), 'claire').total).toBe(4);
  });

  it('loses a conversation that has been read, and what it told of late', () => {
    const counted = countMessage(start, message(4), 'claire');
    const read = clearConversation(counted, 'ads');
    expect(read).toMatchObject({ total: 2, conversations: { tva: 2 } });
    expect(clearConversation(read, 'ads')).toBe(read);
    expect(countMessage(read, message(4), 'claire')).toBe(read);
  });

  it('goes on counting beyond what it keeps one by one', () => {
    let state = start;
    for (let seq = 4; seq < 2500; seq++) state = countMessage(state, message(seq), 'claire');
    expect(state.total).toBe(3 + 2496);
    expect(countMessage(state, message(2400), 'claire')).toBe(state);
  });
});

/** The same seed gives the same numbers in [0, 1). */
function seeded(seed: number): () => number {
  let state = seed + 0x6d2b79f5;
  return () => {
    state = Math.imul(state ^ (state >>> 15), state | 1);
    state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
    return ((state ^ (state >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The history has what a server sends to claire in sequence, and what was unread at each moment. */
function history(random: () => number, length: number) {
  const rooms = ['ads', 'tva'].map((id) => ({
    id,
    last: 0,
    read: 0,
    gone: [] as number[],
    texts: [] as number[],
  }));
  const unread = (): Unread => {
    const numbers = rooms.map(
      ({ id, read, texts, gone }) =>
        [id, texts.filter((seq) => seq > read && !gone.includes(seq)).length] as const,
    );
    return {
      total: numbers.reduce((sum, [, number]) => sum + number, 0),
      conversations: Object.fromEntries(numbers.filter(([, number]) => number > 0)),
      positions: Object.fromEntries(
        rooms.map(({ id, last, read, gone }) => [id, [last, last + read + gone.length]]),
      ),
    };
  };
  const moments = [{ event: null as LiveEvent | null, unread: unread() }];
  while (moments.length < length) {
    const room = rooms[Math.floor(random() * rooms.length)] as (typeof rooms)[number];
    const chance = random();
    const senderId = chance < 0.6 ? 'karim' : 'claire';
    let event: LiveEvent | null = null;
    if (chance < 0.7) {
      room.last++;
      if (senderId === 'karim') room.texts.push(room.last);
      else room.read = room.last;
      event = { type: 'message.created', message: message(room.last, { conversationId: room.id, senderId }) };
      moments.push({ event, unread: unread() });
    }
    if (chance >= 0.7 && chance < 0.95) room.read += Math.ceil(random() * (room.last - room.read));
    const left = room.texts.find((seq) => seq > room.read && !room.gone.includes(seq));
    if (chance >= 0.95 && left) room.gone.push(left);
    if (senderId === 'claire') {
      const read = { conversationId: room.id, memberId: 'claire', seq: room.read };
      moments.push({ event: { type: 'conversation.read', ...read, unread: unread() }, unread: unread() });
    }
  }
  return moments;
}

describe('a window that hears several instances', () => {
  const EVENTS = 40;

  it('ends with the server’s number, in whatever order and however late it hears', () => {
    for (let seed = 0; seed < 2000; seed++) {
      const random = seeded(seed);
      const moments = history(random, EVENTS);
      const opened = Math.floor(random() * EVENTS);
      const hello: LiveEvent = {
        type: 'hello',
        memberId: 'claire',
        sessionId: 'own',
        unread: moments[opened]?.unread as Unread,
      };
      const late = Math.floor(random() * 6);
      const received = moments
        .slice(Math.max(0, opened - late))
        .flatMap(({ event }, at) => (event ? [{ event, at: at + random() * 8 }] : []))
        .toSorted((one, other) => one.at - other.at)
        .flatMap(({ event }) => (random() < 0.1 ? [event, event] : [event]));
      const state = [hello, ...received].reduce<UnreadState | undefined>(
        (known, event) => applyUnreadEvent(known, event, 'claire'),
        undefined,
      );
      const truth = moments.at(-1)?.unread;
      expect({ seed, total: state?.total, conversations: state?.conversations }).toEqual({
        seed,
        total: truth?.total,
        conversations: truth?.conversations,
      });
    }
  });
});
