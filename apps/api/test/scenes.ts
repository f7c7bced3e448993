import { randomUUID } from 'node:crypto';
import type { Conversation, Message } from '@guilde/contracts/conversations/rules.ts';
import type { SosDetail } from '@guilde/contracts/sos/rules.ts';
import type { Answer, Client } from './client.ts';
import type { LiveClient } from './live-client.ts';
import { until } from './until.ts';

/** Returns a complete SOS input; each call has a new id. */
export function sosInput(values: Record<string, unknown> = {}) {
  return {
    id: randomUUID(),
    category: 'ads',
    title: 'Compte Ads suspendu',
    description: 'Ma campagne est suspendue depuis ce matin, sans explication.',
    isUrgent: false,
    specialties: ['ads'],
    ...values,
  };
}

/** Returns the body of an answer, and fails the test when it was a refusal. */
export function granted<T>(answer: Answer<T>): T {
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.error.code}`);
  return answer.body;
}

export function refusal(answer: Answer<unknown>): string {
  return `${answer.status} ${answer.error.code}`;
}

export async function postSos(client: Client, values: Record<string, unknown> = {}): Promise<SosDetail> {
  return granted(await client.post<SosDetail>('/api/sos', sosInput(values)));
}

export async function join(client: Client, sosId: string): Promise<Conversation> {
  return granted(await client.post<Conversation>(`/api/sos/${sosId}/join`));
}

/** Creates an SOS, and the chat that the helpers' replies open. */
export async function openChat(
  requester: Client,
  ...helpers: Client[]
): Promise<{ sos: SosDetail; conversation: Conversation; messages: string }> {
  const sos = await postSos(requester);
  for (const helper of helpers) await join(helper, sos.id);
  const look = () => requester.get<Conversation>(`/api/conversations/by-sos/${sos.id}`);
  let opened = await look();
  // On another instance than the helper's, the chat appears a second later at the latest.
  await until(async () => {
    if (opened.status !== 200) opened = await look();
    return opened.status === 200;
  });
  const conversation = granted(opened);
  return { sos, conversation, messages: `/api/conversations/${conversation.id}/messages` };
}

export async function sendText(client: Client, conversationId: string, content: string): Promise<Message> {
  const path = `/api/conversations/${conversationId}/messages`;
  return granted(await client.post<Message>(path, { id: randomUUID(), content }));
}

/** The administrator gives a reason, and can then read a private conversation for 24 hours. */
export async function openPrivate(administrator: Client, conversationId: string): Promise<void> {
  const opening = { cause: 'report', reason: 'Un participant signale des insultes.' };
  granted(await administrator.post(`/api/admin/conversations/${conversationId}/open`, opening));
}

/** Resolves when every earlier event has arrived, because frames keep their order. */
export async function settled(live: LiveClient): Promise<void> {
  live.send({ type: 'ping' });
  await live.next('pong');
}

export const REMOVAL = { rule: 'unlawful', reason: 'Données personnelles d’un client.' } as const;
