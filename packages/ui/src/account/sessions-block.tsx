import type { SignedInDevice } from '@guilde/contracts/auth/rules.ts';
import { Laptop, Smartphone } from 'lucide-react';
import { errorMessage } from '../api.ts';
import { announce } from '../kit/announcer.tsx';
import { Button } from '../kit/button.tsx';
import { Card, SectionHeader } from '../kit/card.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { formatAge, formatShortDate } from '../kit/format.ts';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { StateBadge } from '../kit/state-badge.tsx';
import { toast } from '../kit/toast.ts';
import { LoadFailed } from '../shell/load-failed.tsx';
import { useRevokeOtherSessions, useRevokeSession, useSessions } from './data.ts';

export function SessionsBlock() {
  const { data: sessions, error, refetch, isFetching } = useSessions();
  return (
    <section>
      <SectionHeader title="Appareils connectés">
        {sessions && sessions.length > 1 && <RevokeOthers count={sessions.length - 1} />}
      </SectionHeader>
      {sessions ? (
        <Card className="p-0 md:p-0">
          <ul className="divide-y">
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        </Card>
      ) : error ? (
        <LoadFailed
          title="Impossible de charger les appareils"
          query={{ error, refetch, isFetching }}
          className="py-8"
        />
      ) : (
        <SkeletonGroup>
          <Skeleton className="h-16 rounded-lg" />
        </SkeletonGroup>
      )}
    </section>
  );
}

function SessionRow({ session }: { session: SignedInDevice }) {
  const revoke = useRevokeSession();
  const Icon = /iPhone|Android/.test(session.device) ? Smartphone : Laptop;
  const end = () =>
    revoke.mutate(session.id, {
      onSuccess: () => announce('Appareil déconnecté'),
      onError: (error) => toast.error('Erreur', { description: errorMessage(error) }),
    });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <Icon className="size-5 shrink-0 text-muted-foreground" />
      <div className="min-w-0 flex-1 basis-32">
        <p className="font-medium wrap-anywhere">{session.device}</p>
        <p className="text-sm text-muted-foreground">
          {session.current
            ? `Session ouverte le ${formatShortDate(session.createdAt)}`
            : lastSeen(session.lastSeenAt)}
        </p>
      </div>
      {session.current ? (
        <StateBadge state="done">Cet appareil</StateBadge>
      ) : (
        <Button
          variant="outline"
          size="sm"
          loading={revoke.isPending}
          aria-label={`Déconnecter ${session.device}`}
          onClick={end}
        >
          Déconnecter
        </Button>
      )}
    </li>
  );
}

/** The server stores the last use of a session to the hour. */
function lastSeen(date: string): string {
  const age = formatAge(date);
  return age.startsWith('<')
    ? 'Dernière activité il y a moins d’une heure'
    : `Dernière activité il y a ${age}`;
}

function RevokeOthers({ count }: { count: number }) {
  const revoke = useRevokeOtherSessions();
  const endAll = async () => {
    try {
      await revoke.mutateAsync();
      announce('Autres appareils déconnectés');
    } catch (error) {
      toast.error('Erreur', { description: errorMessage(error) });
      throw error;
    }
  };
  return (
    <ConfirmDialog
      trigger={
        <Button variant="ghost" size="sm">
          Déconnecter les autres
        </Button>
      }
      title="Déconnecter les autres appareils ?"
      description={
        count > 1
          ? `${count} appareils devront se reconnecter avec ton mot de passe ou un code.`
          : 'L’autre appareil devra se reconnecter avec ton mot de passe ou un code.'
      }
      confirmLabel="Déconnecter"
      onConfirm={endAll}
    />
  );
}
