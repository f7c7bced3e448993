import type { AdminIncidentDetail } from '@guilde/contracts/admin/rules.ts';
import { denyIncidentDecision, toolLabel } from '@guilde/contracts/incidents/rules.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { Button } from '../kit/button.tsx';
import { formatDateTime, plural } from '../kit/format.ts';
import { ActButton } from '../kit/reason-dialog.tsx';
import { LabelledBadge } from '../kit/state-badge.tsx';
import { paths } from '../paths.ts';
import { acts, useAct } from './acts.ts';
import { optionalReason } from './cases/reasons.ts';
import { useIncidentInFull } from './data.ts';
import { INCIDENT_LABELS } from './labels.ts';
import { Facts, type OpenRow, Panel, PanelLink, Part } from './panel.tsx';

export function IncidentPanel(open: OpenRow) {
  return (
    <Panel
      {...open}
      query={useIncidentInFull(open.openId)}
      name="Panne"
      failed="Impossible de charger la panne"
      title={({ tool }) => toolLabel(tool)}
      actions={(one) => <Decisions incident={one} />}
    >
      {(one) => (
        <>
          <Facts
            facts={[
              ['État', <LabelledBadge key="state" of={INCIDENT_LABELS[one.state]} />],
              ['Premier SOS', formatDateTime(one.since)],
              ['Proposée', formatDateTime(one.proposedAt)],
              one.confirmedAt && ['Confirmée', formatDateTime(one.confirmedAt)],
              one.endedAt && ['Terminée', formatDateTime(one.endedAt)],
              ['Encore en panne', plural(one.ongoing, 'vote')],
              ['Ça remarche', plural(one.restored, 'vote')],
            ]}
          />
          <Part title="SOS qui en parlent">
            <ul className="grid gap-2 text-sm">
              {one.sos.map(({ id, title, author, createdAt }) => (
                <li key={id} className="min-w-0">
                  <PanelLink to={paths.admin('sos', id)}>{title}</PanelLink>
                  <span className="block text-muted-foreground">
                    {`${memberName(author)}, ${formatDateTime(createdAt)}`}
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
  const { run, isPending } = useAct(acts.decideIncident);
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
          reason={optionalReason}
          onConfirm={(reason) => decide('dismiss', reason)}
        />
      )}
      {!denyIncidentDecision(incident, 'end') && (
        <ActButton
          label="Terminer"
          title="Terminer cette panne ?"
          description="Le bandeau disparaît chez tous les membres concernés."
          reason={optionalReason}
          onConfirm={(reason) => decide('end', reason)}
        />
      )}
    </>
  );
}
