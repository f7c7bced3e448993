import {
  QUEUE_KINDS,
  type QueueItem,
  type QueueKind,
  type QueuePage,
} from '@guilde/contracts/queue/rules.ts';
import { useMember } from '../../auth/account.ts';
import { formatShortDate, pluralWord } from '../../kit/format.ts';
import { RelativeTime } from '../../kit/relative-time.tsx';
import { ScreenReaderSpace } from '../../kit/screen-reader-space.tsx';
import { CasePanel } from '../cases/case-panel.tsx';
import { ContactPanel } from '../contact-tab.tsx';
import { useQueue } from '../data.ts';
import { DealPanel } from '../deal-panel.tsx';
import { EventPanel } from '../events-tab.tsx';
import { IncidentPanel } from '../incident-panel.tsx';
import { AccessRequestPanel } from '../invitations/access-request-panel.tsx';
import { AdminList, Counters } from '../list.tsx';
import { useListAddress } from '../list-address.ts';
import { SosPanel } from '../sos-panel.tsx';
import { SummaryPanel } from '../summaries/panel.tsx';
import type { Columns } from '../table.tsx';
import { UserPanel } from '../user-panel.tsx';
import { Operation } from './operation.tsx';

const KINDS = ['all', ...QUEUE_KINDS.map(({ id }) => id)] as const;

/** A row opens beside the list, and closing it returns to the list. */
export function QueueTab() {
  const address = useListAddress('queue');
  const kind = address.chosen('kind', KINDS);
  const list = useQueue({ kind });
  const counts = list.data?.pages[0]?.counts;
  const isAdmin = useMember().role === 'admin';
  return (
    <>
      {isAdmin && <Operation />}
      <Counters
        label="Filtrer ce qui attend"
        counters={[
          {
            label: 'en tout',
            count: counts && totalOf(counts),
            to: address.listPath({ kind: null }),
            isChosen: kind === 'all',
          },
          ...QUEUE_KINDS.map(({ id, one, many }) => ({
            label: [one, many] as const,
            count: counts?.find((of) => of.kind === id)?.count,
            to: address.listPath({ kind: id }),
            isChosen: kind === id,
          })).filter(({ count, isChosen }) => count !== 0 || isChosen),
        ]}
      />
      <AdminList
        label="À traiter"
        list={list}
        address={address}
        columns={columns}
        idOf={idOf}
        failed="Erreur lors du chargement de la file"
        empty={{
          title: 'Tout est traité',
          text: 'Rien n’attend l’équipe.',
          narrowed: 'Rien à traiter.',
        }}
      />
      <OpenPanel openId={address.openId} onClose={address.close} />
    </>
  );
}

function totalOf(counts: QueuePage['counts']): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

const idOf = ({ kind, id }: QueueItem) => `${kind}.${id}`;

function OpenPanel({ openId, onClose }: { openId: string | undefined; onClose: () => void }) {
  const [kind, id] = (openId?.split('.') ?? []) as [QueueKind?, string?];
  const of = (...kinds: QueueKind[]) => ({
    openId: kind && kinds.includes(kind) ? id : undefined,
    onClose,
  });
  return (
    <>
      <CasePanel {...of('report', 'contest')} />
      <UserPanel {...of('evidence')} />
      <SosPanel {...of('unhelped')} />
      <IncidentPanel {...of('incident')} />
      <ContactPanel {...of('contact', 'right')} />
      <AccessRequestPanel {...of('access')} />
      <EventPanel {...of('event')} />
      <DealPanel {...of('deal')} />
      <SummaryPanel {...of('summary', 'article')} />
    </>
  );
}

const columns: Columns<QueueItem> = [
  {
    head: 'À traiter',
    cell: ({ kind, title, note, dueAt }) => (
      <>
        <span className="line-clamp-2 font-medium wrap-anywhere text-foreground">{title}</span>
        <ScreenReaderSpace />
        <span className="line-clamp-2 text-xs wrap-anywhere text-muted-foreground">
          <span className="lg:hidden">{`${kindName(kind)} · `}</span>
          <span>{`${note}${dueAt ? `, réponse avant le ${formatShortDate(dueAt)}` : ''}`}</span>
        </span>
      </>
    ),
  },
  { head: 'Quoi', from: 'wide', className: 'whitespace-nowrap', cell: ({ kind }) => kindName(kind) },
  {
    head: 'Attend depuis',
    className: 'whitespace-nowrap',
    cell: ({ since }) => <RelativeTime date={since} format="age-or-date" />,
  },
];

function kindName(kind: QueueKind): string {
  const known = QUEUE_KINDS.find(({ id }) => id === kind);
  const name = known ? pluralWord(1, known.one, known.many) : kind;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
