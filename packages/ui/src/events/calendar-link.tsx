import { useQuery } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { call, useApi } from '../api.ts';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { FormError } from '../kit/field.tsx';
import { formatDateTime } from '../kit/format.ts';
import { readAgain, useAct } from '../mutation.ts';
import { usePlatform } from '../platform.ts';
import { failureText } from '../refusals.ts';
import { eventsKey } from './live-events.ts';

const calendarLinkKey = [...eventsKey, 'calendar-link'] as const;

function useCalendarLink() {
  const api = useApi();
  return useQuery({ queryKey: calendarLinkKey, queryFn: () => call(api['calendar-link'].$get()) });
}

/** The answer has the address, once. */
const useRenewCalendarLink = () =>
  useAct(
    (api) => call(api['calendar-link'].$post()),
    (queryClient) => readAgain(queryClient, calendarLinkKey),
  );

const useRevokeCalendarLink = () =>
  useAct(
    (api) => call(api['calendar-link'].$delete()),
    (queryClient) => readAgain(queryClient, calendarLinkKey),
  );

/** The address of one’s own calendar is shown once. */
export function CalendarLink() {
  const platform = usePlatform();
  const { data: link } = useCalendarLink();
  const renew = useRenewCalendarLink();
  const revoke = useRevokeCalendarLink();
  const error = renew.error ?? revoke.error;
  const address = revoke.isSuccess ? null : (renew.data?.address ?? null);
  const make = () => renew.mutateAsync(undefined, { onSuccess: () => revoke.reset() });
  return (
    <div className="grid gap-3 text-sm">
      <p className="text-muted-foreground">
        {link?.createdAt && !address
          ? `Ton agenda a une adresse, ${link.lastReadAt ? `lue le ${formatDateTime(link.lastReadAt)}` : 'pas encore lue'}.`
          : 'Une adresse à donner à ton agenda\u00a0: il suit ce que tu acceptes.'}
      </p>
      {address && (
        <div className="grid gap-2 rounded-md border bg-muted px-3 py-2.5">
          <p className="wrap-anywhere">{address}</p>
          <p className="text-muted-foreground">
            Elle ne s’affiche qu’une fois. Google Agenda peut mettre jusqu’à une journée à se mettre à jour.
          </p>
          <CopyButton
            copy={() => platform.copyText(address)}
            label="Copier l’adresse"
            className="justify-self-start"
          />
        </div>
      )}
      <FormError>{error && failureText(error, 'L’adresse n’a pas été enregistrée.')}</FormError>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {link?.createdAt === null && (
          <Button variant="outline" size="sm" loading={renew.isPending} onClick={() => void make()}>
            <Link2 />
            Créer l’adresse
          </Button>
        )}
        {link?.createdAt && (
          <>
            <ConfirmDialog
              trigger={
                <Button variant="outline" size="sm">
                  Renouveler
                </Button>
              }
              title="Renouveler l’adresse ?"
              description="L’ancienne ne marche plus : donne la nouvelle à ton agenda."
              confirmLabel="Renouveler"
              onConfirm={make}
            />
            <ConfirmDialog
              trigger={
                <Button variant="ghost" size="sm">
                  Supprimer
                </Button>
              }
              title="Supprimer l’adresse ?"
              description="Ton agenda ne reçoit plus rien de Guilde."
              confirmLabel="Supprimer l’adresse"
              destructive
              onConfirm={() => revoke.mutateAsync(undefined)}
            />
          </>
        )}
      </div>
    </div>
  );
}

export function CalendarLinkCard() {
  return (
    <Card className="grid gap-2">
      <h2 className="text-base">Dans ton agenda</h2>
      <CalendarLink />
    </Card>
  );
}
