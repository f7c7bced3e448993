import type { Conversation, Message } from '@guilde/contracts/conversations/rules.ts';
import { ArrowDown } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { formatDay } from '../kit/format.ts';
import { InfiniteSentinel } from '../kit/infinite-list.tsx';
import { useWindowFocus } from '../kit/window-focus.ts';
import { useAnnouncements } from './announcements.ts';
import { participantOf, readersOf, shortName } from './conversation.ts';
import { leaveDetached } from './history.ts';
import type { Jump } from './jumps.ts';
import { listNames, systemMessageText } from './labels.ts';
import { useMemberContext } from './member-context.ts';
import { MessageBubble } from './message-bubble.tsx';
import { type Outgoing, useQueue } from './outgoing.ts';
import { markRead, readOn } from './reading.ts';
import { useUnsentActions } from './sending.ts';
import { firstUnread, hasOlder, isDetached, lastSeq, shownMessages, type Thread } from './thread.ts';
import { type Bubble, seqOf, type TimelineEntry, timelineOf } from './timeline.ts';
import { readPositionOf } from './unread.ts';
import { useLoadBelow, useLoadOlder } from './use-thread.ts';
import { type ThreadRows, useThreadScroll } from './use-thread-scroll.ts';

/** Scrollable areas must be reachable by keyboard (WCAG 2.1.1). */
const scrollable = { tabIndex: 0 };

const NONE: Outgoing[] = [];
/** The mark is behind the line, clear of its neighbours. */
const MARKED =
  'after:absolute after:-inset-x-2 after:top-1 after:-bottom-1.5 after:-z-10 after:animate-fade-in after:rounded-lg after:bg-gold-soft';

/** Needs a `key` per conversation: the scroll position is set on mount. */
export function MessageLog({
  conversation,
  thread,
  jump,
}: {
  conversation: Conversation;
  thread: Thread;
  jump: Jump | null;
}) {
  const { memberId } = useMemberContext();
  const outgoing = useQueue(memberId, conversation.id);
  const isFocused = useWindowFocus();
  const isFurtherUp = isDetached(thread);
  const entries = useEntries(conversation, thread, outgoing, isFocused);
  const showNewest = useShowNewest(conversation.id);
  const { box, content, root, rows, hold, isAtEnd, hasNewBelow, goDown, marked, updatePosition } =
    useThreadScroll(entries, {
      hasOlder: hasOlder(thread),
      isDetached: isFurtherUp,
      jump,
      showNewest,
      last: lastSeq(thread),
      lastIsMine: thread.messages.at(-1)?.senderId === memberId,
      outgoing: outgoing.at(-1)?.id,
    });
  useReading(conversation, lastSeq(thread), isFocused && isAtEnd);
  useAnnouncements(conversation, thread, outgoing);
  // The pressed button disappears; the focus stays in the thread.
  const focusLog = useCallback(() => box.current?.focus({ preventScroll: true }), [box]);
  return (
    <>
      <div
        ref={box}
        role="log"
        aria-label="Messages"
        // Screen readers would read a live region in fragments: useAnnouncements does it.
        aria-live="off"
        {...scrollable}
        className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 [overflow-anchor:none] focus-visible:-outline-offset-2 md:px-5"
        onScroll={updatePosition}
      >
        <div ref={content} className="relative mx-auto flex min-h-full max-w-3xl flex-col justify-end">
          <MoreMessages
            load={useLoadOlder(conversation.id)}
            hasMore={hasOlder(thread)}
            root={root}
            edge="top"
          />
          <ol className="relative shrink-0" style={{ height: rows.getTotalSize() }}>
            <Rows
              rows={rows}
              onFocus={hold}
              entries={entries}
              conversation={conversation}
              memberId={memberId}
              marked={marked}
              onDiscarded={focusLog}
            />
          </ol>
          <MoreMessages
            load={useLoadBelow(conversation.id)}
            hasMore={isFurtherUp}
            root={root}
            edge="bottom"
          />
        </div>
      </div>
      {!isAtEnd && (
        <ScrollToEndButton
          hasNewBelow={hasNewBelow}
          onClick={() => {
            goDown();
            focusLog();
          }}
        />
      )}
    </>
  );
}

function useEntries(
  conversation: Conversation,
  thread: Thread,
  outgoing: Outgoing[],
  isFocused: boolean,
): TimelineEntry[] {
  const newFrom = useNewFrom(conversation, thread, isFocused);
  const shown = shownMessages(thread);
  const waiting = isDetached(thread) ? NONE : outgoing;
  return useMemo(() => timelineOf(shown, waiting, newFrom), [shown, waiting, newFrom]);
}

function Rows({
  rows,
  onFocus,
  entries,
  conversation,
  memberId,
  marked,
  onDiscarded,
}: {
  rows: ThreadRows;
  onFocus: (key: string) => void;
  entries: TimelineEntry[];
  conversation: Conversation;
  memberId: string;
  /** A jump has just led to this message. */
  marked: number | null;
  onDiscarded: () => void;
}) {
  const { retry, discard } = useUnsentActions(conversation.id);
  const discardHere = useCallback(
    (message: Outgoing) => {
      onDiscarded();
      discard(message);
    },
    [discard, onDiscarded],
  );
  const seen = lastSeenBubble(entries, conversation, memberId);
  const newest = entries.findLast((entry) => entry.kind === 'bubble' && entry.message);
  return rows.getVirtualItems().map(({ index, start }) => {
    const entry = entries[index];
    if (!entry) return null;
    const isSeen = entry === seen?.bubble;
    return (
      <li
        key={entry.key}
        ref={rows.measureElement}
        data-index={index}
        aria-setsize={entries.length}
        aria-posinset={index + 1}
        tabIndex={-1}
        // Menus and dialogs of a message are elsewhere in the document; React passes their focus on.
        onFocusCapture={() => onFocus(entry.key)}
        className={cn(
          'absolute inset-x-0 top-0 rounded-lg focus-visible:outline-offset-2',
          marked !== null && seqOf(entry) === marked && MARKED,
        )}
        style={{ transform: `translateY(${start}px)` }}
      >
        {entry.startsDay && <DaySeparator date={entry.sentAt} isFirst={index === 0} />}
        {entry.startsNew && <NewMessagesSeparator />}
        {entry.kind === 'system' ? (
          <SystemMessage conversation={conversation} message={entry.message} memberId={memberId} />
        ) : (
          <MessageBubble
            conversation={conversation}
            memberId={memberId}
            bubble={entry}
            isTabStop={entry === newest}
            isMine={entry.authorId === memberId}
            author={(entry.authorId && participantOf(conversation, entry.authorId)?.member) || null}
            name={entry.authorId === memberId ? 'Moi' : shortName(conversation, entry.authorId)}
            readers={isSeen ? listNames(seen.readers) : null}
            readerCount={isSeen ? seen.readers.length : 0}
            onRetry={retry}
            onDiscard={discardHere}
          />
        )}
      </li>
    );
  });
}

function SystemMessage({
  conversation,
  message,
  memberId,
}: {
  conversation: Conversation;
  message: Message;
  memberId: string;
}) {
  const name = message.senderId === memberId ? 'Tu' : shortName(conversation, message.senderId);
  return <p className="pt-4 text-center text-xs text-muted-foreground">{systemMessageText(message, name)}</p>;
}

function lastSeenBubble(
  entries: TimelineEntry[],
  conversation: Conversation,
  memberId: string,
): { bubble: Bubble; readers: string[] } | null {
  let readers: string[] = [];
  const bubble = entries.findLast((entry): entry is Bubble => {
    if (entry.kind !== 'bubble' || entry.authorId !== memberId || entry.outgoing) return false;
    readers = readersOf(conversation, memberId, entry.seq);
    return readers.length > 0;
  });
  return bubble ? { bubble, readers } : null;
}

function DaySeparator({ date, isFirst }: { date: string; isFirst: boolean }) {
  return (
    <p className={cn('flex items-center gap-3 text-xs text-muted-foreground', !isFirst && 'pt-6')}>
      <span aria-hidden className="h-px flex-1 bg-border" />
      <time dateTime={date.slice(0, 10)}>{formatDay(date)}</time>
      <span aria-hidden className="h-px flex-1 bg-border" />
    </p>
  );
}

function NewMessagesSeparator() {
  return (
    <p className="flex items-center gap-3 pt-4 text-xs font-medium text-accent-strong">
      <span aria-hidden className="h-px flex-1 bg-accent" />
      Nouveaux messages
      <span aria-hidden className="h-px flex-1 bg-accent" />
    </p>
  );
}

function ScrollToEndButton({ hasNewBelow, onClick }: { hasNewBelow: boolean; onClick: () => void }) {
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center px-4">
      <Button
        variant={hasNewBelow ? 'default' : 'outline'}
        size={hasNewBelow ? 'sm' : 'icon'}
        aria-label={hasNewBelow ? undefined : 'Aller aux derniers messages'}
        className="pointer-events-auto animate-fade-in rounded-full shadow-soft"
        onClick={onClick}
      >
        <ArrowDown />
        <span>{hasNewBelow && 'Nouveaux messages'}</span>
      </Button>
    </div>
  );
}

function MoreMessages({
  load: { isPending, isError, mutate: load },
  hasMore,
  root,
  edge,
}: {
  load: ReturnType<typeof useLoadOlder>;
  hasMore: boolean;
  root: Element | null;
  edge: 'top' | 'bottom';
}) {
  if (!hasMore) return null;
  const which = edge === 'top' ? 'précédents' : 'suivants';
  const place = cn('absolute inset-x-0 z-10', edge === 'top' ? 'top-0' : 'bottom-0');
  if (isError)
    return (
      <div
        role="alert"
        className={cn(place, 'flex flex-wrap items-center justify-center gap-x-3 bg-background py-3 text-sm')}
      >
        <span className="text-muted-foreground">{`Les messages ${which} n’ont pas pu être chargés.`}</span>
        <Button variant="link" onClick={() => load()}>
          Réessayer
        </Button>
      </div>
    );
  return (
    <InfiniteSentinel
      hasMore
      loading={isPending}
      root={root}
      onReach={() => load()}
      label={`Afficher les messages ${which}`}
      className={cn(place, 'py-2')}
    />
  );
}

/** Leaving the conversation discards a detached page. */
function useShowNewest(conversationId: string): () => void {
  const context = useMemberContext();
  const showNewest = useCallback(() => leaveDetached(context, conversationId), [context, conversationId]);
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      // React mounts twice in development, which must not discard it.
      queueMicrotask(() => isHere.current || showNewest());
    };
  }, [showNewest]);
  return showNewest;
}

/** The line is before the first message that was unread on opening, or on coming back to the window. */
function useNewFrom(conversation: Conversation, thread: Thread, isFocused: boolean): number | null {
  const context = useMemberContext();
  const unread = firstUnread(thread, readPositionOf(context, conversation), context.memberId);
  const [newFrom, setNewFrom] = useState(unread);
  const [wasFocused, setWasFocused] = useState(isFocused);
  if (wasFocused !== isFocused) {
    setWasFocused(isFocused);
    if (isFocused && unread !== null) setNewFrom(unread);
  }
  return newFrom;
}

function useReading(conversation: Conversation, newest: number, isSeen: boolean): void {
  const context = useMemberContext();
  useEffect(() => {
    if (isSeen && newest > 0) markRead(context, conversation, newest);
  }, [context, conversation, newest, isSeen]);
  useEffect(() => () => readOn(context.queryClient, conversation.id), [context, conversation.id]);
}
