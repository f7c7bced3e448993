import type { History, Message } from '@guilde/contracts/conversations.ts';
import type { LiveEvent } from '@guilde/contracts/events.ts';
import { WebSocket } from 'ws';
import type { Client } from './client.ts';

const RECONNECT_MS = 50;
const POLLING_MS = 100;

export type Follower = {
  /** What this person has been shown of the conversation, in order. */
  shown: Message[];
  /** Types of what the sockets brought. */
  heard: LiveEvent['type'][];
  stop: () => void;
};

/**
 * Follows a conversation by the rules of the real client, only faster: holes are fetched, every `hello` is a reason to
 * ask for what is missing, without a working socket one polls, and a lost socket is opened anew at the next instance.
 */
export function follow(conversationId: string, ...instances: [Client, ...Client[]]): Follower {
  const shown: Message[] = [];
  const heard: LiveEvent['type'][] = [];
  let attempt = 0;
  let isLive = false;
  let isStopped = false;
  let filling = Promise.resolve();
  let socket: WebSocket;

  const current = () => instances[attempt % instances.length] ?? instances[0];
  const show = (messages: Message[]) => {
    for (const message of messages) if (message.seq === shown.length + 1) shown.push(message);
  };
  const fill = () => {
    filling = filling.then(async () => {
      const path = `/api/conversations/${conversationId}/messages?after=${shown.length}&limit=200`;
      const answer = await current()
        .get<History>(path)
        .catch(() => null);
      if (answer?.status === 200) show(answer.body.messages);
    });
  };
  const hear = (event: LiveEvent) => {
    heard.push(event.type);
    if (event.type === 'hello') isLive = true;
    if (event.type === 'degraded') isLive = false;
    if (event.type === 'hello') fill();
    if (event.type !== 'message.created' || event.message.conversationId !== conversationId) return;
    show([event.message]);
    if (event.message.seq > shown.length) fill();
  };
  const connect = () => {
    const { cookies, url } = current();
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    socket = new WebSocket(`${url.replace('http', 'ws')}/api/live`, { headers: { cookie }, origin: url });
    socket.on('message', (data) => hear(JSON.parse((data as Buffer).toString()) as LiveEvent));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      isLive = false;
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
    heard,
    stop: () => {
      isStopped = true;
      clearInterval(polling);
      socket.close();
    },
  };
}
