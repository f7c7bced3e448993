import { setTimeout as sleep } from 'node:timers/promises';
import { type Message, REACTIONS } from '@guilde/contracts/conversations/rules.ts';
import { expect } from 'vitest';
import type { Answer, Client } from './client.ts';

/** These acknowledged changes of messages must hold for ever. */
export type Changes = {
  count: number;
  texts: Map<string, string>;
  deleted: Set<string>;
  /** The key is the message, member and emoji; the value says whether the reaction is set. */
  reactions: Map<string, boolean>;
};

type Retry = <T>(request: () => Promise<Answer<T>>) => Promise<Answer<T>>;

const LOOKED_BACK = 200;

export function noChanges(): Changes {
  return { count: 0, texts: new Map(), deleted: new Set(), reactions: new Map() };
}

/** Edits and deletes own messages and reacts to all, one act at a time, so that the last one holds. */
export async function changeMessages(
  client: Client,
  conversationId: string,
  {
    changes,
    acknowledged,
    ...pace
  }: {
    changes: Changes;
    acknowledged: readonly { message: Message; sender: string }[];
    isOver: () => boolean;
    random: () => number;
    retry: Retry;
  },
): Promise<void> {
  const { isOver, random, retry } = pace;
  for (let count = 1; !isOver(); count++) {
    await sleep(random() * 40);
    const recent = acknowledged.slice(-LOOKED_BACK);
    const picked = recent[Math.floor(random() * recent.length)];
    if (!picked) continue;
    const { id } = picked.message;
    const path = `/api/conversations/${conversationId}/messages/${id}`;
    const act = random();
    if (act < 0.5) {
      const emoji = REACTIONS[Math.floor(random() * REACTIONS.length)]?.emoji ?? '';
      const isOn = random() < 0.7;
      const { status, error } = await retry(() => client.put(`${path}/reactions`, { emoji, isOn }));
      if (status === 200) changes.reactions.set(`${id} ${client.id} ${emoji}`, isOn);
      else expect(error.code).toBe('MESSAGE_DELETED');
    } else if (picked.sender !== client.id || changes.deleted.has(id)) continue;
    else if (act < 0.9) {
      const content = `${client.id} ${count} changed`;
      const { status, error } = await retry(() => client.put(path, { content }));
      if (status === 200) changes.texts.set(id, content);
      else expect(error.code).toBe('MESSAGE_EDIT_TOO_LATE');
    } else {
      const { status, error } = await retry(() => client.delete(path));
      if (status !== 200) throw new Error(`${status} ${error.code}`);
      changes.deleted.add(id);
    }
    changes.count++;
  }
}

/** `stored` must be the message as it was acknowledged, with the changes that were acknowledged later. */
export function expectChanged(stored: Message | undefined, sent: Message, changes: Changes): void {
  const isDeleted = changes.deleted.has(sent.id);
  expect(stored).toMatchObject({
    id: sent.id,
    seq: sent.seq,
    senderId: sent.senderId,
    createdAt: sent.createdAt,
    kind: isDeleted ? 'deleted' : 'text',
    content: isDeleted ? '' : (changes.texts.get(sent.id) ?? sent.content),
  });
}

/** Every acknowledged reaction must be there, and no other. */
export function expectReactions(history: readonly Message[], changes: Changes): void {
  const stand = history.flatMap(({ id, reactions = [] }) =>
    reactions.flatMap(({ emoji, memberIds }) => memberIds.map((memberId) => `${id} ${memberId} ${emoji}`)),
  );
  const wanted = [...changes.reactions].filter(
    ([key, isOn]) => isOn && !changes.deleted.has(key.split(' ')[0] ?? ''),
  );
  expect(stand.toSorted()).toEqual(wanted.map(([key]) => key).toSorted());
}
