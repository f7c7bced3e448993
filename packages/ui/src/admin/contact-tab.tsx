import { DATA_RIGHTS } from '@guilde/contracts/account/rules.ts';
import {
  type AdminContact,
  type AdminContactDetail,
  denyContactStatus,
} from '@guilde/contracts/admin/rules.ts';
import { memberName, optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { useMember } from '../auth/account.ts';
import { Button } from '../kit/button.tsx';
import { formatDate, formatDateTime } from '../kit/format.ts';
import { ActButton } from '../kit/reason-dialog.tsx';
import { ScreenReaderSpace } from '../kit/screen-reader-space.tsx';
import { LabelledBadge } from '../kit/state-badge.tsx';
import { paths } from '../paths.ts';
import { acts, useAct } from './acts.ts';
import { optionalReason } from './cases/reasons.ts';
import { ContactAnswers } from './contact-answers.tsx';
import { useContact, useContactMessage } from './data.ts';
import { CONTACT_STATUSES } from './labels.ts';
import { AdminList, Counters, ListTools, statusCounters } from './list.tsx';
import { useListAddress } from './list-address.ts';
import { Facts, type OpenRow, Panel, PanelLink, Part } from './panel.tsx';
import type { Columns } from './table.tsx';

const FAILED = 'Erreur lors du chargement des messages';
const STATUSES = ['all', 'pending', 'in_progress', 'resolved'] as const;
const NAMES = {
  all: ['message', 'messages'],
  pending: 'en attente',
  in_progress: 'en cours',
  resolved: ['résolu', 'résolus'],
} as const;

export function ContactTab() {
  const address = useListAddress('contact');
  const status = address.chosen('status', STATUSES);
  const list = useContact({ status, q: address.q });
  const counts = list.data?.pages[0]?.counts;
  return (
    <>
      <Counters
        label="Filtrer les messages de contact"
        counters={statusCounters(STATUSES, NAMES, {
          chosen: status,
          counts: counts && { ...counts, all: counts.total, in_progress: counts.inProgress },
          address,
        })}
      />
      <ListTools
        address={address}
        label="Rechercher un message de contact"
        placeholder="Nom, e-mail, sujet ou texte"
      />
      <AdminList
        label="Messages de contact"
        list={list}
        address={address}
        columns={columns}
        failed={FAILED}
        empty={{
          title: 'Aucun message',
          text: 'Les messages du formulaire de contact s’affichent ici.',
          ...(status === 'pending' && !address.q && { narrowed: 'Tout est traité.' }),
        }}
      />
      <ContactPanel openId={address.openId} onClose={address.close} />
    </>
  );
}

const columns: Columns<AdminContact> = [
  {
    head: 'Nom',
    className: 'min-w-[min(9rem,40vw)]',
    cell: ({ name, subject }) => (
      <>
        <span className="line-clamp-2 font-medium wrap-anywhere text-foreground">{name}</span>
        <ScreenReaderSpace />
        <span className="line-clamp-1 text-xs text-muted-foreground lg:hidden">{subject}</span>
      </>
    ),
  },
  { head: 'E-mail', from: 'widest', cell: ({ email }) => email },
  { head: 'Sujet', from: 'wide', className: 'text-foreground', cell: ({ subject }) => subject },
  {
    head: 'Extrait',
    from: 'widest',
    className: 'max-w-80',
    cell: ({ excerpt }) => <span className="line-clamp-1">{excerpt}</span>,
  },
  { head: 'Date', from: 'wide', day: ({ createdAt }) => createdAt },
  { head: 'Statut', cell: ({ status }) => <LabelledBadge of={CONTACT_STATUSES[status]} /> },
];

export function ContactPanel(open: OpenRow) {
  const isAdmin = useMember().role === 'admin';
  return (
    <Panel
      {...open}
      query={useContactMessage(open.openId)}
      name="Message de contact"
      failed={FAILED}
      title={({ subject }) => subject}
      actions={(one) => <StatusActs contact={one} />}
      dangers={(one) => isAdmin && <DeleteContact contact={one} onDeleted={open.onClose} />}
    >
      {(one) => (
        <>
          <Facts
            facts={[
              ['Nom', one.name],
              ['E-mail', one.email],
              [
                'Membre',
                one.member ? (
                  <PanelLink key="member" to={paths.admin('users', one.member.id)}>
                    {memberName(one.member)}
                  </PanelLink>
                ) : (
                  'Non connecté : rien ne prouve qui a écrit'
                ),
              ],
              ['Reçu', formatDateTime(one.createdAt)],
              one.right && ['Demande', optionLabel(DATA_RIGHTS, one.right.id)],
              one.right && ['Réponse due', `au plus tard le ${formatDate(one.right.dueAt)}`],
              ['Statut', <LabelledBadge key="status" of={CONTACT_STATUSES[one.status]} />],
            ]}
          />
          <Part title="Message">
            <p className="text-sm break-words whitespace-pre-line">{one.message}</p>
          </Part>
          <ContactAnswers contact={one} />
        </>
      )}
    </Panel>
  );
}

function StatusActs({ contact }: { contact: AdminContactDetail }) {
  const { start, isPending } = useAct(acts.setContactStatus);
  const button = (status: 'in_progress' | 'resolved', label: string) =>
    !denyContactStatus(contact.status, status) && (
      <Button
        size="sm"
        variant={status === 'in_progress' ? 'default' : 'outline'}
        disabled={isPending}
        onClick={() => start({ id: contact.id, status })}
      >
        {label}
      </Button>
    );
  return (
    <>
      {button('in_progress', 'Prendre en charge')}
      {button('resolved', 'Résolu')}
    </>
  );
}

function DeleteContact({ contact, onDeleted }: { contact: AdminContactDetail; onDeleted: () => void }) {
  const remove = useAct(acts.deleteContact);
  return (
    <ActButton
      destructive
      label="Supprimer"
      title="Supprimer ce message ?"
      description="Cette action est irréversible : le message et ses réponses disparaissent."
      reason={optionalReason}
      onConfirm={async (reason) => {
        await remove.run({ id: contact.id, reason });
        onDeleted();
      }}
    />
  );
}
