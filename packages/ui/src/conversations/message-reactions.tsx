import { type Conversation, type Message, reactionLabel } from '@guilde/contracts/conversations/rules.ts';
import { cn } from '../kit/cn.ts';
import { hoverTitle } from '../kit/hover-title.ts';
import { keptPress } from './kept-press.ts';
import { whoReacted } from './labels.ts';
import { useReactions } from './reactions.ts';

/** Counts are also switches. Screen readers get all of them as one sentence. */
export function MessageReactions({
  message,
  conversation,
  memberId,
  isMine,
}: {
  message: Message;
  conversation: Conversation;
  memberId: string;
  isMine: boolean;
}) {
  const { reactions, toggle } = useReactions(message);
  if (reactions.length === 0) return null;
  const isClosed = conversation.status === 'closed';
  const whoOf = (memberIds: readonly string[]) => whoReacted(conversation, memberId, memberIds);
  return (
    <div className={cn('mt-1 flex flex-wrap gap-1', isMine && 'justify-end')}>
      <p className="sr-only">
        {`Réactions\u00a0: ${reactions.map(({ emoji, memberIds }) => `${reactionLabel(emoji)} de ${whoOf(memberIds)}`).join(', ')}.`}
      </p>
      {reactions.map(({ emoji, memberIds }) => {
        const isOwn = memberIds.includes(memberId);
        return (
          <button
            key={emoji}
            type="button"
            aria-pressed={isOwn}
            aria-label={`${reactionLabel(emoji)}, ${memberIds.length}`}
            disabled={isClosed}
            className={cn(
              'relative flex h-7 min-w-11 items-center justify-center gap-1 rounded-full border px-2 text-xs tabular-nums transition-colors duration-150 max-md:h-8 max-md:after:absolute max-md:after:inset-x-0 max-md:after:-inset-y-1.75',
              isOwn
                ? 'border-primary/50 bg-primary-soft font-semibold text-primary-strong forced-colors:border-2'
                : 'bg-card text-muted-foreground enabled:hover:bg-muted',
            )}
            {...hoverTitle(() => whoOf(memberIds))}
            {...keptPress}
            onClick={() => toggle(emoji)}
          >
            <span aria-hidden className="text-sm leading-none">
              {emoji}
            </span>
            <span>{memberIds.length}</span>
          </button>
        );
      })}
    </div>
  );
}
