import {
  DEAL_REASON_MAX,
  denyCommitment,
  denyInterest,
  denyLead,
  denyReview,
  isLateWithdrawal,
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
import { amountText, isUndecided } from './labels.ts';
import { TakeLead } from './take-lead.tsx';

type Props = { deal: ShownDeal };

/** Asks what the viewer can say now; what matters most comes first. */
export function DealAnswer({ deal }: Props) {
  const state = deal.commitment?.state;
  const isOpen = denyCommitment(deal, deal.now) === null;
  const isIn = state === 'committed' || state === 'void';
  return (
    <div className="grid gap-4 empty:hidden">
      {isOpen && state === 'void' && <ChangedConditions deal={deal} />}
      {state === 'committed' && isUndecided(deal.status) && <Committed deal={deal} />}
      {isOpen && !isIn && deal.offer && <CommitButton deal={deal} offer={deal.offer} />}
      {!isIn && !deal.isLead && denyInterest(deal) === null && <Interest deal={deal} isMain={!isOpen} />}
      {denyLead(deal) === null && <TakeLead deal={deal} />}
      {deal.code && deal.commitment && <Code code={deal.code} />}
      {denyReview(deal) === null && <DealReview deal={deal} />}
    </div>
  );
}

function Interest({ deal: { id, interest }, isMain }: Props & { isMain: boolean }) {
  const { run, isPending } = useDealAct(id, dealActs.follow);
  const say = (given: Parameters<typeof run>[0]) => void run(given).catch(() => undefined);
  return (
    <>
      {/* The next answer takes the place of the given one, and the focus stays. */}
      <Button
        variant={interest || !isMain ? 'outline' : 'hero'}
        aria-disabled={isPending || undefined}
        onClick={() => !isPending && say(interest ? null : { volume: null })}
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
            onChange={(volume) => say({ volume })}
          />
        </FieldGroup>
      )}
    </>
  );
}

function ChangedConditions({ deal }: Props) {
  const { run, isPending } = useDealAct(deal.id, dealActs.confirm);
  return (
    <>
      <Note tone="warning">
        {deal.commitment
          ? `Les conditions ont changé. Confirme pour rester dans le deal\u00a0: ${amountText(deal.commitment.quantity, deal)}.`
          : 'Les conditions ont changé. Confirme pour rester dans le deal.'}
      </Note>
      {/* Another supplier needs another consent. */}
      {deal.commitment?.consentAt === null && deal.offer ? (
        <CommitButton deal={deal} offer={deal.offer} label="Ça me va" />
      ) : (
        <Button
          variant="hero"
          loading={isPending}
          onClick={() =>
            void run(deal.revision).then(
              () => toast.success('C’est confirmé.', { shownByPage: true }),
              () => undefined,
            )
          }
        >
          Ça me va
        </Button>
      )}
      <Withdraw deal={deal} />
    </>
  );
}

function Committed({ deal }: Props) {
  const consent = useDealAct(deal.id, dealActs.consent);
  const { commitment, offer } = deal;
  if (!commitment) return null;
  const supplier = offer?.supplierName ?? 'ce fournisseur';
  return (
    <>
      <p role="status" className="text-sm font-medium">
        {`Tu t’engages sur ${amountText(commitment.quantity, deal)}.`}
      </p>
      {offer && denyCommitment(deal, deal.now) === null && (
        <CommitButton deal={deal} offer={offer} label="Modifier ma quantité" variant="outline" />
      )}
      <Switch
        label={`Transmettre mon nom à ${supplier}`}
        description={
          commitment.sentAt
            ? `Transmis le ${formatDate(commitment.sentAt)}.`
            : 'Avec ta boutique et ta quantité. Tu peux changer d’avis jusqu’à l’envoi.'
        }
        checked={commitment.consentAt !== null}
        disabled={consent.isPending || commitment.sentAt !== null}
        onChange={(given) => void consent.run(given).catch(() => undefined)}
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
          : 'Ta quantité quitte le total. Tu peux t’engager de nouveau jusqu’à la clôture.'
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
