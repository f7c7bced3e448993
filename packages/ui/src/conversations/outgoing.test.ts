import { beforeEach, describe, expect, it } from 'vitest';
import { mergeRecords } from '../kit/shared-storage.ts';
import {
  addOutgoing,
  enqueue,
  forgetUnsent,
  nextToSend,
  type Outgoing,
  queueOf,
  removeOutgoing,
  setDraft,
  setProblem,
  useUnsent,
} from './outgoing.ts';

const unreachable = { code: 'UNREACHABLE', message: 'Le serveur ne répond pas.' };
const closed = { code: 'CONVERSATION_CLOSED', message: 'Ce chat est fermé' };

function outgoing(id: string, changes: Partial<Outgoing> = {}): Outgoing {
  return {
    id,
    memberId: 'claire',
    conversationId: 'ads',
    content: `Message ${id}`,
    writtenAt: 1000,
    problem: null,
    ...changes,
  };
}

const stored = () => JSON.parse(localStorage.getItem('guilde-unsent') ?? 'null')?.state;
const ids = () => queueOf(useUnsent.getState().messages, 'claire', 'ads').map(({ id }) => id);

beforeEach(() => useUnsent.setState({ messages: {}, drafts: {} }));

describe('messages on their way', () => {
  it('go in the order in which they were written, even when the clock turns back', () => {
    const first = enqueue({}, outgoing('b', { writtenAt: 5000 }));
    const both = enqueue(first, outgoing('a', { writtenAt: 4000 }));
    expect(queueOf(both, 'claire', 'ads').map(({ id }) => id)).toEqual(['b', 'a']);
  });

  it('wait for one that may still pass, and pass one that was refused', () => {
    addOutgoing(outgoing('a'));
    addOutgoing(outgoing('b'));
    const next = () => nextToSend(useUnsent.getState().messages, 'claire', 'ads')?.id;
    setProblem('a', unreachable);
    expect(next()).toBe('a');
    setProblem('a', closed);
    expect(next()).toBe('b');
    removeOutgoing('b');
    expect(next()).toBeUndefined();
    expect(ids()).toEqual(['a']);
  });

  it('belong to a member and a conversation', () => {
    addOutgoing(outgoing('a', { memberId: 'karim' }));
    addOutgoing(outgoing('b', { conversationId: 'tva' }));
    expect(ids()).toEqual([]);
  });

  it('survive a reload, as drafts do', async () => {
    addOutgoing(outgoing('a'));
    setDraft('claire', 'ads', 'Je commence à');
    expect(stored()).toMatchObject({
      messages: { a: { content: 'Message a' } },
      drafts: { 'claire/ads': 'Je commence à' },
    });
    await useUnsent.persist.rehydrate();
    expect(ids()).toEqual(['a']);
    forgetUnsent('claire', 'ads');
    expect(stored()).toEqual({ messages: {}, drafts: {} });
  });

  it('of another window stay when this one writes', async () => {
    addOutgoing(outgoing('a'));
    const other = { ...stored(), messages: { ...stored().messages, b: outgoing('b', { writtenAt: 2000 }) } };
    localStorage.setItem('guilde-unsent', JSON.stringify({ state: other, version: 1 }));
    setDraft('claire', 'ads', 'Bonjour');
    removeOutgoing('a');
    expect(Object.keys(stored().messages)).toEqual(['b']);
    await useUnsent.persist.rehydrate();
    expect(ids()).toEqual(['b']);
  });

  it('keep what each window changed', () => {
    const base = { drafts: { x: 'base', y: 'base' } };
    const merged = mergeRecords({ drafts: { x: 'base', y: 'theirs', z: 'theirs' } }, base, {
      drafts: { y: 'base', w: 'mine' },
    });
    expect(merged).toEqual({ drafts: { y: 'theirs', z: 'theirs', w: 'mine' } });
  });
});
