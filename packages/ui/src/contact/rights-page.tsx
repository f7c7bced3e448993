import { DATA_RIGHTS } from '@guilde/contracts/account/rules.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { Link } from 'react-router-dom';
import { errorMessage } from '../api.ts';
import { useAccount } from '../auth/account.ts';
import { PublicPage } from '../information/public-frame.tsx';
import { formatDate } from '../kit/format.ts';
import { StateBadge } from '../kit/state-badge.tsx';
import { ErrorState } from '../kit/states.tsx';
import { paths } from '../paths.ts';
import { GuardScreen } from '../shell/guard-screen.tsx';
import { useRightRequests } from './data.ts';
import { RightsForm } from './rights-form.tsx';

const STATES = {
  pending: { state: 'waiting', label: 'Reçue' },
  in_progress: { state: 'active', label: 'En cours' },
  resolved: { state: 'done', label: 'Traitée' },
} as const;

export function Component() {
  const { data: account, isPending } = useAccount();
  if (isPending) return <GuardScreen text="Chargement..." />;
  return (
    <PublicPage
      title="Vos droits"
      description={
        'Vous pouvez exercer la plupart de vos droits tout de suite. Pour le reste, écrivez-nous ici.'
      }
    >
      <div className="grid gap-8">
        <AtOnce isMember={Boolean(account?.profileComplete)} />
        {account && <Requests memberId={account.id} />}
        <section aria-labelledby="demander" className="grid gap-4">
          <h2 id="demander" className="text-lg">
            Faire une demande
          </h2>
          <RightsForm key={account?.id ?? 'visitor'} writer={account ?? null} />
        </section>
      </div>
    </PublicPage>
  );
}

function AtOnce({ isMember }: { isMember: boolean }) {
  const link = (to: string, text: string) =>
    isMember ? (
      <Link to={to} className="text-primary underline underline-offset-4">
        {text}
      </Link>
    ) : (
      text
    );
  return (
    <section aria-labelledby="tout-de-suite" className="grid gap-3">
      <h2 id="tout-de-suite" className="text-lg">
        Tout de suite, sans nous écrire
      </h2>
      <ul className="grid list-disc gap-1.5 pl-5 text-sm">
        <li>Rectifier : {link(paths.profile, 'modifier votre profil')}.</li>
        <li>
          Accéder et récupérer : « Télécharger mes données », au bas de {link(paths.profile, 'votre profil')}.
        </li>
        <li>Effacer : « Supprimer mon compte », au même endroit.</li>
        <li>
          S’opposer aux e-mails et aux notifications : {link(paths.settings('notifications'), 'vos réglages')}
          .
        </li>
        <li>Refuser une invitation reçue sans l’avoir demandée : le lien au bas de l’e-mail, sans compte.</li>
      </ul>
      <p className="text-sm text-muted-foreground">
        La{' '}
        <Link to={paths.privacy} className="underline underline-offset-4">
          politique de confidentialité
        </Link>{' '}
        dit ce que nous conservons, pourquoi et combien de temps.
      </p>
    </section>
  );
}

function Requests({ memberId }: { memberId: string }) {
  const requests = useRightRequests(memberId);
  if (requests.error && !requests.data)
    return (
      <ErrorState
        title="Vos demandes n’ont pas pu être chargées."
        onRetry={() => void requests.refetch()}
        retrying={requests.isFetching}
      >
        {errorMessage(requests.error)}
      </ErrorState>
    );
  if (!requests.data?.length) return null;
  return (
    <section aria-labelledby="demandes" className="grid gap-3">
      <h2 id="demandes" className="text-lg">
        Vos demandes
      </h2>
      <ul className="grid gap-2">
        {requests.data.map(({ id, right, status, createdAt, dueAt, answeredAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-2 rounded-md border p-3 text-sm"
          >
            <span className="grid min-w-0 gap-0.5">
              <span className="font-medium">{optionLabel(DATA_RIGHTS, right)}</span>
              <span className="text-muted-foreground">
                {`Envoyée le ${formatDate(createdAt)}, ${
                  answeredAt
                    ? `réponse le ${formatDate(answeredAt)}`
                    : `réponse au plus tard le ${formatDate(dueAt)}`
                }`}
              </span>
            </span>
            <StateBadge state={STATES[status].state}>{STATES[status].label}</StateBadge>
          </li>
        ))}
      </ul>
    </section>
  );
}
