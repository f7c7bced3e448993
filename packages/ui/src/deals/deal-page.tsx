import { DEAL_CATEGORIES, DEAL_KINDS, PROMISE_ANSWERS } from '@guilde/contracts/deals/rules.ts';
import { tieText } from '@guilde/contracts/deals/words.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { plainLine } from '@guilde/contracts/text.ts';
import { ArrowLeft, MessagesSquare, SearchX } from 'lucide-react';
import { Suspense } from 'react';
import { Link, useParams } from 'react-router-dom';
import { isRefusal } from '../api.ts';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { formatNumber } from '../kit/format.ts';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { EmptyState, Note } from '../kit/states.tsx';
import { Linkified } from '../linkified.tsx';
import { paths } from '../paths.ts';
import { ReportMemberButton } from '../reports/report-dialog.tsx';
import { lazyPart } from '../shell/lazy-screen.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { Page, PageHeader } from '../shell/page.tsx';
import { CancelDeal } from './cancel-deal.tsx';
import { type ShownDeal, useDeal } from './data.ts';
import { DealAnswer } from './deal-answer.tsx';
import { DealConditions } from './deal-conditions.tsx';
import { DealProgress } from './deal-progress.tsx';
import { TITLE } from './labels.ts';

const LeadDesk = lazyPart(async () => (await import('./lead-desk.tsx')).LeadDesk);

export function Component() {
  const { dealId = '' } = useParams();
  const { data, error, refetch, isFetching } = useDeal(dealId);
  const isMissing = isRefusal(error, 'NOT_FOUND');
  const deal = isMissing ? undefined : data;
  return (
    // Each deal starts at its top.
    <Page key={dealId}>
      <PageHeader
        title={deal ? <span className="wrap-anywhere">{deal.title}</span> : TITLE}
        documentTitle={plainLine(deal?.title ?? TITLE)}
        description={deal && tieText(deal)}
        back={<BackToDeals />}
      />
      {isMissing && (
        <EmptyState title="Ce deal est introuvable" icon={<SearchX strokeWidth={1.75} />}>
          Il n’existe plus, ou le lien est incomplet.
        </EmptyState>
      )}
      {deal && <DealBody deal={deal} />}
      {!deal && !error && (
        <SkeletonGroup className="grid gap-4">
          <Skeleton className="w-1/2" />
          <Skeleton className="h-40 w-full" />
        </SkeletonGroup>
      )}
      {!data && error && !isMissing && (
        <LoadFailed title="Impossible de charger ce deal" query={{ error, refetch, isFetching }} />
      )}
    </Page>
  );
}

function BackToDeals() {
  return (
    <Link
      to={paths.deals}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-sm text-muted-foreground hover:text-foreground md:min-h-6"
    >
      <ArrowLeft aria-hidden strokeWidth={1.75} className="size-4" />
      Retour aux deals
    </Link>
  );
}

type Props = { deal: ShownDeal };

function DealBody({ deal }: Props) {
  return (
    <>
      <DealNote deal={deal} />
      <div className="grid grid-cols-1 gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Card className="grid content-start gap-5 self-start lg:sticky lg:top-8 lg:col-start-2 lg:row-start-1">
          <DealProgress deal={deal} />
          <DealAnswer deal={deal} />
          <Questions deal={deal} />
        </Card>
        <div className="grid grid-cols-1 content-start gap-8 lg:col-start-1 lg:row-start-1">
          {/* The choice has a time limit. */}
          {deal.choice && <Desk deal={deal} />}
          <section aria-label="Besoin" className="grid gap-4">
            <div className="flex flex-wrap gap-1.5">
              <Badge tone="primary">{optionLabel(DEAL_KINDS, deal.kind)}</Badge>
              <Badge tone="outline">{optionLabel(DEAL_CATEGORIES, deal.category)}</Badge>
            </div>
            <Linkified text={deal.need} className="max-w-prose" />
          </section>
          {deal.offer && <DealConditions deal={deal} offer={deal.offer} />}
          {deal.reviews && <Reviews reviews={deal.reviews} />}
          {!deal.choice && <Desk deal={deal} />}
          <Rules deal={deal} />
        </div>
      </div>
    </>
  );
}

function Desk({ deal }: Props) {
  if (!deal.isLead) return null;
  return (
    <Suspense>
      <LeadDesk deal={deal} />
    </Suspense>
  );
}

function DealNote({ deal: { status, reason, isLead, tieNote } }: Props) {
  if (status === 'cancelled') return <Note tone="danger" className="mb-6">{`Annulé\u00a0: ${reason}`}</Note>;
  if (status === 'proposed') return <Note className="mb-6">L’équipe relit ce deal avant de le publier.</Note>;
  if (status === 'offered' && isLead)
    return <Note className="mb-6">L’équipe relit ton offre avant d’ouvrir le deal.</Note>;
  if (status === 'negotiation' && isLead && reason)
    return <Note tone="warning" className="mb-6">{`L’équipe te rend ton offre\u00a0: ${reason}`}</Note>;
  return tieNote ? <p className="-mt-4 mb-6 max-w-prose text-sm text-muted-foreground">{tieNote}</p> : null;
}

/** Who follows or is committed has a seat in the conversation, which opens with the first lead. */
function Questions({ deal: { id, status, isLead, interest, commitment } }: Props) {
  const isInside = isLead || interest !== null || (commitment !== null && commitment.state !== 'withdrawn');
  if (!isInside || ['proposed', 'idea', 'cancelled'].includes(status)) return null;
  return (
    <Button asChild variant="outline">
      <Link to={paths.chat({ deal: id })}>
        <MessagesSquare aria-hidden strokeWidth={1.75} />
        Poser une question
      </Link>
    </Button>
  );
}

function Reviews({ reviews }: { reviews: NonNullable<ShownDeal['reviews']> }) {
  return (
    <section className="grid gap-1">
      <h2 className="text-base">Le prix promis a été tenu ?</h2>
      <p className="text-muted-foreground">
        {PROMISE_ANSWERS.map(({ id, label }) => `${label}\u00a0: ${reviews[id]}`).join(' · ')}
      </p>
      {reviews.saved > 0 && <p>{`${formatNumber(reviews.saved)}\u00a0€ économisés en tout.`}</p>}
    </section>
  );
}

function Rules({ deal: { id, status, lead, author, isLead, isAuthor } }: Props) {
  const member = lead ?? author;
  return (
    <section
      aria-label="Règles"
      className="grid justify-items-start gap-2 border-t pt-4 text-sm text-muted-foreground"
    >
      <p>Guilde ne vend rien et ne touche rien : tu commandes directement au fournisseur.</p>
      <p>On négocie l’achat. On ne parle pas de nos prix de vente, de nos clients, de nos lancements.</p>
      {isAuthor && !lead && ['proposed', 'idea'].includes(status) && <CancelDeal dealId={id} />}
      {member && !isLead && !isAuthor && <ReportMemberButton member={member} />}
    </section>
  );
}
