import type { Conversation } from '@guilde/contracts/conversations/rules.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { foldText } from '@guilde/contracts/text.ts';
import { useMemo } from 'react';
import { Avatar } from '../kit/avatar.tsx';
import type { CompletionSource } from './completion.tsx';
import { shortName } from './conversation.ts';
import { othersIn } from './mention-names.ts';

export function useMentionSource(conversation: Conversation, memberId: string): CompletionSource {
  return useMemo(() => {
    const people = othersIn(conversation, memberId).map(({ member }) => ({
      member,
      words: foldText(memberName(member)).split(/\s+/),
    }));
    return {
      sign: '@',
      label: 'Mentionner un participant',
      find: (query) =>
        people
          .filter(({ words }) => words.some((word) => word.startsWith(foldText(query))))
          .map(({ member }) => ({
            key: member.id,
            insert: `@${shortName(conversation, member.id)}`,
            content: (
              <>
                <Avatar name={memberName(member)} src={member.avatarUrl} size="sm" />
                <span className="min-w-0 flex-1 truncate">{memberName(member)}</span>
              </>
            ),
          })),
    };
  }, [conversation, memberId]);
}
