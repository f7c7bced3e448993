import type { Conversation, Message, MessageKind } from '@guilde/contracts/conversations/rules.ts';
import { describe, expect, it } from 'vitest';
import { applyConversation, applyRead, readersOf, shortName } from './conversation.ts';
import {
  applyChange,
  applyChanges,
  applyMessages,
  applyPage,
  firstUnread,
  hasGap,
  hasMissedChanges,
  hasOlder,
  isShown,
  lastSeq,
  showDetached,
  showNewest,
  shownMessages,
  startThread,
  type Thread,
} from './thread.ts';

const CLAIRE = 'claire';
const KARIM = 'karim';

function message(seq: number, kind: MessageKind = 'text', senderId: string | null = KARIM): Message {
  return {
    id: `message-${seq}`,
    conversationId: 'conversation',
    seq,
    kind,
    senderId,
    content: kind === 'text' ? `Message ${seq}` : '',
    createdAt: new Date(seq * 1000).toISOString(),
  };
}

const log = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => message(from + at));
const opened = (messages: Message[], revision = 0) => startThread({ messages, revision });
const seqs = (thread: Thread) => thread.messages.map(({ seq }) => seq);

/** The seed repeats the numbers, so that a failure can be looked at. */
function randomness(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

describe('a thread', () => {
  it('appends what follows and ignores what it holds already', () => {
    const thread = opened(log(3, 5));
    const next = applyMessages(thread, [message(6)]);
    expect(seqs(next)).toEqual([3, 4, 5, 6]);
    expect(applyMessages(next, [message(6)])).toBe(next);
    expect(applyMessages(next, [message(4), message(1)])).toBe(next);
  });

  it('keeps what comes ahead of a hole aside, and shows it once the hole is filled', () => {
    const thread = applyMessages(opened(log(1, 2)), [message(5), message(4)]);
    expect(seqs(thread)).toEqual([1, 2]);
    expect(hasGap(thread)).toBe(true);
    const filled = applyMessages(thread, [message(3)]);
    expect(seqs(filled)).toEqual([1, 2, 3, 4, 5]);
    expect(hasGap(filled)).toBe(false);
  });

  it('keeps the newest state of each message, in whatever order changes, pages and events come', () => {
    const changed = (seq: number, revision: number) => ({
      ...message(seq),
      content: `${revision}`,
      revision,
    });
    const states = (thread: Thread) => thread.messages.map(({ revision = 0 }) => revision);
    let thread = applyChange(opened(log(1, 3), 4), changed(2, 5));
    expect([thread.revision, hasMissedChanges(thread), ...states(thread)]).toEqual([5, false, 0, 5, 0]);
    thread = applyChange(thread, changed(4, 8));
    expect([thread.revision, hasMissedChanges(thread), ...states(thread)]).toEqual([5, true, 0, 5, 0, 8]);
    thread = applyMessages(thread, [message(4), message(2)]);
    expect(states(thread)).toEqual([0, 5, 0, 8]);
    const page = { messages: [changed(1, 6)], hasMore: true, revision: 8 };
    thread = applyChanges(thread, 5, page);
    expect([thread.revision, hasMissedChanges(thread), ...states(thread)]).toEqual([6, true, 6, 5, 0, 8]);
    thread = applyChanges(thread, 6, {
      messages: [changed(3, 7), changed(4, 8)],
      hasMore: false,
      revision: 8,
    });
    expect([thread.revision, hasMissedChanges(thread), ...states(thread)]).toEqual([8, false, 6, 5, 7, 8]);
    expect(applyChanges(thread, 5, page)).toBe(thread);
    const old = applyPage(thread, { messages: [], revision: 7 });
    expect([old.revision, hasMissedChanges(old)]).toEqual([7, true]);
    expect(applyPage(thread, { messages: [message(1)], revision: 8 })).toBe(thread);
  });

  it('grows upwards by the page before it', () => {
    const thread = opened(log(51, 60));
    expect(hasOlder(thread)).toBe(true);
    const older = applyMessages(thread, log(1, 50));
    expect(older.messages).toHaveLength(60);
    expect(hasOlder(older)).toBe(false);
  });

  it('is read further up, apart from the newest, until both meet', () => {
    const detached = showDetached(opened(log(51, 60)), { messages: log(11, 20), revision: 0 });
    expect(shownMessages(detached).map(({ seq }) => seq)).toEqual(log(11, 20).map(({ seq }) => seq));
    expect(hasOlder(detached)).toBe(true);
    const next = applyMessages(detached, [message(61), ...log(21, 40)]);
    expect(seqs(next)).toEqual(seqs(opened(log(51, 61))));
    expect(isShown(next, 40)).toBe(true);
    expect(isShown(next, 61)).toBe(false);
    expect(applyMessages(next, log(41, 55))).toEqual(opened(log(11, 61)));
    expect(showNewest(next)).toEqual(opened(log(51, 61)));
    const changed = { ...message(30), content: 'Autre', revision: 1 };
    expect(applyChange(next, changed).detached[19]).toBe(changed);
    expect(
      hasMissedChanges(showDetached(applyChange(next, changed), { messages: log(1, 9), revision: 0 })),
    ).toBe(true);
  });

  it('knows the first message of somebody else that is unread', () => {
    const thread = opened([message(1), message(2, 'text', CLAIRE), message(3, 'joined'), message(4)]);
    expect(firstUnread(thread, 1, CLAIRE)).toBe(4);
    expect(firstUnread(thread, 4, CLAIRE)).toBeNull();
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'equals what the server holds after shuffled, repeated and dropped events (run %i)',
    (seed) => {
      const random = randomness(seed);
      const first = 1 + Math.floor(random() * 40);
      const loaded = first + Math.floor(random() * 20);
      const end = loaded + 80;
      const events = log(loaded + 1, end).filter(() => random() > 0.3);
      const repeated = [...events, ...events.filter(() => random() > 0.5), ...log(first, loaded)];
      let thread = opened(log(first, loaded));
      for (const event of shuffled(repeated, random)) {
        thread = applyMessages(thread, [event]);
        const contiguous = log(first, lastSeq(thread));
        expect(thread.messages).toEqual(contiguous);
        if (hasGap(thread) && random() > 0.7) {
          const after = lastSeq(thread);
          thread = applyMessages(thread, log(after + 1, Math.min(end, after + 7)));
        }
      }
      thread = applyMessages(thread, log(lastSeq(thread) + 1, end));
      expect(thread).toEqual(opened(log(first, end)));
    },
  );
});

function participant(id: string, firstName: string, readSeq = 0, isActive = true) {
  return {
    member: {
      id,
      firstName,
      lastName: id.toUpperCase(),
      storeName: '',
      avatarUrl: null,
      isCertified: true,
    },
    role: id === CLAIRE ? ('requester' as const) : ('helper' as const),
    isActive,
    joinedAt: '2026-11-17T09:00:00.000Z',
    readSeq,
  };
}

function conversation(lastSeqNow: number, changes: Partial<Conversation> = {}): Conversation {
  return {
    id: 'conversation',
    sosId: 'sos',
    title: 'Compte Ads suspendu',
    status: 'active',
    outcome: null,
    requesterId: CLAIRE,
    currentParticipants: 2,
    maxParticipants: 5,
    lastSeq: lastSeqNow,
    revision: 0,
    participants: [participant(CLAIRE, 'Claire'), participant(KARIM, 'Karim')],
    createdAt: '2026-11-17T09:00:00.000Z',
    updatedAt: '2026-11-17T09:00:00.000Z',
    closedAt: null,
    closedByTeam: false,
    ...changes,
  };
}

describe('a conversation', () => {
  it('stays at its newest state when an older answer comes late', () => {
    const closed = conversation(9, { status: 'closed', outcome: 'resolved' });
    expect(applyConversation(closed, conversation(7)).status).toBe('closed');
    expect(applyConversation(conversation(7), closed)).toEqual(closed);
  });

  it('never moves a read position backwards', () => {
    const read = applyRead(conversation(9), KARIM, 8);
    expect(applyRead(read, KARIM, 5)).toBe(read);
    const late = applyConversation(read, conversation(10));
    expect(readersOf(late, CLAIRE, 8)).toEqual(['Karim']);
    expect(readersOf(late, CLAIRE, 9)).toEqual([]);
  });

  it.each([1, 2, 3, 4])(
    'reaches the same state in whatever order states and reads arrive (run %i)',
    (seed) => {
      const random = randomness(seed);
      const states = [5, 6, 7].map((last) => conversation(last, { currentParticipants: last - 3 }));
      const reads = [1, 4, 6, 3].map((seq) => (known: Conversation) => applyRead(known, KARIM, seq));
      const changes = [
        ...states.map((state) => (known: Conversation) => applyConversation(known, state)),
        ...reads,
        ...reads,
      ];
      const end = shuffled(changes, random).reduce((known, change) => change(known), conversation(4));
      expect(end).toEqual(applyRead(conversation(7, { currentParticipants: 4 }), KARIM, 6));
    },
  );

  it('calls people by their first name, unless two share it', () => {
    const one = conversation(1);
    expect(shortName(one, KARIM)).toBe('Karim');
    expect(shortName(one, null)).toBe('Utilisateur inconnu');
    const two = { ...one, participants: [...one.participants, participant('other', 'Karim')] };
    expect(shortName(two, KARIM)).toBe('Karim KARIM');
  });
});
