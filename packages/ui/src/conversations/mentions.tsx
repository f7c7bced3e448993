import { splitMentions } from '@guilde/contracts/conversations/mentions.ts';
import type { Conversation } from '@guilde/contracts/conversations/rules.ts';
import { cn } from '../kit/cn.ts';
import { Linkified } from '../linkified.tsx';
import { mentionedNames } from './mention-names.ts';

/** Marks the mentioned names, that of the member most. */
export function TextWithMentions({
  text,
  mentions,
  conversation,
  memberId,
}: {
  text: string;
  mentions: readonly string[] | undefined;
  conversation: Conversation;
  memberId: string;
}) {
  if (!mentions?.length) return <Linkified text={text} />;
  return splitMentions(text, mentionedNames(conversation, mentions)).map((part) =>
    part.memberId === null ? (
      <Linkified key={part.start} text={part.text} />
    ) : (
      <span
        key={part.start}
        className={cn(
          'font-semibold text-primary-strong',
          part.memberId === memberId && 'rounded-sm bg-gold-soft px-0.5 text-gold-strong',
        )}
      >
        {part.text}
      </span>
    ),
  );
}
