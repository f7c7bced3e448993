import type { Conversation } from '@guilde/contracts/conversations.ts';
import { ArrowDown } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { formatDay } from '../kit/format.ts';
import { InfiniteSentinel } from '../kit/infinite-list.tsx';
import { callName, participantOf, readersOf } from './conversation.ts';
import { useOlder } from './history.ts';
import { useMemberContext } from './member-context.ts';
import { MessageBubble } from './message-bubble.tsx';
import { type Outgoing, useQueue } from './outgoing.ts';
import { markRead } from './reading.ts';
import { useUnsentActions } from './sending.ts';
import { firstUnread, hasOlder, lastSeq, type Thread } from './thread.ts';
import { type Bubble, type TimelineEntry, timelineOf } from './timeline.ts';
import { useAttention } from './use-attention.ts';
import { newLineMark, useThreadScroll } from './use-thread-scroll.ts';
import { listNames, quietLine } from './words.ts';

/** What scrolls must be reachable by keyboard (WCAG 2.1.1). */
const scrollable = { tabIndex: 0 };

/** The messages of an open conversation. Remount it for another one (`key`): it opens on what is new. */
export function MessageLog({ conversation, thread }: { conversation: Conversation; thread: Thread }) {
  const { memberId } = useMemberContext();
  const outgoing = useQueue(memberId, conversation.id);
  const newest = thread.messages.at(-1);
  const { box, content, root, atEnd, missed, toEnd, look, hold } = useThreadScroll({
    first: thread.messages[0]?.seq ?? 0,
    last: lastSeq(thread),
    lastIsMine: newest?.senderId === memberId,
    outgoing: outgoing.at(-1)?.id,
  });
  // What was pressed disappears: the focus stays in the thread.
  const focusLog = useCallback(() => box.current?.focus({ preventScroll: true }), [box]);
  const newFrom = useReading(conversation, thread, atEnd);
  const older = useQuietHistory(conversation.id, hold);
  const entries = useMemo(
    () => timelineOf(thread.messages, outgoing, newFrom),
    [thread.messages, outgoing, newFrom],
  );
  return (
    <>
      <div
        ref={box}
        role="log"
        aria-label="Messages"
        aria-live={older.isQuiet ? 'off' : 'polite'}
        aria-relevant="additions"
        {...scrollable}
        className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pt-3 pb-6 [overflow-anchor:none] focus-visible:-outline-offset-2 md:px-5"
        onScroll={look}
      >
        <div ref={content} className="mx-auto flex min-h-full max-w-3xl flex-col justify-end">
          <OlderMessages hasOlder={hasOlder(thread)} root={root} {...older} />
          <ol>
            <Entries
              entries={entries}
              conversation={conversation}
              memberId={memberId}
              onDiscarded={focusLog}
            />
          </ol>
        </div>
      </div>
      {!atEnd && (
        <ToEnd
          missed={missed}
          onClick={() => {
            toEnd();
            focusLog();
          }}
        />
      )}
    </>
  );
}

function Entries({
  entries,
  conversation,
  memberId,
  onDiscarded,
}: {
  entries: TimelineEntry[];
  conversation: Conversation;
  memberId: string;
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
  return entries.map((entry) => {
    if (entry.kind === 'day') return <DayLine key={entry.key} date={entry.date} />;
    if (entry.kind === 'new') return <NewLine key={entry.key} />;
    if (entry.kind === 'line') {
      const { kind, senderId } = entry.message;
      const name = senderId === memberId ? 'Tu' : callName(conversation, senderId);
      return (
        <li
          key={entry.key}
          data-message={entry.key}
          className="mt-4 text-center text-xs text-muted-foreground"
        >
          {quietLine(kind, name)}
        </li>
      );
    }
    const isMine = entry.authorId === memberId;
    const isSeen = entry === seen?.bubble;
    return (
      <MessageBubble
        key={entry.key}
        bubble={entry}
        isMine={isMine}
        author={(entry.authorId && participantOf(conversation, entry.authorId)?.member) || null}
        name={isMine ? 'Moi' : callName(conversation, entry.authorId)}
        readers={isSeen ? listNames(seen.readers) : null}
        readerCount={isSeen ? seen.readers.length : 0}
        onRetry={retry}
        onDiscard={discardHere}
      />
    );
  });
}

/** The newest own message that somebody has read, and who. */
function lastSeenBubble(
  entries: TimelineEntry[],
  conversation: Conversation,
  memberId: string,
): { bubble: Bubble; readers: string[] } | null {
  for (const entry of entries.toReversed()) {
    if (entry.kind !== 'bubble' || entry.authorId !== memberId || entry.outgoing) continue;
    const readers = readersOf(conversation, memberId, entry.seq);
    if (readers.length > 0) return { bubble: entry, readers };
  }
  return null;
}

function DayLine({ date }: { date: string }) {
  return (
    <li className="mt-6 flex items-center gap-3 text-xs text-muted-foreground first:mt-0">
      <span aria-hidden className="h-px flex-1 bg-border" />
      <time dateTime={date.slice(0, 10)}>{formatDay(date)}</time>
      <span aria-hidden className="h-px flex-1 bg-border" />
    </li>
  );
}

function NewLine() {
  return (
    <li {...newLineMark} className="mt-4 flex items-center gap-3 text-xs font-medium text-accent-strong">
      <span aria-hidden className="h-px flex-1 bg-accent" />
      Nouveaux messages
      <span aria-hidden className="h-px flex-1 bg-accent" />
    </li>
  );
}

/** New messages never steal the scroll: this says that there are some. */
function ToEnd({ missed, onClick }: { missed: boolean; onClick: () => void }) {
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center px-4">
      <Button
        variant={missed ? 'default' : 'outline'}
        size={missed ? 'sm' : 'icon'}
        aria-label={missed ? undefined : 'Aller aux derniers messages'}
        className="pointer-events-auto animate-fade-in rounded-full shadow-soft"
        onClick={onClick}
      >
        <ArrowDown aria-hidden strokeWidth={1.75} />
        {missed && 'Nouveaux messages'}
      </Button>
    </div>
  );
}

function OlderMessages({
  hasOlder: hasMore,
  loading,
  failed,
  load,
  root,
}: {
  hasOlder: boolean;
  loading: boolean;
  failed: boolean;
  load: () => void;
  root: Element | null;
}) {
  if (!hasMore) return null;
  if (failed)
    return (
      <div role="alert" className="flex flex-wrap items-center justify-center gap-x-3 py-4 text-sm">
        <span className="text-muted-foreground">Les messages précédents n’ont pas pu être chargés.</span>
        <Button variant="link" onClick={load}>
          Réessayer
        </Button>
      </div>
    );
  return (
    <InfiniteSentinel
      hasMore
      loading={loading}
      root={root}
      onReach={load}
      label="Afficher les messages précédents"
    />
  );
}

/** How long screen readers are asked to leave aside what history brings, in milliseconds. */
const QUIET_MS = 500;

/** Loading history upwards. Only what is said now is announced, not what was said before. */
function useQuietHistory(conversationId: string, hold: () => void) {
  const older = useOlder(conversationId);
  const [isQuiet, setQuiet] = useState(true);
  useEffect(() => {
    if (!isQuiet || older.loading) return;
    const timer = setTimeout(() => setQuiet(false), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isQuiet, older.loading]);
  const load = () => {
    setQuiet(true);
    void older.load(hold);
  };
  return { ...older, isQuiet, load };
}

/**
 * Reads on: the newest message counts as read while it is visible and somebody is looking. Returns where
 * « Nouveaux messages » stands: before what was unread on opening, or on coming back to the window.
 */
function useReading(conversation: Conversation, thread: Thread, atEnd: boolean): number | null {
  const context = useMemberContext();
  const { memberId } = context;
  const readSeq = participantOf(conversation, memberId)?.readSeq ?? 0;
  const isAttentive = useAttention();
  const unread = firstUnread(thread, readSeq, memberId);
  const [newFrom, setNewFrom] = useState(unread);
  const [wasAttentive, setWasAttentive] = useState(isAttentive);
  if (wasAttentive !== isAttentive) {
    setWasAttentive(isAttentive);
    if (isAttentive && unread !== null) setNewFrom(unread);
  }
  const newest = lastSeq(thread);
  useEffect(() => {
    if (isAttentive && atEnd && newest > 0) markRead(context, conversation, newest);
  }, [context, conversation, newest, isAttentive, atEnd]);
  return newFrom;
}
