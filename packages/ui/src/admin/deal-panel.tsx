import {
  DEAL_CATEGORIES,
  DEAL_KINDS,
  DEAL_REASON_MAX,
  type DealDetail,
  denyCancellation,
  LED_STATUSES,
} from '@guilde/contracts/deals/rules.ts';
import { tieText } from '@guilde/contracts/deals/words.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { DealConditions } from '../deals/deal-conditions.tsx';
import { Button } from '../kit/button.tsx';
import { ActButton } from '../kit/reason-dialog.tsx';
import { paths } from '../paths.ts';
import { acts, useAct } from './acts.ts';
import { requiredReason } from './cases/reasons.ts';
import { RemovalButton } from './cases/removal.tsx';
import { useDealInFull } from './data.ts';
import { MemberCell } from './member-cell.tsx';
import { Facts, type OpenRow, Panel, Part, PlaceButton } from './panel.tsx';

const isWaiting = ({ status }: DealDetail) => status === 'proposed' || status === 'offered';

/** The team reads an idea before members see it, and an offer before anybody commits to it. */
export function DealPanel(open: OpenRow) {
  return (
    <Panel
      {...open}
      query={useDealInFull(open.openId)}
      name="Deal"
      failed="Impossible de charger le deal"
      title={({ title }) => title}
      actions={(one) => <DealActs deal={one} />}
      dangers={(one) => (
        <>
          {isWaiting(one) && <RefuseDeal deal={one} />}
          {one.status !== 'proposed' && denyCancellation(one) === null && (
            <RemovalButton kind="deal" id={one.id} ownerId={(one.lead ?? one.author)?.id ?? null} />
          )}
        </>
      )}
    >
      {(one) => (
        <>
          <Facts
            facts={[
              ['Sorte', optionLabel(DEAL_KINDS, one.kind)],
              ['Catégorie', optionLabel(DEAL_CATEGORIES, one.category)],
              ['Proposé par', <MemberCell key="author" member={one.author} />],
              one.lead && ['Négocié par', <MemberCell key="lead" member={one.lead} />],
              one.tie && ['Lien', `${tieText(one) ?? ''} ${one.tieNote}`],
            ]}
          />
          <Part title="Besoin">
            <p className="text-sm break-words whitespace-pre-line">{one.need}</p>
          </Part>
          {one.offer && <DealConditions deal={one} offer={one.offer} />}
        </>
      )}
    </Panel>
  );
}

function DealActs({ deal }: { deal: DealDetail }) {
  const approve = useAct(acts.approveDeal);
  const release = useAct(acts.releaseDeal);
  return (
    <>
      <PlaceButton to={paths.deal(deal.id)}>Voir le deal</PlaceButton>
      {isWaiting(deal) && (
        <Button
          size="sm"
          loading={approve.isPending}
          onClick={() => approve.start({ id: deal.id, revision: deal.revision })}
        >
          Approuver
        </Button>
      )}
      {deal.lead && LED_STATUSES.some((status) => status === deal.status) && (
        <ActButton
          label="Trouver un autre meneur"
          title="Trouver un autre meneur ?"
          description="Ce membre ne négocie plus, et un autre peut reprendre le deal."
          onConfirm={() => release.run({ id: deal.id })}
        />
      )}
    </>
  );
}

function RefuseDeal({ deal }: { deal: DealDetail }) {
  const refuse = useAct(acts.refuseDeal);
  const isIdea = deal.status === 'proposed';
  return (
    <ActButton
      destructive={isIdea}
      label={isIdea ? 'Refuser' : 'Rendre l’offre'}
      title={isIdea ? 'Refuser ce deal ?' : 'Rendre cette offre ?'}
      description={
        isIdea
          ? 'Le deal est annulé, et ton motif est envoyé.'
          : 'Le membre peut la corriger. Ton motif lui est envoyé.'
      }
      reason={{ ...requiredReason, maxLength: DEAL_REASON_MAX }}
      onConfirm={(reason) => refuse.run({ id: deal.id, reason })}
    />
  );
}
