import type { Conversation } from '@guilde/contracts/conversations/rules.ts';
import { ChevronDown } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { typeText } from '../kit/type-text.ts';
import { useMemberContext } from './member-context.ts';
import { useDraft, useQueue } from './outgoing.ts';
import type { Thread } from './thread.ts';

const OPENINGS = ['Depuis quand\u202f?', 'Une capture\u202f?'];

export type SosHead = ReturnType<typeof useSosHead>;

/** It is open until somebody has written, then as the member chooses: closed, or over the messages. */
export function useSosHead(conversation: Conversation, thread: Thread | undefined) {
  const { memberId } = useMemberContext();
  const isSending = useQueue(memberId, conversation.id).length > 0;
  const isUnwritten =
    thread !== undefined &&
    !isSending &&
    thread.messages.every(({ kind }) => kind !== 'text' && kind !== 'deleted');
  const [chosen, setChosen] = useState<{ isOpen: boolean; isUnwritten: boolean } | null>(null);
  const isOpen = chosen?.isUnwritten === isUnwritten ? chosen.isOpen : isUnwritten;
  return { isUnwritten, isOpen, setOpen: (open: boolean) => setChosen({ isOpen: open, isUnwritten }) };
}

export function SosHeadToggle({ head: { isOpen, setOpen } }: { head: SosHead }) {
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-expanded={isOpen}
      className="gap-1 px-2 font-normal text-muted-foreground"
      onClick={() => setOpen(!isOpen)}
    >
      Le SOS
      <ChevronDown className={cn('size-4 transition-transform duration-150', isOpen && 'rotate-180')} />
    </Button>
  );
}

/** A helper sees them while nobody has written; they go into the field, not into the conversation. */
export function Openings({
  conversation: { id, sosId, requesterId, status },
  head,
  inputRef,
}: {
  conversation: Conversation;
  head: SosHead;
  inputRef: RefObject<HTMLTextAreaElement | null>;
}) {
  const { memberId } = useMemberContext();
  const draft = useDraft(memberId, id);
  if (!sosId || !head.isUnwritten || requesterId === memberId || status === 'closed' || draft !== '')
    return null;
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-wrap gap-2 pb-2">
      {OPENINGS.map((text) => (
        <Button
          key={text}
          variant="outline"
          size="sm"
          className="rounded-full font-normal"
          onClick={() => inputRef.current && typeText(inputRef.current, text, [0, 0])}
        >
          {text}
        </Button>
      ))}
    </div>
  );
}
