import { DEFAULT_SETTINGS } from '@guilde/contracts/settings/rules.ts';
import { expect } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import { signUp } from '../../web/e2e/people.ts';
import { type Server, startServer } from '../../web/e2e/server.ts';

export const SOS_ID = '8a7a4d0e-7d5b-4c92-9d4e-0d4b8f6a2c11';
export const TITLE = 'Compte publicitaire suspendu';
export const FROM_KARIM = `Karim Benali · ${TITLE}`;

export type Community = {
  server: Server;
  nina: Client;
  claire: Client;
  karim: Client;
  conversationId: string;
  /** Karim writes in the chat of Claire's SOS. */
  write: (content: string, refersTo?: { replyTo?: string }) => Promise<void>;
  /** Claire answers there on another client. */
  answer: (content: string) => Promise<void>;
  /** Claire reads the chat on another client. */
  readAll: () => Promise<void>;
  unread: () => Promise<number>;
};

export async function postSos(author: Client, id: string, title: string): Promise<void> {
  const description = 'Suspendu ce matin, sans explication : que faire en premier ?';
  const specialties = ['ads'];
  await author.post('/api/sos', { id, category: 'ads', title, description, isUrgent: false, specialties });
}

/** Claire has asked for help, and Karim has joined her. */
export async function startCommunity(): Promise<Community> {
  const server = await startServer();
  const nina = await signUp(server, 'nina');
  const claire = await signUp(server, 'claire', nina);
  const karim = await signUp(server, 'karim', nina);
  await claire.put('/api/settings', { ...DEFAULT_SETTINGS, pushExtracts: true });
  await postSos(claire, SOS_ID, TITLE);
  const conversationId = (await karim.post<{ id: string }>(`/api/sos/${SOS_ID}/join`)).body.id;
  const send = async (sender: Client, content: string, refersTo = {}) => {
    const message = { id: crypto.randomUUID(), content, ...refersTo };
    const answer = await sender.post(`/api/conversations/${conversationId}/messages`, message);
    expect([answer.status, answer.error.code], content).toEqual([200, '']);
  };
  return {
    ...{ server, nina, claire, karim, conversationId },
    write: (content, refersTo) => send(karim, content, refersTo),
    answer: (content) => send(claire, content),
    readAll: async () => {
      const { body } = await claire.get<{ lastSeq: number }>(`/api/conversations/${conversationId}`);
      await claire.put(`/api/conversations/${conversationId}/read`, { seq: body.lastSeq });
    },
    unread: async () => (await claire.get<{ total: number }>('/api/conversations/unread')).body.total,
  };
}
