import type { Message } from '@guilde/contracts/conversations/rules.ts';
import { describe, expect, it } from 'vitest';
import type { Outgoing } from './outgoing.ts';
import { type Bubble, type TimelineEntry, timelineOf } from './timeline.ts';
import { typingText } from './typing.ts';

function message(seq: number, time: string, changes: Partial<Message> = {}): Message {
  return {
    id: `message-${seq}`,
    conversationId: 'ads',
    seq,
    kind: 'text',
    senderId: 'karim',
    content: 'Bonjour',
    createdAt: new Date(`2026-11-17T${time}`).toISOString(),
    ...changes,
  };
}

function outgoing(id: string): Outgoing {
  const writtenAt = new Date('2026-11-17T10:30:00').getTime();
  return { id, memberId: 'claire', conversationId: 'ads', content: 'Ma réponse', writtenAt, problem: null };
}

const kinds = (entries: TimelineEntry[]) =>
  entries.flatMap(({ startsDay, startsNew, kind }) => [
    ...(startsDay ? ['day'] : []),
    ...(startsNew ? ['new'] : []),
    kind,
  ]);
const groups = (entries: TimelineEntry[]) =>
  entries.filter((entry): entry is Bubble => entry.kind === 'bubble').map((bubble) => bubble.startsGroup);

describe('what a thread shows', () => {
  it('groups the messages of one author within five minutes', () => {
    const entries = timelineOf(
      [
        message(1, '10:00'),
        message(2, '10:04:59'),
        message(3, '10:10'),
        message(4, '10:11', { senderId: 'zoe' }),
        message(5, '10:12', { kind: 'joined', senderId: 'paul' }),
        message(6, '10:12', { senderId: 'zoe' }),
      ],
      [],
      null,
    );
    expect(kinds(entries)).toEqual(['day', 'bubble', 'bubble', 'bubble', 'bubble', 'system', 'bubble']);
    expect(groups(entries)).toEqual([true, false, true, true, true]);
  });

  it('separates days, and what is new from what was read', () => {
    const next = { ...message(3, '10:00'), createdAt: new Date('2026-11-18T10:00').toISOString() };
    const entries = timelineOf([message(1, '10:00'), message(2, '10:01'), next], [], 2);
    expect(kinds(entries)).toEqual(['day', 'bubble', 'new', 'bubble', 'day', 'bubble']);
    expect(groups(entries)).toEqual([true, true, true]);
  });

  it('shows a message once, under the same key, from the moment it is written', () => {
    const written = timelineOf([message(1, '10:00')], [outgoing('mine')], null);
    const stored = message(2, '10:30', { id: 'mine', senderId: 'claire' });
    const both = timelineOf([message(1, '10:00'), stored], [outgoing('mine')], null);
    expect(written.map(({ key }) => key)).toEqual(both.map(({ key }) => key));
    expect((both.at(-1) as Bubble).outgoing).toBeNull();
  });

  it('keeps the identity of what stands as it stood, so that only what is new is drawn', () => {
    const messages = [message(1, '10:00'), message(2, '10:01'), message(3, '10:20')];
    const before = timelineOf(messages, [], 3);
    const after = timelineOf([...messages, message(4, '10:21')], [], 2);
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
    expect(after[1]?.startsNew).toBe(true);
    expect(after[2]?.startsNew).toBe(false);
  });
});

describe('who is writing', () => {
  it.each([
    [[], ''],
    [['Zoé'], 'Zoé écrit…'],
    [['Zoé', 'Karim'], 'Zoé et Karim écrivent…'],
    [['Zoé', 'Karim', 'Paul'], 'Plusieurs personnes écrivent…'],
  ])('%j', (names, text) => {
    expect(typingText(names)).toBe(text);
  });
});
