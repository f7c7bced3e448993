import { DEAL_CATEGORIES, DEAL_KINDS, PROMISE_ANSWERS } from '@guilde/contracts/deals/rules.ts';
import { tieText } from '@guilde/contracts/deals/words.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { MessagesSquare } from 'lucide-react';
import { Suspense } from 'react';
import { Link, useParams } from 'react-router-dom';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { formatNumber } from '../kit/format.ts';
import { Note } from '../kit/states.tsx';
import { Linkified } from '../linkified.tsx';
import { paths } from '../paths.ts';
import { ReportButton } from '../reports/report-dialog.tsx';
import { DetailColumns, DetailPage } from '../shell/detail.tsx';
import { lazyPart } from '../shell/lazy-screen.tsx';
import { BackLink } from '../shell/links.tsx';
import { CancelDeal } from './cancel-deal.tsx';
import { type ShownDeal, useDeal } from './data.ts';
import { DealAnswer } from './deal-answer.tsx';
import { DealConditions } from './deal-conditions.tsx';
import { DealProgress } from './deal-progress.tsx';
import { TITLE } from './labels.ts';

const LeadDesk = lazyPart(async () => (await import('./lead-desk.tsx')).LeadDesk);

export function Component() {
  const { dealId = '' } = useParams();
  return (
    <DetailPage
      key={dealId}
      query={useDeal(dealId)}
      back={<BackLink to={paths.deals}>Retour aux deals</BackLink>}
      section={TITLE}
      missing="Ce deal est introuvable"
      failed="Impossible de charger ce deal"
      description={tieText}
    >
      {(deal) => <DealBody deal={deal} />}
    </DetailPage>
  );
}

type Props = { deal: ShownDeal };

function DealBody({ deal }: Props) {
  return (
    <>
      <DealNote deal={deal} />
      <DetailColumns
        card={
          <>
            <DealProgress deal={deal} />
            <DealAnswer deal={deal} />
            <Questions deal={deal} />
          </>
        }
      >
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
      </DetailColumns>
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
        <MessagesSquare />
        Ouvrir la conversation
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

function Rules({ deal: { id, status, lead, isLead, isAuthor } }: Props) {
  return (
    <section
      aria-label="Règles"
      className="grid justify-items-start gap-2 border-t pt-4 text-sm text-muted-foreground"
    >
      <p>Guilde ne vend rien et ne touche rien : tu commandes directement au fournisseur.</p>
      <p>On négocie l’achat. On ne parle pas de nos prix de vente, de nos clients, de nos lancements.</p>
      {isAuthor && !lead && ['proposed', 'idea'].includes(status) && <CancelDeal dealId={id} />}
      {!(lead ? isLead : isAuthor) && <ReportButton about="deal" id={id} />}
    </section>
  );
}
