import {
  type AdminAnnouncement,
  ANNOUNCEMENT_AUDIENCES,
  ANNOUNCEMENT_STATES,
  denyAnnouncementChange,
  denyAnnouncementEnd,
} from '@guilde/contracts/announcements/rules.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { Plus } from 'lucide-react';
import { Button } from '../../kit/button.tsx';
import { formatDateTime, formatNumber } from '../../kit/format.ts';
import { ActButton } from '../../kit/reason-dialog.tsx';
import { ScreenReaderSpace } from '../../kit/screen-reader-space.tsx';
import { StateBadge } from '../../kit/state-badge.tsx';
import { safeReturnPath } from '../../paths.ts';
import { acts, useAct } from '../acts.ts';
import { useAllAnnouncements, useAnnouncement } from '../data.ts';
import { AdminList } from '../list.tsx';
import { useListAddress } from '../list-address.ts';
import { Facts, type OpenRow, Panel, PanelLink, Part } from '../panel.tsx';
import type { Columns } from '../table.tsx';
import { filterLabels } from '../users/filters.tsx';
import { AnnouncementDialog } from './form.tsx';

const FAILED = 'Erreur lors du chargement des annonces';

export function AnnouncementsTab() {
  const address = useListAddress('announcements');
  const list = useAllAnnouncements({});
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-sm text-muted-foreground">
          Une annonce s’affiche en haut de Guilde jusqu’à lecture.
        </p>
        <AnnouncementDialog
          trigger={
            <Button>
              <Plus className="size-4" />
              Nouvelle annonce
            </Button>
          }
        />
      </div>
      <AdminList
        label="Annonces"
        list={list}
        address={address}
        columns={columns}
        failed={FAILED}
        empty={{
          title: 'Aucune annonce',
          text: 'Tu retrouves ici pendant un an ce que l’équipe écrit aux membres.',
        }}
      />
      <AnnouncementPanel openId={address.openId} onClose={address.close} />
    </>
  );
}

const columns: Columns<AdminAnnouncement> = [
  {
    head: 'Titre',
    className: 'min-w-[min(9rem,40vw)]',
    cell: (announcement) => (
      <>
        <span className="line-clamp-2 font-medium wrap-anywhere text-foreground">{announcement.title}</span>
        <ScreenReaderSpace />
        <span className="line-clamp-1 text-xs text-muted-foreground lg:hidden">{readText(announcement)}</span>
      </>
    ),
  },
  { head: 'Destinataires', from: 'wide', cell: audienceText },
  { head: 'Lecture', from: 'wide', cell: readText },
  { head: 'Envoi', from: 'widest', day: ({ scheduledAt }) => scheduledAt },
  { head: 'État', cell: ({ state }) => <State state={state} /> },
];

/** « Pas venus depuis 90 jours, PrestaShop » */
function audienceText({ audience, filters }: AdminAnnouncement): string {
  const labels = filters ? filterLabels(filters).map(([, label]) => label) : [];
  return labels.join(', ') || optionLabel(ANNOUNCEMENT_AUDIENCES, audience);
}

/** « lu par 212 sur 300 » */
function readText({ state, reads, recipients, scheduledAt }: AdminAnnouncement): string {
  if (state === 'scheduled') return `Le ${formatDateTime(scheduledAt)}`;
  if (state === 'cancelled') return 'Jamais envoyée';
  return `Lu par ${formatNumber(reads)} sur ${formatNumber(recipients)}`;
}

const STATES = {
  scheduled: 'waiting',
  sending: 'active',
  shown: 'done',
  ended: 'ended',
  cancelled: 'ended',
} as const;

function State({ state }: Pick<AdminAnnouncement, 'state'>) {
  return <StateBadge state={STATES[state]}>{optionLabel(ANNOUNCEMENT_STATES, state)}</StateBadge>;
}

function AnnouncementPanel(open: OpenRow) {
  return (
    <Panel
      {...open}
      query={useAnnouncement(open.openId)}
      name="Annonce"
      failed={FAILED}
      title={({ title }) => title}
      actions={(one) => <Acts announcement={one} />}
    >
      {(one) => (
        <>
          <Facts
            facts={[
              ['État', <State key="state" state={one.state} />],
              ['Lecture', readText(one)],
              ['Destinataires', audienceText(one)],
              ['Canaux', channelsText(one)],
              ['Écrite par', one.authorName || 'Compte supprimé'],
              ['Envoi', formatDateTime(one.startedAt ?? one.scheduledAt)],
              one.link && [
                'Lien',
                <PanelLink key="link" to={safeReturnPath(one.link)}>
                  {one.link}
                </PanelLink>,
              ],
            ]}
          />
          <Part title="Texte">
            <p className="text-sm break-words whitespace-pre-line">{one.text}</p>
          </Part>
        </>
      )}
    </Panel>
  );
}

function channelsText({ push, mail }: AdminAnnouncement): string {
  return ['Bandeau', push && 'notification', mail && 'e-mail'].filter(Boolean).join(', ');
}

function Acts({ announcement }: { announcement: AdminAnnouncement }) {
  const cancel = useAct(acts.cancelAnnouncement);
  const end = useAct(acts.endAnnouncement);
  return (
    <>
      {!denyAnnouncementChange(announcement) && (
        <>
          <AnnouncementDialog announcement={announcement} trigger={<Button size="sm">Modifier</Button>} />
          <ActButton
            label="Annuler l’envoi"
            title="Annuler cette annonce ?"
            description="Personne ne la recevra. Elle sera conservée dans la liste."
            onConfirm={() => cancel.run({ id: announcement.id })}
          />
        </>
      )}
      {!denyAnnouncementEnd(announcement) && (
        <ActButton
          label="Retirer"
          title="Retirer cette annonce ?"
          description="Elle ne s’affiche plus en haut de Guilde. Les membres la retrouvent dans leur liste d’annonces."
          onConfirm={() => end.run({ id: announcement.id })}
        />
      )}
    </>
  );
}
