import type { Conversation, Participant } from '@guilde/contracts/conversations.ts';
import { memberName } from '@guilde/contracts/profiles.ts';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ApiClient, call, useApi } from '../api.ts';

const conversationsKey = ['conversation'] as const;
export const conversationKey = (sosId: string) => [...conversationsKey, sosId] as const;

/**
 * The newer of two states of a conversation: whatever changes in it appends to its sequence. Read positions only move
 * forward, and what was removed stays removed, whichever state brought them.
 */
export function applyConversation(known: Conversation | undefined, incoming: Conversation): Conversation {
  if (!known || known.id !== incoming.id) return incoming;
  const [newer, older] = incoming.lastSeq >= known.lastSeq ? [incoming, known] : [known, incoming];
  const merged = older.deletedSeqs.every((seq) => newer.deletedSeqs.includes(seq))
    ? newer
    : { ...newer, deletedSeqs: [...new Set([...newer.deletedSeqs, ...older.deletedSeqs])] };
  return older.participants.reduce(
    (conversation, { member, readSeq }) => applyRead(conversation, member.id, readSeq),
    merged,
  );
}

/** Somebody has read up to `seq`. */
export function applyRead(conversation: Conversation, memberId: string, seq: number): Conversation {
  if (!conversation.participants.some((one) => one.member.id === memberId && one.readSeq < seq))
    return conversation;
  return {
    ...conversation,
    participants: conversation.participants.map((one) =>
      one.member.id === memberId ? { ...one, readSeq: seq } : one,
    ),
  };
}

export function participantOf(conversation: Conversation, memberId: string): Participant | undefined {
  return conversation.participants.find((one) => one.member.id === memberId);
}

/** Whether the member holds a seat now. */
export function takesPart(conversation: Conversation, memberId: string): boolean {
  return participantOf(conversation, memberId)?.isActive ?? false;
}

/** First name, or the whole name where two participants share it; « Utilisateur inconnu » for whoever has left Guilde. */
export function callName(conversation: Conversation, memberId: string | null): string {
  const member = conversation.participants.find((one) => one.member.id === memberId)?.member;
  if (!member?.firstName) return memberName(member);
  const shared = conversation.participants.some(
    (one) => one.member.id !== member.id && one.member.firstName === member.firstName,
  );
  return shared ? memberName(member) : member.firstName;
}

/** Names of those who have read up to `seq`, the member aside. */
export function readersOf(conversation: Conversation, memberId: string, seq: number): string[] {
  return conversation.participants
    .filter((one) => one.isActive && one.member.id !== memberId && one.readSeq >= seq)
    .map((one) => callName(conversation, one.member.id));
}

export function conversationQuery(api: ApiClient, queryClient: QueryClient, sosId: string) {
  return queryOptions<Conversation>({
    queryKey: conversationKey(sosId),
    queryFn: async () => {
      const answer = await call(api.conversations['by-sos'][':sosId'].$get({ param: { sosId } }));
      return applyConversation(queryClient.getQueryData<Conversation>(conversationKey(sosId)), answer);
    },
    refetchOnMount: 'always',
  });
}

/** The conversation about an SOS, for its participants. */
export function useConversation(sosId: string) {
  return useQuery(conversationQuery(useApi(), useQueryClient(), sosId));
}

/** A conversation by its own id, from the cache or the server. */
export async function conversationById(
  api: ApiClient,
  queryClient: QueryClient,
  conversationId: string,
): Promise<Conversation> {
  const known = knownConversation(queryClient, conversationId);
  if (known) return known;
  const answer: Conversation = await call(
    api.conversations[':conversationId'].$get({ param: { conversationId } }),
  );
  mergeConversation(queryClient, answer);
  return answer;
}

/** Puts a state of a conversation into the cache; it may be older than what is known. */
export function mergeConversation(queryClient: QueryClient, incoming: Conversation): void {
  queryClient.setQueryData<Conversation>(conversationKey(incoming.sosId), (known) =>
    applyConversation(known, incoming),
  );
}

/** A conversation that is in the cache, by its own id. */
export function knownConversation(
  queryClient: QueryClient,
  conversationId: string,
): Conversation | undefined {
  return knownConversations(queryClient).find((one) => one.id === conversationId);
}

/** All conversations that are in the cache. */
export function knownConversations(queryClient: QueryClient): Conversation[] {
  return queryClient
    .getQueriesData<Conversation>({ queryKey: conversationsKey })
    .flatMap(([, conversation]) => conversation ?? []);
}

/** Changes a conversation that is in the cache, by its own id. */
export function updateConversation(
  queryClient: QueryClient,
  conversationId: string,
  change: (conversation: Conversation) => Conversation,
): void {
  const known = knownConversation(queryClient, conversationId);
  if (known) queryClient.setQueryData<Conversation>(conversationKey(known.sosId), change(known));
}

export function refetchConversation(queryClient: QueryClient, conversationId: string): void {
  const known = knownConversation(queryClient, conversationId);
  if (known) queryClient.invalidateQueries({ queryKey: conversationKey(known.sosId) }).catch(() => undefined);
}

export function refetchConversations(queryClient: QueryClient): void {
  queryClient.invalidateQueries({ queryKey: conversationsKey }).catch(() => undefined);
}
