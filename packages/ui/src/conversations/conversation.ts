import type { Conversation, Participant } from '@guilde/contracts/conversations/rules.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';

/** The higher `lastSeq` wins, as every change appends a message. Read positions never go back. */
export function applyConversation(known: Conversation | undefined, incoming: Conversation): Conversation {
  if (!known || known.id !== incoming.id) return incoming;
  const [newer, older] = incoming.lastSeq >= known.lastSeq ? [incoming, known] : [known, incoming];
  return older.participants.reduce(
    (conversation, { member, readSeq }) => applyRead(conversation, member.id, readSeq),
    older.revision > newer.revision ? { ...newer, revision: older.revision } : newer,
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

/** Returns the first name, or the whole name when two participants share it. */
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
