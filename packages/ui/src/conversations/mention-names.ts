import type { MentionName } from '@guilde/contracts/conversations/mentions.ts';
import type { Conversation } from '@guilde/contracts/conversations/rules.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';

type People = Pick<Conversation, 'participants'>;

export function othersIn({ participants }: People, memberId: string) {
  return participants.filter(({ isActive, member }) => isActive && member.id !== memberId);
}

export function mentionedNames({ participants }: People, ids: readonly string[]): MentionName[] {
  return participants
    .filter(({ member }) => ids.includes(member.id))
    .flatMap(({ member: { id, ...member } }) => [
      { id, name: memberName(member) },
      { id, name: member.firstName },
    ]);
}
