import {
  DEAL_MESSAGE_MAX,
  denyCancellation,
  denyConclusion,
  denyMessage,
  denyNames,
  denyOffer,
  VOLUME_BANDS,
} from '@guilde/contracts/deals/rules.ts';
import { memberName, optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { newUuid } from '@guilde/contracts/uuid.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useMember } from '../auth/account.ts';
import { Button } from '../kit/button.tsx';
import { Card, SectionHeader } from '../kit/card.tsx';
import { RadioChips } from '../kit/chips.tsx';
import { focusTitleProps } from '../kit/focus-title.ts';
import { formatDateTime, formatNumber, plural } from '../kit/format.ts';
import { ActButton } from '../kit/reason-dialog.tsx';
import { Note } from '../kit/states.tsx';
import { toast } from '../kit/toast.ts';
import { paths } from '../paths.ts';
import { usePlatform } from '../platform.ts';
import { MemberRow } from '../profiles/member-row.tsx';
import { failureText } from '../refusals.ts';
import { fetchFile, saveFile } from '../save-file.ts';
import { CancelDeal } from './cancel-deal.tsx';
import { dealActs, type ShownDeal, useDealAct } from './data.ts';
import { amountText } from './labels.ts';

type Props = { deal: ShownDeal };

export function LeadDesk({ deal }: Props) {
  const { id, offer, sums } = deal;
  const conclude = useDealAct(id, dealActs.conclude);
  const leave = useDealAct(id, dealActs.leave);
  return (
    <Card asChild className="grid grid-cols-1 gap-6">
      <section aria-label="Négociation">
        <div>
          <SectionHeader title="Ta négociation" titleProps={focusTitleProps} className="mb-1">
            {denyOffer(deal) === null && (
              <Button asChild variant={offer ? 'outline' : 'hero'} size="sm">
                <Link to={paths.dealOffer(id)}>{offer ? 'Changer l’offre' : 'Proposer une offre'}</Link>
              </Button>
            )}
          </SectionHeader>
          {sums && <p className="text-sm text-muted-foreground">{sumsText(deal)}</p>}
        </div>
        {deal.choice && <Choice deal={deal} choice={deal.choice} />}
        {deal.committed && deal.committed.length > 0 && <Committed deal={deal} committed={deal.committed} />}
        <div className="flex flex-wrap gap-2 empty:hidden">
          {sums?.hasCommitted && denyMessage(deal) === null && <Message deal={deal} />}
          {denyNames(deal) === null && <Export deal={deal} />}
          {denyConclusion(deal) === null && (
            <ActButton
              label="Conclure le deal"
              title="Conclure ce deal ?"
              description="Les commandes sont passées. Dans 30 jours, chacun dira si le prix promis a été tenu."
              onConfirm={() => conclude.run()}
            />
          )}
          {denyCancellation(deal) === null && (
            <>
              <ActButton
                variant="ghost"
                label="Passer la main"
                title="Passer la main ?"
                description="Tu ne négocies plus ce deal, et un autre membre peut le reprendre."
                onConfirm={() => leave.run()}
              />
              <CancelDeal dealId={id} />
            </>
          )}
        </div>
      </section>
    </Card>
  );
}

/** « 6 engagements, 1 200 étuis. L’objectif est atteint. 7 intéressés. Volumes de 5 d’entre eux : 5 (jusqu’à 50). » */
function sumsText(deal: ShownDeal): string {
  const { members = null, total = null, isReached = false, interests = [] } = deal.sums ?? {};
  const bands = interests.map(
    ({ volume, members: count }) =>
      `${formatNumber(count)} (${optionLabel(VOLUME_BANDS, volume).toLocaleLowerCase('fr')})`,
  );
  const told = interests.reduce((sum, { members: count }) => sum + count, 0);
  const without = deal.commitment?.state === 'committed' ? 'Sans ton engagement, l' : 'L';
  return [
    ...(deal.offer && members !== null && total !== null
      ? [`${plural(members, 'engagement')}, ${amountText(total, deal)}.`]
      : []),
    ...(deal.status === 'open'
      ? [isReached ? 'L’objectif est atteint.' : `${without}’objectif n’est pas encore atteint.`]
      : []),
    ...(deal.interested > 0 ? [`${plural(deal.interested, 'intéressé')}.`] : []),
    ...(told > 0 ? [`Volumes de ${formatNumber(told)} d’entre eux\u00a0: ${bands.join(', ')}.`] : []),
  ].join(' ');
}

/** It is made once; without one the deal ends. */
function Choice({
  deal,
  choice: { until, mayProlong, lowerTier },
}: Props & { choice: NonNullable<ShownDeal['choice']> }) {
  const { run } = useDealAct(deal.id, dealActs.choose);
  return (
    <div className="grid justify-items-start gap-3">
      <Note tone="warning">
        {`L’objectif n’est pas atteint. Choisis avant le ${formatDateTime(until)}, sinon le deal s’arrête.`}
      </Note>
      <div className="flex flex-wrap gap-2">
        {mayProlong && (
          <ActButton
            label="Prolonger de 7 jours"
            title="Prolonger de 7 jours ?"
            description="Une seule fois. Les engagements restent, et chacun est prévenu."
            onConfirm={() => run('prolong')}
          />
        )}
        {lowerTier && (
          <ActButton
            label="Accepter le palier inférieur"
            title="Accepter le palier inférieur ?"
            description={`Le palier à partir de ${amountText(lowerTier.minimum, deal)} devient l’objectif. Chacun est prévenu.`}
            onConfirm={() => run('lower-tier')}
          />
        )}
        <ActButton
          destructive
          variant="ghost"
          label="Abandonner"
          title="Abandonner ce deal ?"
          description="Chacun est prévenu, et plus personne n’est engagé."
          onConfirm={() => run('abandon')}
        />
      </div>
    </div>
  );
}

const KEPT = [
  { value: 'kept', label: 'Tenu' },
  { value: 'not-kept', label: 'Non tenu' },
] as const;

/** Only the lead sees the names, and says who has kept the promise once the deal is concluded. */
function Committed({ deal, committed }: Props & { committed: NonNullable<ShownDeal['committed']> }) {
  const { start } = useDealAct(deal.id, dealActs.markKept);
  const viewer = useMember();
  return (
    <ul aria-label="Engagements" className="grid divide-y">
      {committed.map(({ member, quantity, state, promises }) => (
        <MemberRow
          key={member.id}
          member={member}
          facts={[
            member.storeName,
            amountText(quantity, deal),
            ...(promises.of > 0
              ? [`${plural(promises.kept, 'engagement tenu', 'engagements tenus')} sur ${promises.of}`]
              : []),
          ].join(' · ')}
        >
          {deal.status !== 'reached' && member.id !== viewer.id && (
            <RadioChips
              label={`Engagement\u00a0: ${memberName(member)}`}
              options={KEPT}
              value={KEPT.find(({ value }) => value === state)?.value}
              onChange={(value) => start({ memberId: member.id, kept: value === 'kept' })}
            />
          )}
        </MemberRow>
      ))}
    </ul>
  );
}

/** The id stays until it is sent, so that a retry sends no second message. */
function Message({ deal }: Props) {
  const { run } = useDealAct(deal.id, dealActs.message);
  const [id, setId] = useState(newUuid);
  return (
    <ActButton
      label="Écrire aux engagés"
      confirmLabel="Envoyer"
      title="Écrire à tous les engagés"
      description="Chacun reçoit ton message dans Guilde. Aucune adresse n’est partagée."
      reason={{ label: 'Message', isRequired: true, maxLength: DEAL_MESSAGE_MAX }}
      onConfirm={async (text) => {
        await run({ id, text });
        setId(newUuid());
        toast.success('Message envoyé');
      }}
    />
  );
}

function Export({ deal }: Props) {
  const platform = usePlatform();
  const save = () =>
    fetchFile(platform, `/api/deals/${deal.id}/export`, { method: 'POST' }).then(
      (file) => saveFile(file, 'engagements.csv'),
      (error) => {
        toast.error('Erreur', { description: failureText(error, 'Le fichier n’est pas arrivé.') });
        throw error;
      },
    );
  return (
    <ActButton
      label="Exporter en CSV"
      title="Exporter les engagements ?"
      description="Nom, boutique et quantité de ceux qui l’acceptent, pour ce fournisseur. L’export est noté au journal. Ensuite, ils ne peuvent plus retirer leur accord."
      confirmLabel="Exporter"
      onConfirm={save}
    />
  );
}
