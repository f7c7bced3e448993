import { ADMIN_EVENT_FILTERS } from '@guilde/contracts/admin/rules.ts';
import { EVENT_KINDS, type Event, type EventDetail, endOf } from '@guilde/contracts/events/rules.ts';
import { eventWhen } from '@guilde/contracts/events/words.ts';
import { memberName, optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { seatsText } from '../events/labels.ts';
import { Button } from '../kit/button.tsx';
import { plural } from '../kit/format.ts';
import { serverNow } from '../kit/server-time.ts';
import { paths } from '../paths.ts';
import { MemberActButton } from '../profiles/member-choice.tsx';
import { acts, useAct } from './acts.ts';
import { RemovalButton } from './cases/removal.tsx';
import { useEventInFull, useEventList } from './data.ts';
import { AdminList, type Counter, Counters, statusCounters } from './list.tsx';
import { useListAddress } from './list-address.ts';
import { MemberCell } from './member-cell.tsx';
import { Facts, type OpenRow, Panel, Part, PlaceButton } from './panel.tsx';
import type { Columns } from './table.tsx';

const NAMES: Record<(typeof ADMIN_EVENT_FILTERS)[number], Counter['label']> = {
  coming: 'à venir',
  proposed: 'à approuver',
  past: ['passé', 'passés'],
  cancelled: ['annulé', 'annulés'],
};

export function EventsTab() {
  const address = useListAddress('events');
  const status = address.chosen('status', ADMIN_EVENT_FILTERS);
  const list = useEventList({ status });
  return (
    <>
      <Counters
        label="Filtrer les événements"
        counters={statusCounters(ADMIN_EVENT_FILTERS, NAMES, {
          chosen: status,
          counts: list.data?.pages[0]?.counts,
          address,
        })}
      />
      <AdminList
        label="Événements"
        list={list}
        address={address}
        columns={columns}
        failed="Impossible de charger les événements"
        empty={{ title: 'Aucun événement', text: 'Les événements des membres apparaissent ici.' }}
      />
      <EventPanel openId={address.openId} onClose={address.close} />
    </>
  );
}

const columns: Columns<Event> = [
  {
    head: 'Titre',
    className: 'max-w-96',
    cell: ({ title }) => (
      <span className="line-clamp-2 font-medium wrap-anywhere text-foreground">{title}</span>
    ),
  },
  { head: 'Sorte', from: 'wide', cell: ({ kind }) => optionLabel(EVENT_KINDS, kind) },
  { head: 'Hôte', from: 'wide', cell: ({ host }) => memberName(host) },
  { head: 'Jour', day: ({ startsAt }) => startsAt },
  { head: 'Places', from: 'wide', cell: (event) => seatsText(event, serverNow()) },
];

export function EventPanel(open: OpenRow) {
  return (
    <Panel
      {...open}
      query={useEventInFull(open.openId)}
      name="Événement"
      failed="Impossible de charger l’événement"
      title={({ title }) => title}
      actions={(one) => <EventActs event={one} />}
      dangers={(one) =>
        isOpen(one) && <RemovalButton kind="event" id={one.id} ownerId={one.host?.id ?? null} />
      }
    >
      {(one) => (
        <>
          <Facts
            facts={[
              ['Sorte', optionLabel(EVENT_KINDS, one.kind)],
              ['Quand', eventWhen(one)],
              ['Où', one.city || 'En ligne'],
              ['Hôte', <MemberCell key="host" member={one.host} />],
              ['Places', seatsText(one, serverNow())],
              ['Liste d’attente', plural(one.waiting, 'membre')],
              one.cancelReason && ['Motif', one.cancelReason],
            ]}
          />
          <Part title="Description">
            <p className="text-sm break-words whitespace-pre-line">{one.description}</p>
          </Part>
        </>
      )}
    </Panel>
  );
}

const isOpen = (event: EventDetail) => event.status !== 'cancelled' && endOf(event) > serverNow();

function EventActs({ event }: { event: EventDetail }) {
  const approve = useAct(acts.approveEvent);
  const handOver = useAct(acts.handOverEvent);
  return (
    <>
      <PlaceButton to={paths.event(event.id)}>Voir l’événement</PlaceButton>
      {event.status === 'proposed' && (
        <Button size="sm" loading={approve.isPending} onClick={() => approve.start({ id: event.id })}>
          Approuver
        </Button>
      )}
      {isOpen(event) && (
        <MemberActButton
          label="Confier à un autre hôte"
          title="Confier cet événement à un autre hôte ?"
          description="Demande-lui d’abord. Il en est informé, et l’hôte actuel ne l’organise plus."
          excluded={[event.host?.id]}
          onConfirm={(memberId) => handOver.run({ id: event.id, memberId })}
        />
      )}
    </>
  );
}
