import { ownerId } from '@guilde/contracts/conversations/rules.ts';
import { Suspense, useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { cn } from '../kit/cn.ts';
import { useHasTwoPanes } from '../kit/use-media.ts';
import { useVisibleHeight } from '../kit/use-visible-height.ts';
import { DraftNotice } from '../knowledge/draft-notice.tsx';
import { openOwner, paths } from '../paths.ts';
import { useResolveDialog } from '../ratings/use-resolve-dialog.tsx';
import { lazyPart } from '../shell/lazy-screen.tsx';
import { useDocumentTitle } from '../shell/page.tsx';
import { useImmersion } from '../shell/use-immersion.ts';
import { useUndoResolution } from '../sos/data.ts';
import { SosInChat } from '../sos/sos-in-chat.tsx';
import { ConversationList } from './conversation-list.tsx';
import { useConversations } from './list.ts';
import { useMemberContext } from './member-context.ts';
import { sendAllWaiting } from './sending.ts';
import { ThreadPane } from './thread-pane.tsx';
import { useUnread } from './unread.ts';

const DealInChat = lazyPart(async () => (await import('../deals/deal-in-chat.tsx')).DealInChat);
const EventInChat = lazyPart(async () => (await import('../events/event-in-chat.tsx')).EventInChat);

export function Component() {
  const [params] = useSearchParams();
  const owner = openOwner(params);
  const { sosId, eventId, dealId } = owner;
  const openId = ownerId(owner) || null;
  const resolving = useResolveDialog(sosId);
  const undo = useUndoResolution(sosId ?? '');
  const context = useMemberContext();
  useImmersion(openId !== null);
  useVisibleHeight();
  // The live connection does this too, but some networks block WebSockets.
  useEffect(() => sendAllWaiting(context), [context]);
  return (
    <div className="@container flex h-[calc(var(--visible-height,100dvh)-var(--shell-top)-var(--shell-banner)-var(--shell-bottom))] min-h-0">
      <ConversationList
        openId={openId}
        className={cn(
          'w-full min-w-0 two-panes:flex two-panes:w-72 two-panes:shrink-0 two-panes:border-r @4xl:w-80',
          openId ? 'hidden' : 'flex',
        )}
      />
      {openId ? (
        <ThreadPane
          key={openId}
          owner={owner}
          onResolve={resolving.ask}
          undo={undo}
          renderOwner={(head) =>
            sosId ? (
              <SosInChat sosId={sosId} head={head} />
            ) : (
              <Suspense>
                {eventId && <EventInChat eventId={eventId} />}
                {dealId && <DealInChat dealId={dealId} />}
              </Suspense>
            )
          }
          closedNotice={sosId && <DraftNotice sourceId={sosId} />}
        />
      ) : (
        <NothingOpen />
      )}
      <Suspense>{resolving.dialog}</Suspense>
    </div>
  );
}

/** Opens the newest conversation with unread messages, else the newest. */
function NothingOpen() {
  useDocumentTitle('Chat');
  const { items } = useConversations('');
  const unread = useUnread();
  const hasTwoPanes = useHasTwoPanes();
  const first = items.find(({ id }) => unread?.conversations[id]) ?? items[0];
  if (hasTwoPanes && unread && first) return <Navigate to={paths.chatOf(first)} replace />;
  return <div className="hidden flex-1 two-panes:flex" />;
}
