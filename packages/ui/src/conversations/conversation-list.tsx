import { MessagesSquare } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { InfiniteSentinel } from '../kit/infinite-list.tsx';
import { SearchInput } from '../kit/search-input.tsx';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { EmptyState, ErrorState } from '../kit/states.tsx';
import { useDebouncedValue } from '../kit/use-debounced-value.ts';
import { paths } from '../paths.ts';
import { ConversationRow } from './conversation-row.tsx';
import { itemsOf, useConversations } from './list.ts';
import { useMemberContext } from './member-context.ts';
import { useUnread } from './unread.ts';

const DEBOUNCE_MS = 200;

export function ConversationList({ openSosId, className }: { openSosId: string | null; className?: string }) {
  const [search, setSearch] = useState('');
  const query = useDebouncedValue(search.trim(), DEBOUNCE_MS);
  const list = useRef<HTMLDivElement>(null);
  useFocusOnReturn(list, openSosId);
  const Title = openSosId ? 'h2' : 'h1';
  return (
    <section aria-labelledby="conversations-title" className={cn('flex-col', className)}>
      <div className="grid gap-3 px-page pt-page pb-3 @2xl:pr-4">
        <Title id="conversations-title" data-slot="page-title" className="text-page-title">
          Mes Conversations
        </Title>
        <SearchInput
          value={search}
          onChange={setSearch}
          maxLength={100}
          label="Rechercher une conversation"
          placeholder="Titre ou prénom"
        />
      </div>
      <div
        ref={list}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-1 pb-3 md:px-5 @2xl:pr-1"
      >
        <Results query={query} openSosId={openSosId} onClear={() => setSearch('')} />
      </div>
    </section>
  );
}

function Results({
  query,
  openSosId,
  onClear,
}: {
  query: string;
  openSosId: string | null;
  onClear: () => void;
}) {
  const { memberId } = useMemberContext();
  const { data: unread } = useUnread();
  const list = useConversations(query);
  const items = itemsOf(list.data);
  if (!list.data)
    return list.error || list.isPaused ? (
      <ErrorState className="border-0" retrying={list.isFetching} onRetry={() => void list.refetch()} />
    ) : (
      <ListSkeleton />
    );
  if (items.length === 0) return <Nothing query={query} onClear={onClear} />;
  return (
    <>
      <ul aria-label="Conversations" className="grid grid-cols-1 gap-0.5">
        {items.map((item) => (
          <ConversationRow
            key={item.id}
            item={item}
            unread={unread ? (unread.conversations[item.id] ?? 0) : item.unread}
            memberId={memberId}
            isOpen={item.sosId === openSosId}
            isMuted={unread?.muted?.includes(item.id) ?? false}
          />
        ))}
      </ul>
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

function Nothing({ query, onClear }: { query: string; onClear: () => void }) {
  if (query)
    return (
      <EmptyState
        className="border-0"
        title="Aucune conversation trouvée"
        action={
          <Button variant="outline" onClick={onClear}>
            Effacer la recherche
          </Button>
        }
      >
        Rien ne correspond à « {query} ». Cherche un mot du titre ou le prénom d’un participant.
      </EmptyState>
    );
  return (
    <EmptyState
      className="border-0"
      icon={<MessagesSquare strokeWidth={1.75} />}
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
function useFocusOnReturn(list: { current: HTMLElement | null }, openSosId: string | null): void {
  const previous = useRef(openSosId);
  useEffect(() => {
    const left = previous.current;
    previous.current = openSosId;
    if (!left || openSosId) return;
    const row = [...(list.current?.querySelectorAll<HTMLElement>('[data-sos]') ?? [])].find(
      (element) => element.dataset.sos === left,
    );
    row?.focus();
  }, [list, openSosId]);
}
