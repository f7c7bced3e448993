import type { Conversation, Quote } from '@guilde/contracts/conversations/rules.ts';
import { cn } from '../kit/cn.ts';
import { shortName } from './conversation.ts';
import { useJumpTo } from './jumps.ts';
import { keptPress } from './kept-press.ts';

function quotedName(conversation: Conversation, { senderId }: Pick<Quote, 'senderId'>, memberId: string) {
  return senderId === memberId ? 'Moi' : shortName(conversation, senderId);
}

function quotedText({ kind, content, fileName }: Quote): string {
  if (kind !== 'text') return 'Message supprimé';
  return content || fileName || 'Fichier';
}

export function MessageQuote({
  quote,
  conversation,
  memberId,
  from,
}: {
  quote: Quote;
  conversation: Conversation;
  memberId: string;
  /** It is the number of the answer, to return to; 0 until it is stored. */
  from: number;
}) {
  const jumpTo = useJumpTo();
  const isGone = quote.kind !== 'text';
  return (
    <button
      type="button"
      className="mb-1.5 grid w-full min-w-0 gap-0.5 rounded-sm border-l-2 border-primary/60 bg-foreground/5 py-1 pr-2 pl-2.5 text-left text-[0.8125rem] leading-snug transition-colors duration-150 hover:bg-foreground/10 max-md:min-h-11"
      {...keptPress}
      onClick={() => jumpTo(quote.seq, from || undefined)}
    >
      <span className="truncate font-semibold">
        <span className="sr-only">En réponse à</span> <span>{quotedName(conversation, quote, memberId)}</span>
      </span>{' '}
      <span className={cn('line-clamp-2 wrap-anywhere text-muted-foreground', isGone && 'italic')}>
        {quotedText(quote)}
      </span>
    </button>
  );
}
