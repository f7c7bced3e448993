import type { Message } from '@guilde/contracts/conversations.ts';
import { useLive } from '../live.ts';
import type { Outgoing } from './outgoing.ts';

/** After this many milliseconds without an answer on the socket a message goes by HTTP instead. */
const ANSWER_MS = 3000;

/** What was said on the socket and not answered yet, by the message's id. */
const unanswered = new Map<string, (stored: Message | null) => void>();

/**
 * Sends a message on the live socket. Null when it is not known to be stored: there is no connection, or none in time
 * any more, or the server does not want it. The same message may then go by HTTP, which says why.
 */
export function sendOnSocket({ id, conversationId, content }: Outgoing): Promise<Message | null> {
  const { connection, send, check } = useLive.getState();
  if (connection !== 'online') return Promise.resolve(null);
  const { promise, resolve } = Promise.withResolvers<Message | null>();
  const end = (stored: Message | null) => {
    clearTimeout(timer);
    stopWatching();
    unanswered.delete(id);
    resolve(stored);
  };
  const timer = setTimeout(() => {
    check();
    end(null);
  }, ANSWER_MS);
  const stopWatching = useLive.subscribe((live) => {
    if (live.connection !== 'online') end(null);
  });
  unanswered.set(id, end);
  send({ type: 'message', id, conversationId, content });
  return promise;
}

/** The server has answered: a message is stored, or (null) refused. */
export function heardAnswer(id: string, stored: Message | null): void {
  unanswered.get(id)?.(stored);
}

/** The server did not understand a frame; an older one understands no messages. */
export function heardRefusal(): void {
  for (const end of unanswered.values()) end(null);
}
