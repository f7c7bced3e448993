import type { Conversation, Participant } from '@guilde/contracts/conversations.ts';
import { memberName } from '@guilde/contracts/profiles.ts';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ApiClient, call, useApi } from '../api.ts';

const conversationsKey = ['conversation'] as const;
export const conversationKey = (sosId: string) => [...conversationsKey, sosId] as const;

/** The newer by `lastSeq`: every change appends a message. Read positions of both are kept, since none goes back. */
export function applyConversation(known: Conversation | undefined, incoming: Conversation): Conversation {
  if (!known || known.id !== incoming.id) return incoming;
  const [newer, older] = incoming.lastSeq >= known.lastSeq ? [incoming, known] : [known, incoming];
  return older.participants.reduce(
    (conversation, { member, readSeq }) => applyRead(conversation, member.id, readSeq),
    newer,
  );
}

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

export function hasSeat(conversation: Conversation, memberId: string): boolean {
  return participantOf(conversation, memberId)?.isActive ?? false;
}

/** First name; the whole name when two participants share it. */
export function shortName(conversation: Conversation, memberId: string | null): string {
  const member = conversation.participants.find((one) => one.member.id === memberId)?.member;
  if (!member?.firstName) return memberName(member);
  const shared = conversation.participants.some(
    (one) => one.member.id !== member.id && one.member.firstName === member.firstName,
  );
  return shared ? memberName(member) : member.firstName;
}

export function readersOf(conversation: Conversation, memberId: string, seq: number): string[] {
  return conversation.participants
    .filter((one) => one.isActive && one.member.id !== memberId && one.readSeq >= seq)
    .map((one) => shortName(conversation, one.member.id));
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

export function useConversation(sosId: string) {
  return useQuery(conversationQuery(useApi(), useQueryClient(), sosId));
}

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

/** An older state changes nothing. */
export function mergeConversation(queryClient: QueryClient, incoming: Conversation): void {
  queryClient.setQueryData<Conversation>(conversationKey(incoming.sosId), (known) =>
    applyConversation(known, incoming),
  );
}

export function knownConversation(
  queryClient: QueryClient,
  conversationId: string,
): Conversation | undefined {
  return knownConversations(queryClient).find((one) => one.id === conversationId);
}

export function knownConversations(queryClient: QueryClient): Conversation[] {
  return queryClient
    .getQueriesData<Conversation>({ queryKey: conversationsKey })
    .flatMap(([, conversation]) => conversation ?? []);
}

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
