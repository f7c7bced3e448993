import { type ConversationItem, ownerId } from '@guilde/contracts/conversations/rules.ts';
import { SEARCH_MAX } from '@guilde/contracts/text.ts';
import { MessagesSquare } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { InfiniteSentinel } from '../kit/infinite-list.tsx';
import { SearchInput } from '../kit/search-input.tsx';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { EmptyState, ErrorState } from '../kit/states.tsx';
import { useAnnouncedResults } from '../kit/use-announced-results.ts';
import { useDebouncedValue } from '../kit/use-debounced-value.ts';
import { paths } from '../paths.ts';
import { ConversationRow } from './conversation-row.tsx';
import { FoundMessages } from './found-messages.tsx';
import { useConversations } from './list.ts';
import { useMemberContext } from './member-context.ts';
import { useMessageSearch } from './message-search.ts';
import { isAboutMessages, isSearch, readSearch } from './search-text.ts';
import { useUnread } from './unread.ts';

const DEBOUNCE_MS = 200;
const FILTERS = 'Tu peux affiner avec de:prénom, dans:titre, a:fichier, avant:date, après:date ou le:date.';

export function ConversationList({ openId, className }: { openId: string | null; className?: string }) {
  const field = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useAskedSearch(field);
  const query = useDebouncedValue(search.trim(), DEBOUNCE_MS);
  const list = useRef<HTMLDivElement>(null);
  useFocusOnReturn(list, openId);
  const Title = openId ? 'h2' : 'h1';
  const clear = () => setSearch('');
  return (
    <section aria-labelledby="conversations-title" className={cn('flex-col', className)}>
      <div ref={field} className="grid gap-3 px-page pt-page pb-3 two-panes:pr-4">
        <Title id="conversations-title" data-slot="page-title" className="text-page-title">
          Mes Conversations
        </Title>
        <SearchInput
          value={search}
          onChange={setSearch}
          maxLength={SEARCH_MAX}
          label="Rechercher dans mes conversations"
          placeholder="Message, titre, prénom"
        />
      </div>
      <div
        ref={list}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-1 pb-3 md:px-5 two-panes:pr-1"
      >
        {query ? (
          <SearchResults query={query} openId={openId} onClear={clear} />
        ) : (
          <Conversations openId={openId} />
        )}
      </div>
    </section>
  );
}

/** The search is typed, or comes from the address (`?q=`) with every visit of it. */
function useAskedSearch(field: { current: HTMLElement | null }) {
  const { key } = useLocation();
  const asked = useSearchParams()[0].get('q');
  const [search, setSearch] = useState(asked ?? '');
  const [visit, setVisit] = useState(key);
  if (visit !== key) {
    setVisit(key);
    if (asked !== null) setSearch(asked);
  }
  const focusedFor = asked === null ? null : key;
  useEffect(() => {
    if (focusedFor !== null) field.current?.querySelector('input')?.focus();
  }, [field, focusedFor]);
  return [search, setSearch] as const;
}

function Conversations({ openId }: { openId: string | null }) {
  const { list, items } = useConversations('');
  if (!list.data) return <NotLoaded list={list} />;
  if (items.length === 0) return <NoConversation />;
  return (
    <>
      <Rows items={items} openId={openId} />
      <MoreConversations list={list} />
    </>
  );
}

/** Lists conversations by title and first name, unless a filter asks for messages, and then messages. */
function SearchResults({
  query,
  openId,
  onClear,
}: {
  query: string;
  openId: string | null;
  onClear: () => void;
}) {
  const { memberId } = useMemberContext();
  // The list's own title is the page's while no conversation is open.
  const Heading = openId ? 'h3' : 'h2';
  const read = readSearch(query);
  const titles = [read.q, read.in ?? ''].join(' ').trim();
  const { list, items: conversations } = useConversations(titles);
  const found = useMessageSearch(query);
  const items = isAboutMessages(read) ? [] : conversations;
  const messages = isSearch(read) ? (found.data?.items.length ?? 0) : 0;
  const isDone = list.data !== undefined && !list.isPlaceholderData && !found.isFetching;
  useAnnouncedResults(
    query,
    isDone ? items.length + messages : null,
    Boolean(found.data?.hasMore || list.hasNextPage),
  );
  if (read.unread !== undefined) return <UnreadDate written={read.unread} />;
  if (found.error && !found.data)
    return (
      <ErrorState className="border-0" retrying={found.isFetching} onRetry={() => void found.refetch()} />
    );
  if (!list.data) return <NotLoaded list={list} />;
  if (items.length + messages === 0)
    return found.isFetching ? <ListSkeleton /> : <NothingFound query={query} onClear={onClear} />;
  return (
    <>
      {items.length > 0 && (
        <section aria-labelledby="found-conversations">
          <Heading id="found-conversations" className="px-3 pb-1 text-xs font-semibold text-muted-foreground">
            Conversations
          </Heading>
          <Rows items={items} openId={openId} />
          {/* Messages follow, so further conversations are listed on request. */}
          {list.hasNextPage && (
            <Button
              variant="ghost"
              size="sm"
              loading={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              Afficher plus de conversations
            </Button>
          )}
        </section>
      )}
      <FoundMessages key={query} text={query} memberId={memberId} heading={Heading} />
      <p className="px-3 pt-3 text-xs text-muted-foreground">{FILTERS}</p>
    </>
  );
}

function Rows({ items, openId }: { items: readonly ConversationItem[]; openId: string | null }) {
  const { memberId } = useMemberContext();
  const unread = useUnread();
  return (
    <ul aria-label="Conversations" className="grid grid-cols-1 gap-0.5">
      {items.map((item) => (
        <ConversationRow
          key={item.id}
          item={item}
          unread={unread ? (unread.conversations[item.id] ?? 0) : item.unread}
          memberId={memberId}
          isOpen={ownerId(item) === openId}
          isMuted={unread?.muted?.includes(item.id) ?? false}
        />
      ))}
    </ul>
  );
}

type List = ReturnType<typeof useConversations>['list'];

function MoreConversations({ list }: { list: List }) {
  return (
    <>
      <InfiniteSentinel
        hasMore={list.hasNextPage && !list.isFetchNextPageError}
        loading={list.isFetchingNextPage}
        onReach={() => void list.fetchNextPage()}
      />
      {list.isFetchNextPageError && (
        <ErrorState className="border-0" onRetry={() => void list.fetchNextPage()} />
      )}
    </>
  );
}

function NotLoaded({ list }: { list: List }) {
  return list.error || list.isPaused ? (
    <ErrorState className="border-0" retrying={list.isFetching} onRetry={() => void list.refetch()} />
  ) : (
    <ListSkeleton />
  );
}

function UnreadDate({ written }: { written: string }) {
  return (
    <EmptyState
      className="border-0"
      title="Cette date n’est pas comprise"
    >{`«\u00a0${written}\u00a0»\u00a0: écris par exemple avant:31/12/2026, après:2026-11, le:hier.`}</EmptyState>
  );
}

function NothingFound({ query, onClear }: { query: string; onClear: () => void }) {
  return (
    <EmptyState
      className="border-0"
      title="Rien trouvé"
      action={
        <Button variant="outline" onClick={onClear}>
          Effacer la recherche
        </Button>
      }
    >
      {`Rien ne correspond à «\u00a0${query}\u00a0» dans tes conversations\u00a0: ni un message, ni un titre, ni le prénom d’un participant. ${FILTERS}`}
    </EmptyState>
  );
}

function NoConversation() {
  return (
    <EmptyState
      className="border-0"
      icon={<MessagesSquare />}
      title="Aucune conversation pour l’instant"
      action={
        <Button asChild>
          <Link to={paths.sos()}>Voir les SOS</Link>
        </Button>
      }
    >
      Réponds à un SOS, ou lance le tien : la conversation s’ouvre ici dès la première réponse.
    </EmptyState>
  );
}

function ListSkeleton() {
  return (
    <SkeletonGroup className="grid gap-0.5">
      {['w-40', 'w-52', 'w-32', 'w-44', 'w-48', 'w-36'].map((width) => (
        <div key={width} className="flex gap-3 px-3 py-3">
          <Skeleton className="size-10 rounded-full" />
          <div className="grid flex-1 gap-2">
            <Skeleton className={width} />
            <Skeleton className="h-3 w-full" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  );
}

/** On narrow windows, closing a conversation returns the focus to its row. */
function useFocusOnReturn(list: { current: HTMLElement | null }, openId: string | null): void {
  const previous = useRef(openId);
  useEffect(() => {
    const left = previous.current;
    previous.current = openId;
    if (!left || openId) return;
    const row = [...(list.current?.querySelectorAll<HTMLElement>('[data-owner]') ?? [])].find(
      (element) => element.dataset.owner === left,
    );
    row?.focus();
  }, [list, openId]);
}
