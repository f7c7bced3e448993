import { type AdminReport, denyReportDecision } from '@guilde/contracts/admin/rules.ts';
import { memberName, optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { ALL_REASONS } from '@guilde/contracts/reports/rules.ts';
import { useMember } from '../auth/account.ts';
import { formatDateTime } from '../kit/format.ts';
import { ActButton } from '../kit/reason-dialog.tsx';
import { LabelledBadge, StateBadge } from '../kit/state-badge.tsx';
import { paths } from '../paths.ts';
import { acts, useAct } from './acts.ts';
import { journalNote } from './cases/reasons.ts';
import { useReport, useReports } from './data.ts';
import { REPORT_STATUSES } from './labels.ts';
import { AdminList, Counters, ListTools, statusCounters } from './list.tsx';
import type { ListAddress } from './list-address.ts';
import { MemberCell } from './member-cell.tsx';
import { Facts, type OpenRow, Panel, Part, PlaceButton, ProfileButton } from './panel.tsx';
import type { Columns } from './table.tsx';

const FAILED = 'Erreur lors du chargement des signalements';
const STATUSES = ['all', 'pending', 'resolved', 'dismissed'] as const;
const ABOUT = { message: 'Un message', event: 'Un événement', deal: 'Un deal', rating: 'Une évaluation' };
const COUNTED = ['all', 'pending'] as const;
const NAMES = { all: ['signalement', 'signalements'], pending: 'en attente' } as const;

export function ReportedUsers({ address }: { address: ListAddress }) {
  const status = address.chosen('status', STATUSES);
  const list = useReports({ status, q: address.q, member: address.param('member') ?? '' });
  const counts = list.data?.pages[0]?.counts;
  return (
    <>
      <Counters
        label="Filtrer les signalements"
        counters={[
          ...statusCounters(COUNTED, NAMES, {
            chosen: status,
            counts: counts && { ...counts, all: counts.total },
            address,
          }),
          {
            label: ['utilisateur signalé', 'utilisateurs signalés'],
            count: counts?.reportedUsers,
            to: address.listPath({ status: null, q: null, member: null }),
            isChosen: false,
          },
        ]}
      />
      <ListTools
        address={address}
        label="Rechercher un signalement"
        placeholder="Personne signalée ou qui signale"
      />
      <AdminList
        label="Signalements"
        list={list}
        address={address}
        columns={columns}
        failed={FAILED}
        empty={{
          title: 'Aucun signalement',
          text: 'Les signalements des membres s’affichent ici.',
          ...(status === 'pending' && !address.q && { narrowed: 'Tout est traité.' }),
        }}
      />
      <ReportPanel openId={address.openId} onClose={address.close} />
    </>
  );
}

const columns: Columns<AdminReport> = [
  {
    head: 'Personne signalée',
    cell: ({ reported, reason }) => <MemberCell member={reported} note={optionLabel(ALL_REASONS, reason)} />,
  },
  {
    head: 'Boutique',
    from: 'widest',
    className: 'wrap-anywhere',
    cell: ({ reported }) => reported?.storeName || '—',
  },
  { head: 'Motif', from: 'wide', cell: ({ reason }) => optionLabel(ALL_REASONS, reason) },
  {
    head: 'Description',
    from: 'widest',
    className: 'max-w-80',
    cell: ({ description }) => <span className="line-clamp-1">{description}</span>,
  },
  {
    head: 'Signalé par',
    from: 'wide',
    className: 'wrap-anywhere',
    cell: ({ reporter }) => memberName(reporter),
  },
  { head: 'Date', from: 'wide', day: ({ createdAt }) => createdAt },
  { head: 'Statut', cell: ({ status }) => <LabelledBadge of={REPORT_STATUSES[status]} /> },
];

function ReportPanel(open: OpenRow) {
  return (
    <Panel
      {...open}
      query={useReport(open.openId)}
      name="Signalement"
      failed={FAILED}
      title={({ reported }) => memberName(reported)}
      actions={(one) => <ReportActs report={one} />}
    >
      {(one) => (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <MemberCell member={one.reported} />
            <LabelledBadge of={REPORT_STATUSES[one.status]} />
            {one.reported?.suspendedAt && <StateBadge state="failed">Suspendu</StateBadge>}
          </div>
          <Facts
            facts={[
              ['Motif', optionLabel(ALL_REASONS, one.reason)],
              one.about !== 'member' && ['Objet', ABOUT[one.about]],
              ['Boutique', one.reported?.storeName || '—'],
              ['Signalé par', memberName(one.reporter)],
              ['Date', formatDateTime(one.createdAt)],
              one.decidedAt && [
                'Décidé',
                `${formatDateTime(one.decidedAt)}, ${one.decidedBy ?? 'Utilisateur inconnu'}`,
              ],
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

function ReportActs({ report }: { report: AdminReport }) {
  const decide = useAct(acts.decideReport);
  const isAdmin = useMember().role === 'admin';
  return (
    <>
      {report.reported && (
        <>
          <ProfileButton memberId={report.reported.id} />
          {isAdmin && (
            <PlaceButton to={paths.admin('users', report.reported.id)}>Ouvrir le compte</PlaceButton>
          )}
        </>
      )}
      {report.caseId && (
        <PlaceButton to={paths.admin('queue', `report.${report.caseId}`)}>Ouvrir le dossier</PlaceButton>
      )}
      {!denyReportDecision(report) && (
        <>
          <ActButton
            label="Marquer comme résolu"
            variant="default"
            title="Marquer comme résolu ?"
            description="Le signalement est clos : les mesures ont été prises."
            reason={journalNote}
            onConfirm={(text) => decide.run({ id: report.id, decision: 'resolved', reason: text })}
          />
          <ActButton
            label="Rejeter le signalement"
            title="Rejeter le signalement ?"
            description="Le signalement est clos sans suite."
            reason={journalNote}
            onConfirm={(text) => decide.run({ id: report.id, decision: 'dismissed', reason: text })}
          />
        </>
      )}
    </>
  );
}
