import type { SummaryDraft } from '@guilde/contracts/knowledge/rules.ts';
import { FileSearch } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import { errorMessage, isRefusal } from '../api.ts';
import { announce } from '../kit/announcer.tsx';
import { Button } from '../kit/button.tsx';
import { FormError } from '../kit/field.tsx';
import { formatDateTime } from '../kit/format.ts';
import { EmptyState, Note } from '../kit/states.tsx';
import { paths } from '../paths.ts';
import { BackLink } from '../shell/links.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { PageHeader, ScrollingPage } from '../shell/page.tsx';
import { CategoryBadge } from '../sos/sos-badges.tsx';
import { ArticleSkeleton } from './article-content.tsx';
import { textName, useConsent, useSummaryDraft } from './data.ts';
import { DraftLine } from './draft-line.tsx';

/** Participants see the masked summary of their conversation, or of their event (docs/specification.md#knowledge-base). */
export function Component() {
  const { sourceId = '' } = useParams();
  const isOfEvent = useSummaryDraft(sourceId).data?.origin === 'event';
  const title = isOfEvent ? 'Compte rendu à relire' : 'Résumé à relire';
  return (
    <ScrollingPage key={sourceId} aria-label={title} width="reading">
      <PageHeader
        title={title}
        documentTitle={title}
        back={
          <BackLink to={isOfEvent ? paths.event(sourceId) : paths.chat({ sos: sourceId })}>
            {isOfEvent ? 'Retour à l’événement' : 'Retour à la conversation'}
          </BackLink>
        }
      />
      <DraftBody sourceId={sourceId} />
    </ScrollingPage>
  );
}

function DraftBody({ sourceId }: { sourceId: string }) {
  const { data: draft, error, refetch, isFetching } = useSummaryDraft(sourceId);
  if (draft === null || isRefusal(error, 'NOT_FOUND', 'INVALID_INPUT'))
    return (
      <EmptyState title="Il n’y a pas de résumé à relire" icon={<FileSearch />}>
        Il n’est pas encore prêt, ou l’équipe ne le publiera pas.
      </EmptyState>
    );
  if (draft) return <Draft draft={draft} />;
  return error ? (
    <LoadFailed title="Impossible de charger ce résumé" query={{ error, refetch, isFetching }} />
  ) : (
    <ArticleSkeleton />
  );
}

function Draft({ draft }: { draft: SummaryDraft }) {
  return (
    <div className="grid gap-6">
      <Until draft={draft} />
      <div className="grid justify-items-start gap-2">
        <CategoryBadge category={draft.category} />
        <h2 className="text-xl wrap-anywhere">{draft.title}</h2>
      </div>
      <Lines draft={draft} title={draft.origin === 'event' ? 'Compte rendu' : 'Résumé'} isPoint={false} />
      <Lines draft={draft} title="À retenir" isPoint />
      {!draft.isOver && <Consent draft={draft} />}
    </div>
  );
}

function Until({ draft }: { draft: SummaryDraft }) {
  const { until, isOver, articleId, origin } = draft;
  if (!isOver)
    return (
      <Note>
        {`Jusqu’au ${formatDateTime(until)}, tu peux écarter des phrases\u00a0: personne ne saura que c’est toi. L’équipe relit ensuite le ${textName(origin)}, qui ne nomme personne.`}
      </Note>
    );
  return (
    <Note>
      <p>
        <span>{articleId ? `Ce ${textName(origin)} est publié. ` : 'Le temps de relecture est passé. '}</span>
        {articleId && (
          <span>
            <Link to={paths.article(articleId)} className="underline underline-offset-2">
              {`Lire le ${textName(origin)} publié`}
            </Link>
            {'. '}
          </span>
        )}
        <span>{'Une remarque\u202f?'}</span>{' '}
        <Link to={paths.contact} className="underline underline-offset-2">
          Écris à l’équipe
        </Link>
        <span>.</span>
      </p>
    </Note>
  );
}

function Lines({ draft, title, isPoint }: { draft: SummaryDraft; title: string; isPoint: boolean }) {
  const lines = draft.lines
    .map((line, place) => ({ line, place }))
    .filter(({ line }) => line.isPoint === isPoint);
  if (lines.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h3 className="text-base">{title}</h3>
      <ol className="grid gap-2">
        {lines.map(({ line, place }) => (
          <DraftLine key={line.text} draft={draft} line={line} place={place} />
        ))}
      </ol>
    </section>
  );
}

function Consent({ draft }: { draft: SummaryDraft }) {
  const consent = useConsent(draft.sourceId);
  if (draft.hasConsented)
    return (
      <p role="status" className="text-sm text-muted-foreground">
        {`C’est noté, merci. Tu peux encore changer d’avis jusqu’au ${formatDateTime(draft.until)}.`}
      </p>
    );
  const agree = () =>
    consent.mutate({ seen: draft.seen }, { onSuccess: () => announce('C’est noté, merci.') });
  return (
    <div className="grid justify-items-start gap-3 border-t pt-6">
      <p className="text-sm text-muted-foreground">
        Dès que tous les participants ont répondu, l’équipe n’attend plus la fin du délai.
      </p>
      <Button loading={consent.isPending} onClick={agree}>
        C’est bon pour moi
      </Button>
      <FormError>{consent.error && errorMessage(consent.error)}</FormError>
    </div>
  );
}
