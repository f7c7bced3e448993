import type { Conversation } from '@guilde/contracts/conversations/rules.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { ChevronDown } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { Avatar } from '../kit/avatar.tsx';
import { Button } from '../kit/button.tsx';
import { CertifiedBadge } from '../kit/certified-badge.tsx';
import { cn } from '../kit/cn.ts';
import { formatDateTime } from '../kit/format.ts';
import { useSos } from '../sos/data.ts';
import { SosText } from '../sos/sos-text.tsx';
import { useMemberContext } from './member-context.ts';
import { setDraft, useDraft, useQueue } from './outgoing.ts';
import type { Thread } from './thread.ts';

/** Scrollable areas must be reachable by keyboard (WCAG 2.1.1). */
const scrollable = { tabIndex: 0 };

const OPENINGS = ['Depuis quand\u202f?', 'Une capture\u202f?'];

export type SosHead = ReturnType<typeof useSosHead>;

/** Open until somebody has written, then as the member chooses: closed, and over the messages when opened. */
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
      <ChevronDown
        aria-hidden
        strokeWidth={1.75}
        className={cn('size-4 transition-transform duration-150', isOpen && 'rotate-180')}
      />
    </Button>
  );
}

/** Over the messages once there are some, so that these do not move. */
export function SosHeadContent({ sosId, head }: { sosId: string; head: SosHead }) {
  const { data: sos } = useSos(sosId);
  if (!head.isOpen || !sos) return null;
  const name = memberName(sos.author);
  return (
    <section
      aria-label="Le SOS"
      {...scrollable}
      className={cn(
        'max-h-[70%] shrink-0 overflow-y-auto overscroll-contain border-b bg-card px-4 py-3 focus-visible:-outline-offset-2 md:px-5',
        !head.isUnwritten && 'absolute inset-x-0 top-0 z-20 animate-fade-in shadow-soft',
      )}
    >
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-3 text-sm md:text-[0.9375rem]">
        <div className="flex items-center gap-2.5 text-sm">
          <Avatar name={name} src={sos.author?.avatarUrl} size="sm" />
          <p className="min-w-0">
            <span className="flex items-center gap-1 font-medium">
              <span className="truncate">{name}</span>
              {sos.author?.isCertified && <CertifiedBadge className="size-4" />}
            </span>
            <span className="block truncate text-xs text-muted-foreground">
              {[sos.author?.storeName, formatDateTime(sos.createdAt)].filter(Boolean).join(' · ')}
            </span>
          </p>
        </div>
        <SosText sos={sos} heading="h2" />
      </div>
    </section>
  );
}

/** To a helper, while nobody has written: they go into the field, not into the conversation. */
export function Openings({
  conversation: { id, requesterId, status },
  head,
  inputRef,
}: {
  conversation: Conversation;
  head: SosHead;
  inputRef: RefObject<HTMLTextAreaElement | null>;
}) {
  const { memberId } = useMemberContext();
  const draft = useDraft(memberId, id);
  if (!head.isUnwritten || requesterId === memberId || status === 'closed' || draft !== '') return null;
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-wrap gap-2 pb-2">
      {OPENINGS.map((text) => (
        <Button
          key={text}
          variant="outline"
          size="sm"
          className="rounded-full font-normal"
          onClick={() => {
            setDraft(memberId, id, text);
            inputRef.current?.focus({ preventScroll: true });
          }}
        >
          {text}
        </Button>
      ))}
    </div>
  );
}
