import { randomUUID } from 'node:crypto';
import type { Conversation, Message } from '@guilde/contracts/conversations/rules.ts';
import type { SosDetail } from '@guilde/contracts/sos/rules.ts';
import type { Answer, Client } from './client.ts';
import type { LiveClient } from './live-client.ts';
import { until } from './until.ts';

/** A complete SOS input; each call has an id of its own. */
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

/** What was answered; fails the test when it was a refusal. */
export function granted<T>(answer: Answer<T>): T {
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.error.code}`);
  return answer.body;
}

/** The refusal's status and code. */
export function refusal(answer: Answer<unknown>): string {
  return `${answer.status} ${answer.error.code}`;
}

/** The client posts an SOS. */
export async function postSos(client: Client, values: Record<string, unknown> = {}): Promise<SosDetail> {
  return granted(await client.post<SosDetail>('/api/sos', sosInput(values)));
}

/** The client replies to an SOS. */
export async function join(client: Client, sosId: string): Promise<Conversation> {
  return granted(await client.post<Conversation>(`/api/sos/${sosId}/join`));
}

/** The requester's SOS with the chat that the helpers' replies opened. */
export async function openChat(
  requester: Client,
  ...helpers: Client[]
): Promise<{ sos: SosDetail; conversation: Conversation; messages: string }> {
  const sos = await postSos(requester);
  for (const helper of helpers) await join(helper, sos.id);
  const look = () => requester.get<Conversation>(`/api/conversations/by-sos/${sos.id}`);
  let opened = await look();
  // On another instance than the helper's it is there at the latest a second later.
  await until(async () => {
    if (opened.status !== 200) opened = await look();
    return opened.status === 200;
  });
  const conversation = granted(opened);
  return { sos, conversation, messages: `/api/conversations/${conversation.id}/messages` };
}

/** The client writes into a conversation. */
export async function sendText(client: Client, conversationId: string, content: string): Promise<Message> {
  const path = `/api/conversations/${conversationId}/messages`;
  return granted(await client.post<Message>(path, { id: randomUUID(), content }));
}

/** The administrator gives a reason, and reads a private conversation for 24 hours. */
export async function openPrivate(administrator: Client, conversationId: string): Promise<void> {
  const opening = { cause: 'report', reason: 'Un participant signale des insultes.' };
  granted(await administrator.post(`/api/admin/conversations/${conversationId}/open`, opening));
}

/** Resolves when everything that was published before has arrived: frames keep their order. */
export async function settled(live: LiveClient): Promise<void> {
  live.send({ type: 'ping' });
  await live.next('pong');
}

/** Why a moderator removes something. */
export const REMOVAL = { rule: 'unlawful', reason: 'Données personnelles d’un client.' } as const;
