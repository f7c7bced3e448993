import type { InvitationBatch } from '@guilde/contracts/bulk-invitations/rules.ts';
import { Card, SectionHeader } from '../../../kit/card.tsx';
import { formatNumber, formatShortDate, plural, pluralWord } from '../../../kit/format.ts';
import { Progress } from '../../../kit/progress.tsx';
import { ActButton } from '../../../kit/reason-dialog.tsx';
import { Skeleton, SkeletonGroup } from '../../../kit/skeleton.tsx';
import { Note } from '../../../kit/states.tsx';
import { paths } from '../../../paths.ts';
import { BackLink } from '../../../shell/links.tsx';
import { LoadFailed } from '../../../shell/load-failed.tsx';
import { useAct } from '../../acts.ts';
import { useBatch } from '../../data.ts';
import { batchActs } from './acts.ts';
import { BatchRows } from './batch-rows.tsx';

export function BatchDetail({ id }: { id: string }) {
  const batch = useBatch(id);
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-5">
      <div className="text-sm">
        <BackLink to={paths.admin('invitations', undefined, { view: 'bulk' })}>Toutes les listes</BackLink>
      </div>
      {batch.data ? (
        <Batch batch={batch.data} />
      ) : batch.error ? (
        <LoadFailed title="Impossible de charger la liste" query={batch} />
      ) : (
        <SkeletonGroup>
          <Skeleton className="h-56 w-full rounded-lg" />
        </SkeletonGroup>
      )}
    </div>
  );
}

function Batch({ batch }: { batch: InvitationBatch }) {
  const { id, title, message, authorName, createdAt, invited, sent, named, gone } = batch;
  return (
    <>
      <section aria-label={title}>
        <SectionHeader title={title}>
          <Remind batch={batch} />
        </SectionHeader>
        <p className="text-sm text-muted-foreground">
          {['Envoyée le ', formatShortDate(createdAt), authorName && ` par ${authorName}`].join('')}
        </p>
        <Card className="mt-4 grid grid-cols-1 gap-5">
          <div className="grid gap-2">
            <p className="text-sm">
              <span className="font-medium">{`${formatNumber(sent)} sur ${formatNumber(invited)}`}</span>{' '}
              <span>{pluralWord(sent, 'invitation envoyée', 'invitations envoyées')}</span>
            </p>
            <Progress value={sent} max={Math.max(1, invited)} label="Invitations envoyées" />
            {sent < invited && (
              <p className="text-sm text-muted-foreground">
                {
                  'Soixante e-mails par heure et par messagerie\u00a0: les autres suivent, même si tu fermes cette page.'
                }
              </p>
            )}
          </div>
          <Figures batch={batch} />
        </Card>
      </section>
      {named > 0 && (
        <Note>{`${plural(named, 'nom')} sans adresse ${pluralWord(named, 'attend', 'attendent')} le lien d’accès.`}</Note>
      )}
      <section aria-label="La lettre">
        <SectionHeader title="La lettre" />
        <p className="text-sm wrap-anywhere whitespace-pre-line text-muted-foreground">{message}</p>
      </section>
      <BatchRows batchId={id} gone={gone} />
    </>
  );
}

function Figures({ batch: { returned, accounts, complete, expired, gone } }: { batch: InvitationBatch }) {
  const figures = [
    { label: 'Comptes créés', value: accounts },
    { label: 'Profils complets', value: complete },
    { label: 'E-mails revenus', value: returned },
    { label: 'Expirées', value: expired },
    { label: 'Refusées ou effacées', value: gone },
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-5 border-t pt-5 sm:grid-cols-3 lg:grid-cols-5">
      {figures.map(({ label, value }) => (
        <div key={label} className="flex flex-col-reverse gap-0.5">
          <dt className="text-sm text-muted-foreground">{label}</dt>
          <dd className="font-title text-2xl font-bold tabular-nums">{formatNumber(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The list is reminded once by hand; the two reminders by themselves stay three mails in all. */
function Remind({ batch: { id, unanswered, remindedAt } }: { batch: InvitationBatch }) {
  const remind = useAct(batchActs.remind);
  if (remindedAt !== null)
    return <p className="text-sm text-muted-foreground">{`Relancée le ${formatShortDate(remindedAt)}`}</p>;
  if (unanswered === 0) return null;
  const who =
    unanswered === 1
      ? 'la personne qui n’a pas répondu'
      : `les ${formatNumber(unanswered)} qui n’ont pas répondu`;
  return (
    <ActButton
      label={`Relancer ${who}`}
      title={`Relancer ${who}\u202f?`}
      description={
        'Chacun reçoit trois e-mails au plus\u00a0: ce rappel remplace l’un des suivants. Une liste se relance une seule fois.'
      }
      onConfirm={() => remind.run({ id })}
    />
  );
}
