import type { Conversation, ConversationOwner } from '@guilde/contracts/conversations/rules.ts';
import { plainLine } from '@guilde/contracts/text.ts';
import { MessageSquareOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { isRefusal } from '../api.ts';
import { Button } from '../kit/button.tsx';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { EmptyState, ErrorState } from '../kit/states.tsx';
import { useMedia } from '../kit/use-media.ts';
import { useDocumentTitle } from '../shell/page.tsx';
import { ClosedNotice, type Undo } from './closed-notice.tsx';
import { Composer } from './composer.tsx';
import { shortName } from './conversation.ts';
import { useConversation } from './conversation-query.ts';
import { JumpProvider, useJumps } from './jumps.ts';
import { useMemberContext } from './member-context.ts';
import { MessageLog } from './message-log.tsx';
import { ResolveBar, Solutions } from './message-solution.tsx';
import { ownerPage } from './owner-page.ts';
import { Openings, type SosHead, useSosHead } from './sos-head.tsx';
import { BackToList, ThreadHeader } from './thread-header.tsx';
import { typingText, useTyping } from './typing.ts';
import { usePolling, useThread } from './use-thread.ts';
import { WaitingMessages } from './waiting-messages.tsx';

type FromPage = {
  onResolve: () => void;
  undo: Undo;
  renderOwner: (head: SosHead) => ReactNode;
  /** A closed conversation shows it instead of the composer, above its own notice. */
  closedNotice: ReactNode;
};

/** It needs a `key` per owner. */
export function ThreadPane({ owner, ...page }: FromPage & { owner: ConversationOwner }) {
  const { conversation, request } = useConversation(owner);
  const { error, isPaused, isFetching, refetch } = request;
  if (conversation) return <OpenThread conversation={conversation} {...page} />;
  if (isRefusal(error, 'NOT_FOUND', 'INVALID_INPUT')) return <Unavailable owner={owner} />;
  if (error || isPaused)
    return (
      <Pane title="Chat">
        <div className="p-2 two-panes:hidden">
          <BackToList />
        </div>
        <ErrorState className="m-auto border-0" retrying={isFetching} onRetry={() => void refetch()} />
      </Pane>
    );
  return (
    <Pane title="Chat">
      <HeaderSkeleton />
      <ThreadSkeleton />
      <ComposerSkeleton />
    </Pane>
  );
}

function OpenThread({
  conversation,
  onResolve,
  undo,
  renderOwner,
  closedNotice,
}: FromPage & { conversation: Conversation }) {
  const { thread, request } = useThread(conversation);
  const { error, isPaused, isFetching, refetch } = request;
  const { memberId } = useMemberContext();
  const { arrived, isPending, jumpTo } = useJumps(conversation.id, thread !== undefined);
  // Opening at the end first would count everything as read.
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && thread && !isPending) setOpen(true);
  const isClosed = conversation.status === 'closed';
  const mayResolve = conversation.sosId !== null && conversation.requesterId === memberId && !isClosed;
  const hasSolution = thread?.messages.some(({ solution }) => solution?.confirmed) ?? false;
  const head = useSosHead(conversation, thread);
  const closeOverMessages = () => {
    if (!head.isUnwritten && head.isOpen) head.setOpen(false);
  };
  usePolling(conversation.id);
  const { composer, title } = useThreadFocus(isClosed);
  return (
    <Pane title={conversation.title}>
      <ThreadHeader
        conversation={conversation}
        head={head}
        titleRef={title}
        onResolve={mayResolve ? onResolve : null}
        hasSolution={hasSolution}
      />
      {thread && isOpen && (
        <div className="relative flex min-h-0 flex-1 flex-col">
          {renderOwner(head)}
          <JumpProvider value={jumpTo}>
            {isClosed && <Solutions conversation={conversation} />}
            <div
              className="relative flex min-h-0 flex-1 flex-col"
              onWheel={closeOverMessages}
              onTouchMove={closeOverMessages}
            >
              <MessageLog conversation={conversation} thread={thread} jump={arrived} />
            </div>
          </JumpProvider>
          <TypingLine conversation={conversation} />
        </div>
      )}
      {!(thread && isOpen) && !error && !isPaused && <ThreadSkeleton />}
      {!thread && (error || isPaused) && (
        <ErrorState className="m-auto border-0" retrying={isFetching} onRetry={() => void refetch()} />
      )}
      {!(thread && isOpen) && <WaitingMessages conversation={conversation} />}
      <div className="px-4 pt-1 pb-3 md:px-5 md:pb-[max(1rem,env(safe-area-inset-bottom))] compact:px-2 compact:pb-[max(0.375rem,env(safe-area-inset-bottom))]">
        {isClosed ? (
          <>
            {closedNotice}
            <ClosedNotice conversation={conversation} undo={undo} />
          </>
        ) : (
          <>
            {mayResolve && hasSolution && <ResolveBar onResolve={onResolve} />}
            <Openings conversation={conversation} head={head} inputRef={composer} />
            <Composer conversation={conversation} inputRef={composer} />
          </>
        )}
      </div>
    </Pane>
  );
}

function useThreadFocus(isClosed: boolean) {
  const composer = useRef<HTMLTextAreaElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  // On touch screens the keyboard would cover the messages.
  const writesAtOnce = useMedia('(min-width: 48rem) and (pointer: fine)') && !isClosed;
  useEffect(() => {
    // Somebody may be typing in the search while it loads.
    if (document.activeElement?.matches('input')) return;
    const target = writesAtOnce ? composer.current : title.current;
    target?.focus({ preventScroll: true });
  }, [writesAtOnce]);
  // The composer had the focus and is gone.
  useEffect(() => {
    if (isClosed && document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, [isClosed]);
  return { composer, title };
}

/** It is over the padding below the messages, so that nothing moves. */
function TypingLine({ conversation }: { conversation: Conversation }) {
  const writing = useTyping(conversation.id).map((id) => shortName(conversation, id));
  if (writing.length === 0) return null;
  return (
    <p className="pointer-events-none absolute inset-x-0 bottom-0 mx-auto max-w-[calc(48rem+2.5rem)] truncate bg-background/90 px-4 text-xs leading-6 text-muted-foreground md:px-5">
      {typingText(writing)}
    </p>
  );
}

function Pane({ title, children }: { title: string; children: React.ReactNode }) {
  useDocumentTitle(plainLine(title));
  return (
    <section aria-label={title} className="group/pane relative flex min-w-0 flex-1 flex-col">
      {children}
    </section>
  );
}

function Unavailable({ owner }: { owner: ConversationOwner }) {
  const { to, label } = ownerPage(owner);
  return (
    <Pane title="Chat">
      <div className="p-2 two-panes:hidden">
        <BackToList />
      </div>
      <EmptyState
        className="m-auto border-0"
        icon={<MessageSquareOff />}
        title={
          owner.sosId
            ? "Impossible d'accéder au chat pour ce SOS."
            : owner.dealId
              ? 'Ce chat est réservé aux intéressés.'
              : 'Ce chat est réservé à ceux qui viennent.'
        }
        action={
          <Button asChild variant="outline">
            <Link to={to}>{label}</Link>
          </Button>
        }
      >
        {owner.sosId
          ? 'Le chat s’ouvre avec la première réponse, et seuls ses participants le voient.'
          : owner.dealId
            ? 'Réponds « Je suis intéressé » sur la page du deal. Il a 50 places.'
            : 'Réponds « Je viens » sur la page de la Room pour y entrer.'}
      </EmptyState>
    </Pane>
  );
}

function HeaderSkeleton() {
  return (
    <div aria-hidden className="grid h-23 shrink-0 content-center gap-4 border-b px-4 md:px-5">
      <Skeleton className="h-5 w-56 max-w-full" />
      <Skeleton className="h-4 w-40" />
    </div>
  );
}

const widths = ['w-64', 'w-80', 'w-40', 'w-72', 'w-52'];

function ThreadSkeleton() {
  return (
    <SkeletonGroup className="flex min-h-0 flex-1 overflow-hidden px-4 py-3 md:px-5">
      <div className="mx-auto flex w-full max-w-3xl flex-col justify-end gap-4">
        {widths.map((width, index) => (
          <div key={width} className={index % 3 === 2 ? 'flex justify-end' : 'flex gap-2.5'}>
            {index % 3 !== 2 && <Skeleton className="size-8 rounded-full" />}
            <Skeleton className={`h-12 max-w-[75%] rounded-lg ${width}`} />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  );
}

function ComposerSkeleton() {
  return (
    <div aria-hidden className="px-4 pt-1 pb-3 md:px-5 md:pb-4 compact:px-2 compact:pb-1.5">
      <Skeleton className="mx-auto h-11 max-w-3xl rounded-md" />
    </div>
  );
}
