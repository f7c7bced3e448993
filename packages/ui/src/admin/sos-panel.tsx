import { type AdminSosDetail, denyRemoval } from '@guilde/contracts/admin/rules.ts';
import { denySummaryRequest } from '@guilde/contracts/knowledge/rules.ts';
import { memberName, optionLabel, SPECIALTIES } from '@guilde/contracts/profiles/rules.ts';
import type { ConductRuleId } from '@guilde/contracts/reports/conduct.ts';
import { SOS_CATEGORIES, SOS_STATUSES, type SosStatus } from '@guilde/contracts/sos/rules.ts';
import { useState } from 'react';
import { useMember } from '../auth/account.ts';
import { ShownFiles } from '../files/shown-files.tsx';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { Field } from '../kit/field.tsx';
import { formatDateTime, formatNumber } from '../kit/format.ts';
import { toOptions } from '../kit/options.ts';
import { ActButton, ReasonDialog } from '../kit/reason-dialog.tsx';
import { Select } from '../kit/select.tsx';
import { paths } from '../paths.ts';
import { StatusBadge, UrgentBadge } from '../sos/sos-badges.tsx';
import { acts, useAct } from './acts.ts';
import { AssignHelper } from './assign-helper.tsx';
import { measureReason, optionalReason } from './cases/reasons.ts';
import { useSosInFull } from './data.ts';
import { JOB_STATES, SUMMARY_STATUSES } from './labels.ts';
import { MemberCell } from './member-cell.tsx';
import { Facts, type OpenRow, Panel, PanelLink, Part, PlaceButton } from './panel.tsx';

export function SosPanel(open: OpenRow) {
  return (
    <Panel
      {...open}
      query={useSosInFull(open.openId)}
      name="SOS"
      failed="Erreur lors du chargement des SOS"
      title={({ title }) => title}
      actions={(one) => <SosActs sos={one} />}
      dangers={(one) => <SosDangers sos={one} onDeleted={open.onClose} />}
    >
      {(one) => <SosFacts sos={one} />}
    </Panel>
  );
}

function SosFacts({ sos }: { sos: AdminSosDetail }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <StatusBadge status={sos.status} />
        {sos.isUrgent && <UrgentBadge />}
        <Badge>{optionLabel(SOS_CATEGORIES, sos.category)}</Badge>
        {sos.specialties.map((id) => (
          <Badge key={id} tone="outline">
            {optionLabel(SPECIALTIES, id)}
          </Badge>
        ))}
      </div>
      <Part title="Description">
        <p className="text-sm break-words whitespace-pre-line">{sos.description}</p>
        {sos.additions.map(({ id, content, createdAt }) => (
          <p key={id} className="mt-3 text-sm break-words whitespace-pre-line">
            <span className="font-medium">{`Précision, ${formatDateTime(createdAt)}`}</span>
            <span>{`\n${content}`}</span>
          </p>
        ))}
        {sos.files.length > 0 && (
          <ShownFiles
            place={`sos/${sos.id}`}
            files={sos.files}
            caption={`${memberName(sos.author)}, ${formatDateTime(sos.createdAt)}`}
          />
        )}
      </Part>
      <Facts
        facts={[
          ['Auteur', <MemberCell key="author" member={sos.author} />],
          ['Vues', formatNumber(sos.viewsCount)],
          ['Membres prévenus', formatNumber(sos.alerted)],
          ['Réponses', formatNumber(sos.responsesCount)],
          ['Membres qui aident', sos.helpers.map(memberName).join(', ') || '—'],
          [
            'Messages',
            sos.conversationId ? (
              <PanelLink
                key="messages"
                to={paths.admin('messages', undefined, { q: sos.conversationId.slice(0, 8) })}
              >
                {formatNumber(sos.messagesCount)}
              </PanelLink>
            ) : (
              '0'
            ),
          ],
          ['Publié', formatDateTime(sos.createdAt)],
          sos.resolvedAt && ['Résolu', formatDateTime(sos.resolvedAt)],
          sos.closedAt && ['Fermé', formatDateTime(sos.closedAt)],
          ['Résumé', <SummaryState key="summary" sos={sos} />],
        ]}
      />
      <StatusForm key={sos.status} sos={sos} />
    </>
  );
}

function SummaryState({ sos }: { sos: AdminSosDetail }) {
  if (sos.job) return JOB_STATES[sos.job].label;
  if (!sos.summary) return 'Aucun';
  return (
    <PanelLink to={paths.admin('summaries', sos.summary.id)}>
      {SUMMARY_STATUSES[sos.summary.status].label}
    </PanelLink>
  );
}

function StatusForm({ sos }: { sos: AdminSosDetail }) {
  const [status, setStatus] = useState<SosStatus>(sos.status);
  const [asking, setAsking] = useState(false);
  const change = useAct(acts.setSosStatus);
  const label = optionLabel(SOS_STATUSES, status);
  return (
    <div className="flex items-end gap-2">
      <Field label="Statut" className="flex-1">
        <Select
          value={status}
          options={toOptions(SOS_STATUSES)}
          onChange={(event) => setStatus(event.target.value as SosStatus)}
        />
      </Field>
      <Button variant="outline" disabled={status === sos.status} onClick={() => setAsking(true)}>
        Changer le statut
      </Button>
      <ReasonDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Passer ce SOS à « ${label} » ?`}
        description={consequence(sos.status, status)}
        confirmLabel="Changer le statut"
        reason={optionalReason}
        onConfirm={(text) => change.run({ id: sos.id, status, reason: text })}
      />
    </div>
  );
}

function consequence(from: SosStatus, to: SosStatus): string {
  if (to === 'resolved')
    return 'Le chat se ferme, la résolution compte pour les membres qui ont aidé, et un résumé est demandé.';
  if (from === 'resolved')
    return 'La résolution est annulée. Cette action est irréversible : les évaluations sont effacées et la résolution ne compte plus pour les membres qui ont aidé.';
  return to === 'closed' ? 'Le chat se ferme.' : 'Le chat est ouvert aux participants.';
}

function SosActs({ sos }: { sos: AdminSosDetail }) {
  const request = useAct(acts.requestSummary);
  return (
    <>
      <PlaceButton to={paths.sosDetail(sos.id)}>Voir le SOS</PlaceButton>
      <AssignHelper sos={sos} />
      {!sos.summary && !sos.job && !denySummaryRequest(sos) && (
        <Button
          size="sm"
          variant="outline"
          loading={request.isPending}
          onClick={() => request.start({ id: sos.id })}
        >
          Générer le résumé IA
        </Button>
      )}
    </>
  );
}

function SosDangers({ sos, onDeleted }: { sos: AdminSosDetail; onDeleted: () => void }) {
  const viewer = useMember();
  const remove = useAct(acts.deleteSos);
  if (denyRemoval(viewer, sos.author?.id ?? null)) return null;
  return (
    <ActButton
      destructive
      label="Supprimer le SOS"
      title="Supprimer ce SOS ?"
      description="Cette action est irréversible : le SOS, sa conversation et ses évaluations sont supprimés. L’auteur et les membres qui aident en sont informés."
      {...measureReason}
      onConfirm={async (text, rule) => {
        await remove.run({ id: sos.id, reason: text, rule: rule as ConductRuleId });
        onDeleted();
      }}
    />
  );
}
