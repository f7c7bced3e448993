import { setTimeout as sleep } from 'node:timers/promises';
import type { History, Message } from '@guilde/contracts/conversations/rules.ts';
import type { LiveEvent } from '@guilde/contracts/live/protocol.ts';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { Client } from './client.ts';

const RECONNECT_MS = 50;
const POLLING_MS = 100;
const ANSWER_MS = 1000;

export type Follower = {
  /** These are the messages that this person has seen, in order. */
  shown: Message[];
  /** All changes up to this revision have been applied. */
  revision: () => number;
  /** These are the types of the events that the sockets brought. */
  received: LiveEvent['type'][];
  /** Sends on the socket; the result is null when nobody knows whether the message is stored. */
  sendText: (id: string, content: string, more?: { files?: string[] }) => Promise<Message | null>;
  stop: () => void;
};

/**
 * Follows a conversation by the rules of the real client, only faster: it fetches holes, asks for what is
 * missing after every `hello`, polls without a working socket, and reopens a lost socket at the next
 * instance.
 */
export function follow(conversationId: string, ...instances: [Client, ...Client[]]): Follower {
  const shown: Message[] = [];
  const received: LiveEvent['type'][] = [];
  let revision = 0;
  let newestRevision = 0;
  let attempt = 0;
  let isLive = false;
  let isStopped = false;
  let filling = Promise.resolve();
  let socket: WebSocket;
  let onAnswer: (event: LiveEvent | null) => void = () => undefined;

  const current = () => instances[attempt % instances.length] ?? instances[0];
  const show = (messages: Message[]) => {
    for (const message of messages) {
      const known = shown[message.seq - 1];
      if (message.seq === shown.length + 1) shown.push(message);
      else if (known && (message.revision ?? 0) > (known.revision ?? 0)) shown[message.seq - 1] = message;
    }
  };
  // The request is repeated until it is answered, because no later event may show the hole.
  const history = async (query: string): Promise<History | null> => {
    while (!isStopped) {
      const path = `/api/conversations/${conversationId}/messages?${query}&limit=200`;
      const answer = await current()
        .get<History>(path)
        .catch(() => null);
      if (answer?.status === 200) return answer.body;
      await sleep(POLLING_MS);
    }
    return null;
  };
  const fill = () => {
    filling = filling.then(async () => {
      const page = await history(`after=${shown.length}`);
      if (!page) return;
      show(page.messages);
      revision = Math.min(revision, page.revision);
      newestRevision = Math.max(newestRevision, page.revision);
      while (revision < newestRevision) {
        const changes = await history(`changedAfter=${revision}`);
        if (!changes) return;
        show(changes.messages);
        const upTo = changes.hasMore ? changes.messages.at(-1)?.revision : changes.revision;
        if (upTo === undefined || upTo <= revision) return;
        revision = upTo;
      }
    });
  };
  const receiveChange = (message: Message) => {
    show([message]);
    const { revision: changed = 0 } = message;
    newestRevision = Math.max(newestRevision, changed);
    if (changed === revision + 1 && message.seq <= shown.length) revision = changed;
    else if (changed > revision) fill();
  };
  const receive = (event: LiveEvent) => {
    received.push(event.type);
    onAnswer(event);
    if (event.type === 'hello') isLive = true;
    if (event.type === 'degraded') isLive = false;
    if (event.type === 'hello') fill();
    if (event.type === 'message.changed' && event.message.conversationId === conversationId)
      receiveChange(event.message);
    if (event.type !== 'message.created' || event.message.conversationId !== conversationId) return;
    show([event.message]);
    if (event.message.seq > shown.length) fill();
  };
  const connect = () => {
    const { cookies, url } = current();
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    socket = new WebSocket(`${url.replace('http', 'ws')}/api/live`, { headers: { cookie }, origin: url });
    socket.on('message', (data) => receive(JSON.parse((data as Buffer).toString()) as LiveEvent));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      isLive = false;
      onAnswer(null);
      attempt++;
      if (!isStopped) setTimeout(connect, RECONNECT_MS);
    });
  };
  connect();
  const polling = setInterval(() => {
    if (!isLive) fill();
  }, POLLING_MS);
  return {
    shown,
    received,
    revision: () => revision,
    sendText: (id, content, more) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => onAnswer(null), ANSWER_MS);
        const end = (stored: Message | null) => {
          clearTimeout(timer);
          onAnswer = () => undefined;
          resolve(stored);
        };
        onAnswer = (event) => {
          if (event === null) end(null);
          else if (event.type === 'message.refused' && event.id === id) end(null);
          else if (event.type === 'message.created' && event.message.id === id) end(event.message);
        };
        if (isLive) socket.send(JSON.stringify({ type: 'message', id, conversationId, content, ...more }));
        else end(null);
      }),
    stop: () => {
      isStopped = true;
      clearInterval(polling);
      socket.close();
    },
  };
}

/** Follows the conversation until the end of the test. */
export function following(conversationId: string, ...instances: [Client, ...Client[]]): Follower {
  const follower = follow(conversationId, ...instances);
  onTestFinished(() => follower.stop());
  return follower;
}

export function texts({ shown }: Follower): string[] {
  return shown.filter(({ kind }) => kind === 'text').map(({ content }) => content);
}
