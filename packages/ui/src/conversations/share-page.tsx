import type { ConversationItem } from '@guilde/contracts/conversations/rules.ts';
import { bytesLabel } from '@guilde/contracts/files/rules.ts';
import { useQuery } from '@tanstack/react-query';
import { FileText, MessagesSquare, Share2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { attach } from '../files/uploading.ts';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { EmptyState, ErrorState } from '../kit/states.tsx';
import { toast } from '../kit/toast.ts';
import { paths } from '../paths.ts';
import { usePlatform } from '../platform.ts';
import { Page, PageHeader } from '../shell/page.tsx';
import { draftFilesOf } from './composer-files.ts';
import { useConversations } from './list.ts';
import { useMemberContext } from './member-context.ts';
import { draftOf, setDraft } from './outgoing.ts';
import { forgetShared, type Shared, sharedQuery } from './shared.ts';

/** Puts what another app has shared into the draft of a conversation. */
export function Component() {
  const { data: shared, isPending } = useQuery(sharedQuery);
  return (
    <Page width="reading">
      <PageHeader
        title="Partager dans…"
        description={shared ? 'Choisis une conversation. Tu pourras relire avant d’envoyer.' : undefined}
      />
      {isPending && <Skeleton className="h-24 w-full" />}
      {shared === null && <NothingShared />}
      {shared && (
        <div className="grid gap-6">
          <SharedContent shared={shared} />
          <Choice shared={shared} />
        </div>
      )}
    </Page>
  );
}

function NothingShared() {
  return (
    <EmptyState
      icon={<Share2 />}
      title="Rien à partager"
      action={
        <Button asChild variant="outline">
          <Link to={paths.chat()}>Ouvrir le chat</Link>
        </Button>
      }
    >
      Partage une photo ou un document depuis une autre application, puis choisis Guilde.
    </EmptyState>
  );
}

function SharedContent({ shared: { text, files } }: { shared: Shared }) {
  return (
    <Card className="grid gap-2 p-4 text-sm">
      {text && <p className="line-clamp-4 wrap-anywhere whitespace-pre-line">{text}</p>}
      {files.length > 0 && (
        <ul aria-label="Fichiers partagés" className="grid gap-1">
          {files.map((file) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`} className="flex items-center gap-2">
              <FileText className="size-4 shrink-0 text-muted-foreground" />
              <span className="min-w-0 wrap-anywhere">{file.name}</span>{' '}
              <span className="shrink-0 text-muted-foreground">{bytesLabel(file.size)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Choice({ shared }: { shared: Shared }) {
  const { list, items } = useConversations('');
  const share = useShare(shared);
  const [chosen, setChosen] = useState<string | null>(null);
  const open = items.filter(({ status }) => status !== 'closed');
  if (list.isError && !list.data)
    return <ErrorState retrying={list.isFetching} onRetry={() => void list.refetch()} />;
  if (!list.data)
    return (
      <SkeletonGroup className="grid gap-2">
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-12 w-full" />
      </SkeletonGroup>
    );
  return (
    <>
      {open.length === 0 && !list.hasNextPage && (
        <EmptyState icon={<MessagesSquare />} title="Aucune conversation ouverte">
          Réponds à un SOS ou lances-en un, puis partage de nouveau.
        </EmptyState>
      )}
      <ul aria-label="Conversations" className="grid gap-2">
        {open.map((item) => (
          <li key={item.id}>
            <Button
              variant="outline"
              className="w-full justify-start text-left"
              loading={chosen === item.id}
              onClick={() => {
                setChosen(item.id);
                void share(item);
              }}
            >
              {item.title}
            </Button>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button variant="ghost" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Voir les précédentes
        </Button>
      )}
    </>
  );
}

/** The draft keeps what it has. */
function useShare({ text, files }: Shared) {
  const { memberId } = useMemberContext();
  const platform = usePlatform();
  const navigate = useNavigate();
  return async ({ id, ...owner }: ConversationItem) => {
    if (text) setDraft(memberId, id, [draftOf(memberId, id), text].filter(Boolean).join('\n'));
    const problem = attach({ platform, ...draftFilesOf(memberId, id) }, files);
    if (problem) toast.error(problem);
    await forgetShared();
    await navigate(paths.chatOf(owner), { replace: true });
  };
}
