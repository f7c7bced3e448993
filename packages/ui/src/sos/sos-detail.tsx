import type { Sos, SosDetail, SosForViewer } from '@guilde/contracts/sos/rules.ts';
import { ArrowLeft, SearchX } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router-dom';
import { isRefusal } from '../api.ts';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { EmptyState } from '../kit/states.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { type useSos, useSosCard, useViewSos } from './data.ts';
import { useTitleFocus } from './list-detail.ts';
import { SosActions } from './sos-actions.tsx';
import { SosContent, TextSkeleton } from './sos-content.tsx';
import { SosMenu } from './sos-menu.tsx';

export type SosDetailPaneProps = {
  sosId: string;
  query: ReturnType<typeof useSos>;
  /** It is null for a preview, which counts no view and has no back button. */
  back: { to: string; go: () => void } | null;
  headingLevel: 1 | 2;
  onResolve: () => void;
  /** It stands below the SOS. */
  children?: ReactNode;
};

export function SosDetailPane({ sosId, query, back, headingLevel, ...rest }: SosDetailPaneProps) {
  const { onResolve, children } = rest;
  const card = useSosCard(sosId);
  const missing = isRefusal(query.error, 'NOT_FOUND', 'INVALID_INPUT');
  const sos: Sos | SosDetail | SosForViewer | undefined = missing ? undefined : (query.data ?? card);
  const alert = query.data && 'alert' in query.data ? query.data.alert : null;
  useCountedView(back ? query.data?.id : undefined, alert);
  const pane = useTitleFocus(back !== null, sos !== undefined);
  return (
    <section
      ref={pane}
      data-pane="detail"
      tabIndex={-1}
      aria-label="Détail du SOS"
      className="absolute inset-0 flex flex-col overflow-y-auto overscroll-contain bg-background outline-none lg:static lg:flex-1"
    >
      <div className="mx-auto flex min-h-10 w-full max-w-3xl items-center justify-between gap-2 px-4 pt-3 md:px-8 lg:pt-7">
        {back && <BackLink {...back} />}
        {query.data && !missing && (
          <span className="ml-auto">
            <SosMenu sos={query.data} onResolve={onResolve} />
          </span>
        )}
      </div>
      {!sos && headingLevel === 1 && <h1 className="sr-only">SOS</h1>}
      {missing && <MissingSos />}
      {!sos && query.isError && !missing && (
        <div className="mx-auto w-full max-w-3xl px-4 py-6 md:px-8">
          <LoadFailed title="Impossible de charger ce SOS" query={query} />
        </div>
      )}
      {!sos && query.isPending && <DetailSkeleton />}
      {sos && (
        <>
          <SosContent sos={sos} headingLevel={headingLevel} />
          <SosActions sosId={sosId} sos={query.data} onResolve={onResolve} />
          {children}
        </>
      )}
    </section>
  );
}

/** A wave that asks meanwhile counts the view again, as its alert is opened by it. */
function useCountedView(sosId: string | undefined, alert: SosForViewer['alert']): void {
  const view = useEffectEvent(useViewSos());
  useEffect(() => {
    if (sosId && alert !== 'declined') view(sosId);
  }, [sosId, alert]);
}

function BackLink({ to, go }: { to: string; go: () => void }) {
  return (
    <Button asChild variant="ghost" className="-ml-3 text-muted-foreground">
      <Link
        to={to}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          go();
        }}
      >
        <ArrowLeft />
        Retour à la liste
      </Link>
    </Button>
  );
}

function MissingSos() {
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-6 md:px-8">
      <EmptyState title="Ce SOS est introuvable" icon={<SearchX />}>
        Il a peut-être été supprimé, ou le lien est incomplet.
      </EmptyState>
    </div>
  );
}

function DetailSkeleton() {
  return (
    <SkeletonGroup className="mx-auto grid w-full max-w-3xl gap-6 px-4 pt-3 pb-8 md:px-8">
      <div className="flex gap-2">
        <Skeleton className="h-6 w-24 rounded-full" />
        <Skeleton className="h-6 w-20 rounded-full" />
      </div>
      <Skeleton className="h-8 w-4/5" />
      <Card className="flex items-center gap-3 md:p-4">
        <Skeleton className="size-10 shrink-0 rounded-full" />
        <div className="grid flex-1 gap-2">
          <Skeleton className="w-40 max-w-full" />
          <Skeleton className="w-64 max-w-full" />
        </div>
      </Card>
      <TextSkeleton />
    </SkeletonGroup>
  );
}
