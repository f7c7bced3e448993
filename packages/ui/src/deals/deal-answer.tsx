import {
  DEAL_REASON_MAX,
  denyCommitment,
  denyInterest,
  denyLead,
  denyReview,
  isLateWithdrawal,
  isUndecided,
  VOLUME_BANDS,
} from '@guilde/contracts/deals/rules.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { useMember } from '../auth/account.ts';
import { Button } from '../kit/button.tsx';
import { Switch } from '../kit/checkbox.tsx';
import { RadioChips } from '../kit/chips.tsx';
import { FieldGroup } from '../kit/field.tsx';
import { formatDate } from '../kit/format.ts';
import { toOptions } from '../kit/options.ts';
import { ActButton } from '../kit/reason-dialog.tsx';
import { Note } from '../kit/states.tsx';
import { toast } from '../kit/toast.ts';
import { CommitButton } from './commit-button.tsx';
import { dealActs, type ShownDeal, useDealAct } from './data.ts';
import { DealReview } from './deal-review.tsx';
import { amountText } from './labels.ts';
import { TakeLead } from './take-lead.tsx';

type Props = { deal: ShownDeal };

/** Asks what the viewer can say now; what matters most comes first. */
export function DealAnswer({ deal }: Props) {
  const { commitment } = deal;
  const state = commitment?.state;
  const isOpen = denyCommitment(deal, deal.now) === null;
  const isIn = state === 'committed' || state === 'void';
  return (
    <div className="grid gap-4 empty:hidden">
      {commitment && isOpen && state === 'void' && <ChangedConditions deal={deal} commitment={commitment} />}
      {commitment && state === 'committed' && isUndecided(deal) && (
        <Committed deal={deal} commitment={commitment} />
      )}
      {isOpen && !isIn && deal.offer && <CommitButton deal={deal} offer={deal.offer} />}
      {!isIn && !deal.isLead && denyInterest(deal) === null && <Interest deal={deal} isMain={!isOpen} />}
      {denyLead(deal) === null && <TakeLead deal={deal} />}
      {deal.code && commitment && <Code code={deal.code} />}
      {denyReview(deal) === null && <DealReview deal={deal} />}
    </div>
  );
}

function Interest({ deal: { id, interest }, isMain }: Props & { isMain: boolean }) {
  const { start, isPending } = useDealAct(id, dealActs.follow);
  return (
    <>
      {/* The next answer takes the place of the given one, and the focus stays. */}
      <Button
        variant={interest || !isMain ? 'outline' : 'hero'}
        aria-disabled={isPending || undefined}
        onClick={() => !isPending && start(interest ? null : { volume: null })}
      >
        {interest ? 'Je ne suis plus intéressé' : 'Je suis intéressé'}
      </Button>
      {interest && (
        <FieldGroup
          label="Quel volume pour toi ?"
          hint="Personne ne voit ta réponse, seulement des totaux."
          single
        >
          <RadioChips
            className="flex-wrap"
            options={toOptions(VOLUME_BANDS)}
            value={interest.volume ?? undefined}
            onChange={(volume) => start({ volume })}
          />
        </FieldGroup>
      )}
    </>
  );
}

type OwnProps = Props & { commitment: NonNullable<ShownDeal['commitment']> };

function ChangedConditions({ deal, commitment }: OwnProps) {
  const { start, isPending } = useDealAct(deal.id, dealActs.confirm);
  return (
    <>
      <Note tone="warning">
        {`Les conditions ont changé. Confirme pour rester dans le deal\u00a0: ${amountText(commitment.quantity, deal)}.`}
      </Note>
      {/* Another supplier needs another consent. */}
      {commitment.consentAt === null && deal.offer ? (
        <CommitButton deal={deal} offer={deal.offer} label="Ça me va" />
      ) : (
        <Button
          variant="hero"
          loading={isPending}
          onClick={() => start(deal.revision, () => toast.success('C’est confirmé.', { shownByPage: true }))}
        >
          Ça me va
        </Button>
      )}
      <Withdraw deal={deal} />
    </>
  );
}

function Committed({ deal, commitment }: OwnProps) {
  const consent = useDealAct(deal.id, dealActs.consent);
  const { offer } = deal;
  return (
    <>
      <p role="status" className="text-sm font-medium">
        {`Tu t’engages sur ${amountText(commitment.quantity, deal)}.${deal.choice ? ' Tu peux te retirer jusqu’à ce choix.' : ''}`}
      </p>
      {offer && denyCommitment(deal, deal.now) === null && (
        <CommitButton deal={deal} offer={offer} label="Modifier ma quantité" variant="outline" />
      )}
      <Switch
        label={`Transmettre mon nom à ${offer?.supplierName ?? 'ce fournisseur'}`}
        description={
          commitment.sentAt
            ? `Transmis le ${formatDate(commitment.sentAt)}.`
            : 'Avec ta boutique et ta quantité. Tu peux changer d’avis jusqu’à l’envoi.'
        }
        checked={commitment.consentAt !== null}
        disabled={consent.isPending || commitment.sentAt !== null}
        onChange={(given) => consent.start(given)}
      />
      <Withdraw deal={deal} />
    </>
  );
}

function Withdraw({ deal }: Props) {
  const { run } = useDealAct(deal.id, dealActs.withdraw);
  const isLate = isLateWithdrawal(deal);
  return (
    <ActButton
      variant="ghost"
      destructive
      label="Je retire mon engagement"
      title="Retirer ton engagement ?"
      description={
        isLate
          ? 'Les engagements sont clos\u00a0: il comptera comme non tenu.'
          : `Ta quantité quitte le total.${deal.choice ? '' : ' Tu peux t’engager de nouveau jusqu’à la clôture.'}`
      }
      {...(isLate && { reason: { label: 'Motif', isRequired: true, maxLength: DEAL_REASON_MAX } })}
      onConfirm={(reason) => run(reason)}
    />
  );
}

/** The name shows whose page a code was copied from. */
function Code({ code }: { code: string }) {
  const { profile } = useMember();
  return (
    <div className="grid gap-1 rounded-lg border border-dashed p-4">
      <h2 className="text-sm font-semibold">Ton code</h2>
      <p className="font-mono text-lg wrap-anywhere select-all">{code}</p>
      <p className="text-sm text-muted-foreground">{`Remis à ${memberName(profile)}. Ne le partage pas.`}</p>
    </div>
  );
}
