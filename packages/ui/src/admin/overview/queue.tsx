import type { AdminOverview } from '@guilde/contracts/admin/rules.ts';
import { QUEUE_KINDS, type QueueKind } from '@guilde/contracts/queue/rules.ts';
import {
  CircleCheck,
  FileCheck2,
  Flag,
  LifeBuoy,
  type LucideIcon,
  Mail,
  RotateCcw,
  Scale,
  ScrollText,
  Siren,
  TriangleAlert,
  UserLock,
} from 'lucide-react';
import { Link } from 'react-router-dom';
import { SectionHeader } from '../../kit/card.tsx';
import { cn } from '../../kit/cn.ts';
import { formatNumber, plural, pluralWord } from '../../kit/format.ts';
import { Note } from '../../kit/states.tsx';
import { paths } from '../../paths.ts';

type Waiting = { count: number; one: string; many: string; to: string; icon: LucideIcon; alarming: boolean };

const ICONS: Record<QueueKind, LucideIcon> = {
  report: Flag,
  contest: Scale,
  right: UserLock,
  evidence: FileCheck2,
  unhelped: LifeBuoy,
  incident: Siren,
  contact: Mail,
  summary: ScrollText,
  article: RotateCcw,
};
/** These kinds get worse by the hour. */
const ALARMING: readonly QueueKind[] = ['unhelped', 'incident'];

function waitingOf({ waiting, failedJobs }: AdminOverview['queue']): Waiting[] {
  const decisions = QUEUE_KINDS.map(({ id, one, many }) => ({
    ...{ one, many, icon: ICONS[id], alarming: ALARMING.includes(id) },
    count: waiting.find(({ kind }) => kind === id)?.count ?? 0,
    to: paths.admin('queue', undefined, { kind: id }),
  }));
  const failed = {
    ...{ count: failedJobs, one: 'tâche en échec', many: 'tâches en échec' },
    ...{ to: paths.admin('summaries'), icon: TriangleAlert, alarming: true },
  };
  return [...decisions, failed].filter(({ count }) => count > 0);
}

export function OverviewQueue({ queue }: { queue: AdminOverview['queue'] }) {
  const waiting = waitingOf(queue);
  return (
    <section aria-label="À décider">
      <SectionHeader title="À décider" />
      {waiting.length === 0 ? (
        <Note icon={<CircleCheck strokeWidth={1.75} />}>Aucune décision en attente.</Note>
      ) : (
        <ul className="grid gap-2 sm:grid-cols-2 xl:grid-cols-4">
          {waiting.map((item) => (
            <li key={item.one}>
              <QueueLink item={item} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function QueueLink({ item }: { item: Waiting }) {
  const Icon = item.icon;
  return (
    <Link
      to={item.to}
      aria-label={plural(item.count, item.one, item.many)}
      className="flex h-full items-center gap-3 rounded-lg border bg-card p-3 transition-colors duration-150 hover:border-input"
    >
      <span
        aria-hidden
        className={cn(
          'flex size-10 shrink-0 items-center justify-center rounded-md',
          item.alarming ? 'bg-danger-soft text-danger' : 'bg-accent-soft text-accent-strong',
        )}
      >
        <Icon strokeWidth={1.75} className="size-5" />
      </span>
      <span className="grid min-w-0">
        <span className="font-title text-xl leading-tight font-bold tabular-nums">
          {formatNumber(item.count)}
        </span>{' '}
        <span className="text-sm text-muted-foreground">{pluralWord(item.count, item.one, item.many)}</span>
      </span>
    </Link>
  );
}
