import type { Conversation } from '@guilde/contracts/conversations/rules.ts';
import { Files } from 'lucide-react';
import { ShownFiles } from '../files/shown-files.tsx';
import { Button } from '../kit/button.tsx';
import { Sheet, SheetContent } from '../kit/sheet.tsx';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { EmptyState, ErrorState } from '../kit/states.tsx';
import { lazyPart } from '../shell/lazy-screen.tsx';
import { shortName } from './conversation.ts';
import { useConversationFiles } from './conversation-files.ts';
import { fileCaption } from './labels.ts';
import { useMemberContext } from './member-context.ts';

const ConversationViewer = lazyPart(
  async () => (await import('./conversation-viewer.tsx')).ConversationViewer,
);

export function FileListSheet({
  conversation,
  onClose,
}: {
  conversation: Conversation;
  onClose: () => void;
}) {
  const { memberId } = useMemberContext();
  const list = useConversationFiles(conversation.id);
  const messages = list.data?.pages.flatMap((page) => page.messages) ?? [];
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent title="Fichiers de la conversation" description="Les derniers d’abord." className="w-96">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 px-5 pb-6">
          {list.isPending && (
            <SkeletonGroup className="grid gap-3">
              <Skeleton className="h-32 w-full" />
              <Skeleton className="h-14 w-full" />
            </SkeletonGroup>
          )}
          {list.isError && (
            <ErrorState className="border-0" retrying={list.isFetching} onRetry={() => void list.refetch()} />
          )}
          {list.isSuccess && messages.length === 0 && (
            <EmptyState className="border-0" icon={<Files />} title="Aucun fichier pour l’instant">
              Les photos et documents de la conversation se retrouvent ici.
            </EmptyState>
          )}
          <ol className="grid grid-cols-[minmax(0,1fr)] gap-5">
            {messages.map(({ id, senderId, createdAt, files }) => {
              const by = senderId === memberId ? 'moi' : shortName(conversation, senderId);
              const caption = fileCaption(by, createdAt);
              return (
                <li key={id}>
                  <p className="text-xs text-muted-foreground first-letter:uppercase">{caption}</p>
                  <ShownFiles
                    place={`conversations/${conversation.id}`}
                    files={files}
                    caption={caption}
                    viewer={(props) => (
                      <ConversationViewer conversation={conversation} memberId={memberId} {...props} />
                    )}
                  />
                </li>
              );
            })}
          </ol>
          {list.hasNextPage && (
            <Button
              variant="outline"
              loading={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              Voir les précédents
            </Button>
          )}
        </div>
      </SheetContent>
    </Sheet>
  );
}
