import { type AdminIncident, type AdminIncidentDetail, REASON_MAX } from '@guilde/contracts/admin.ts';
import { denyIncidentDecision, toolLabel } from '@guilde/contracts/incidents.ts';
import { memberName } from '@guilde/contracts/profiles.ts';
import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { formatDateTime, formatShortDate, plural } from '../kit/format.ts';
import { StateBadge } from '../kit/state-badge.tsx';
import { paths } from '../paths.ts';
import { useDecideIncident } from './acts.ts';
import { useIncidentInFull, useIncidentList } from './data.ts';
import { INCIDENT_LABELS } from './labels.ts';
import { AdminList, type Counter, Counters } from './list.tsx';
import { useListAddress } from './list-address.ts';
import { ActButton, Facts, Panel, Part } from './panel.tsx';
import type { Column } from './table.tsx';

const FAILED = 'Impossible de charger les pannes';
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
        counters={STATUSES.map((name) => ({
          label: NAMES[name],
          count: list.data?.pages[0]?.counts[name],
          to: address.listPath({ status: name === 'all' ? null : name }),
          isChosen: status === name,
        }))}
      />
      <AdminList
        label="Pannes"
        list={list}
        address={address}
        columns={columns}
        idOf={({ id }) => id}
        failed={FAILED}
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

const columns: readonly [Column<AdminIncident>, ...Column<AdminIncident>[]] = [
  {
    head: 'Outil',
    cell: ({ tool }) => <span className="font-medium text-foreground">{toolLabel(tool)}</span>,
  },
  { head: 'Toujours', from: 'wide', isNumber: true, cell: ({ ongoing }) => ongoing },
  { head: 'Rétabli', from: 'wide', isNumber: true, cell: ({ restored }) => restored },
  {
    head: 'Proposée le',
    from: 'wide',
    className: 'whitespace-nowrap',
    cell: ({ proposedAt }) => formatShortDate(proposedAt),
  },
  { head: 'État', cell: ({ state }) => <IncidentBadge state={state} /> },
];

function IncidentBadge({ state }: Pick<AdminIncident, 'state'>) {
  const label = INCIDENT_LABELS[state];
  return <StateBadge state={label.state}>{label.label}</StateBadge>;
}

function IncidentPanel({ openId, onClose }: { openId: string | undefined; onClose: () => void }) {
  const incident = useIncidentInFull(openId);
  return (
    <Panel
      openId={openId}
      onClose={onClose}
      query={incident}
      name="Panne"
      failed={FAILED}
      title={({ tool }) => toolLabel(tool)}
      actions={(one) => <Decisions incident={one} />}
    >
      {(one) => (
        <>
          <Facts
            facts={[
              ['État', <IncidentBadge key="state" state={one.state} />],
              ['Premier SOS', formatDateTime(one.since)],
              ['Proposée', formatDateTime(one.proposedAt)],
              ...(one.confirmedAt ? [['Confirmée', formatDateTime(one.confirmedAt)] as const] : []),
              ...(one.endedAt ? [['Terminée', formatDateTime(one.endedAt)] as const] : []),
              ['Toujours', plural(one.ongoing, 'vote')],
              ['Rétabli', plural(one.restored, 'vote')],
            ]}
          />
          <Part title="SOS qui en parlent">
            <ul className="grid gap-2 text-sm">
              {one.sos.map(({ id, title, author, createdAt }) => (
                <li key={id} className="min-w-0">
                  <Link
                    to={paths.admin('sos', id)}
                    className="text-primary underline decoration-primary/40 underline-offset-4 wrap-anywhere hover:decoration-current"
                  >
                    {title}
                  </Link>
                  <span className="block text-muted-foreground">
                    {memberName(author)}, {formatDateTime(createdAt)}
                  </span>
                </li>
              ))}
            </ul>
          </Part>
        </>
      )}
    </Panel>
  );
}

function Decisions({ incident }: { incident: AdminIncidentDetail }) {
  const { run, isPending } = useDecideIncident();
  const decide = (decision: 'confirm' | 'dismiss' | 'end', reason = '') =>
    run({ id: incident.id, decision, reason });
  return (
    <>
      {!denyIncidentDecision(incident, 'confirm') && (
        <Button size="sm" disabled={isPending} onClick={() => void decide('confirm').catch(() => undefined)}>
          Confirmer
        </Button>
      )}
      {!denyIncidentDecision(incident, 'dismiss') && (
        <ActButton
          label="Écarter"
          title="Écarter cette panne ?"
          description="Le bandeau disparaît, et rien n’est proposé pour cet outil pendant six heures."
          reason={{ label: 'Motif', isRequired: false, maxLength: REASON_MAX }}
          onConfirm={(reason) => decide('dismiss', reason)}
        />
      )}
      {!denyIncidentDecision(incident, 'end') && (
        <ActButton
          label="Terminer"
          title="Terminer cette panne ?"
          description="Le bandeau disparaît chez tous les membres concernés."
          reason={{ label: 'Motif', isRequired: false, maxLength: REASON_MAX }}
          onConfirm={(reason) => decide('end', reason)}
        />
      )}
    </>
  );
}
