import { useEffect, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { cn } from '../kit/cn.ts';
import { useHasTwoPanes } from '../kit/use-media.ts';
import { useVisibleHeight } from '../kit/use-visible-height.ts';
import { DraftNotice } from '../knowledge/draft-notice.tsx';
import { paths } from '../paths.ts';
import { ResolveDialog } from '../ratings/resolve-dialog.tsx';
import { useDocumentTitle } from '../shell/page.tsx';
import { useImmersion } from '../shell/use-immersion.ts';
import { SosInChat } from '../sos/sos-in-chat.tsx';
import { ConversationList } from './conversation-list.tsx';
import { useConversations } from './list.ts';
import { useMemberContext } from './member-context.ts';
import { sendAllWaiting } from './sending.ts';
import { ThreadPane } from './thread-pane.tsx';
import { useUnread } from './unread.ts';

export function Component() {
  const [params] = useSearchParams();
  const sosId = params.get('sos');
  const [isResolving, setResolving] = useState(false);
  const context = useMemberContext();
  useImmersion(sosId !== null);
  useVisibleHeight();
  // The live connection does this too, but some networks block WebSockets.
  useEffect(() => sendAllWaiting(context), [context]);
  return (
    <div className="@container flex h-[calc(var(--visible-height,100dvh)-var(--shell-top)-var(--shell-banner)-var(--shell-bottom))] min-h-0">
      <ConversationList
        openSosId={sosId}
        className={cn(
          'w-full min-w-0 two-panes:flex two-panes:w-72 two-panes:shrink-0 two-panes:border-r @4xl:w-80',
          sosId ? 'hidden' : 'flex',
        )}
      />
      {sosId ? (
        <ThreadPane
          key={sosId}
          sosId={sosId}
          onResolve={() => setResolving(true)}
          renderSos={(head) => <SosInChat sosId={sosId} head={head} />}
          closedNotice={<DraftNotice sosId={sosId} />}
        />
      ) : (
        <NothingOpen />
      )}
      {sosId && <ResolveDialog sosId={sosId} open={isResolving} onOpenChange={setResolving} />}
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
  if (hasTwoPanes && unread && first) return <Navigate to={paths.chat({ sos: first.sosId })} replace />;
  return <div className="hidden flex-1 two-panes:flex" />;
}
