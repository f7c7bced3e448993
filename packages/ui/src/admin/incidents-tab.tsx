import type { AdminIncident } from '@guilde/contracts/admin/rules.ts';
import { toolLabel } from '@guilde/contracts/incidents/rules.ts';
import { LabelledBadge } from '../kit/state-badge.tsx';
import { useIncidentList } from './data.ts';
import { IncidentPanel } from './incident-panel.tsx';
import { INCIDENT_LABELS } from './labels.ts';
import { AdminList, type Counter, Counters, statusCounters } from './list.tsx';
import { useListAddress } from './list-address.ts';
import type { Columns } from './table.tsx';

const STATUSES = ['all', 'proposed', 'confirmed', 'ended'] as const;
const NAMES: Record<(typeof STATUSES)[number], Counter['label']> = {
  all: ['panne', 'pannes'],
  proposed: 'à confirmer',
  confirmed: ['confirmée', 'confirmées'],
  ended: ['terminée', 'terminées'],
};

export function IncidentsTab() {
  const address = useListAddress('incidents');
  const status = address.chosen('status', STATUSES);
  const list = useIncidentList({ status });
  return (
    <>
      <Counters
        label="Filtrer les pannes"
        counters={statusCounters(STATUSES, NAMES, {
          chosen: status,
          counts: list.data?.pages[0]?.counts,
          address,
        })}
      />
      <AdminList
        label="Pannes"
        list={list}
        address={address}
        columns={columns}
        failed="Impossible de charger les pannes"
        empty={{
          title: 'Aucune panne',
          text: 'Quand trois marchands signalent le même outil en une heure, la panne est proposée ici.',
          ...(status === 'proposed' && { narrowed: 'Tout est décidé.' }),
        }}
      />
      <IncidentPanel openId={address.openId} onClose={address.close} />
    </>
  );
}

const columns: Columns<AdminIncident> = [
  {
    head: 'Outil',
    cell: ({ tool }) => <span className="font-medium text-foreground">{toolLabel(tool)}</span>,
  },
  { head: 'Encore en panne', from: 'wide', isNumber: true, cell: ({ ongoing }) => ongoing },
  { head: 'Ça remarche', from: 'wide', isNumber: true, cell: ({ restored }) => restored },
  { head: 'Proposée le', from: 'wide', day: ({ proposedAt }) => proposedAt },
  { head: 'État', cell: ({ state }) => <LabelledBadge of={INCIDENT_LABELS[state]} /> },
];
