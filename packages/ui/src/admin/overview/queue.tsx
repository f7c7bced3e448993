import type { AdminOverview } from '@guilde/contracts/admin.ts';
import {
  CircleCheck,
  Flag,
  LifeBuoy,
  type LucideIcon,
  Mail,
  RotateCcw,
  ScrollText,
  Siren,
  TriangleAlert,
} from 'lucide-react';
import { Link } from 'react-router-dom';
import { SectionHeader } from '../../kit/card.tsx';
import { cn } from '../../kit/cn.ts';
import { formatNumber, plural, pluralWord } from '../../kit/format.ts';
import { Note } from '../../kit/states.tsx';
import { paths } from '../../paths.ts';

type QueueItem = {
  count: number;
  one: string;
  many: string;
  to: string;
  icon: LucideIcon;
  alarming?: boolean;
};

function queueItems(queue: AdminOverview['queue']): QueueItem[] {
  return [
    {
      count: queue.unhelped,
      one: 'SOS sans aide',
      many: 'SOS sans aide',
      to: paths.admin('sos', undefined, { status: 'unhelped' }),
      icon: LifeBuoy,
      alarming: true,
    },
    {
      count: queue.incidents,
      one: 'panne à confirmer',
      many: 'pannes à confirmer',
      to: paths.admin('incidents', undefined, { status: 'proposed' }),
      icon: Siren,
      alarming: true,
    },
    {
      count: queue.reports,
      one: 'signalement à traiter',
      many: 'signalements à traiter',
      to: paths.admin('users', undefined, { view: 'reported', status: 'pending' }),
      icon: Flag,
    },
    {
      count: queue.summaries,
      one: 'résumé à relire',
      many: 'résumés à relire',
      to: paths.admin('summaries', undefined, { status: 'pending' }),
      icon: ScrollText,
    },
    {
      count: queue.toReview,
      one: 'résumé à revoir',
      many: 'résumés à revoir',
      to: paths.admin('summaries', undefined, { status: 'to-review' }),
      icon: RotateCcw,
    },
    {
      count: queue.contact,
      one: 'message de contact sans réponse',
      many: 'messages de contact sans réponse',
      to: paths.admin('contact', undefined, { status: 'pending' }),
      icon: Mail,
    },
    {
      count: queue.failedJobs,
      one: 'tâche en échec',
      many: 'tâches en échec',
      to: paths.admin('summaries'),
      icon: TriangleAlert,
      alarming: true,
    },
  ];
}

export function OverviewQueue({ queue }: { queue: AdminOverview['queue'] }) {
  const waiting = queueItems(queue).filter(({ count }) => count > 0);
  return (
    <section aria-label="À décider">
      <SectionHeader title="À décider" />
      {waiting.length === 0 ? (
        <Note icon={<CircleCheck strokeWidth={1.75} />}>Aucune décision en attente.</Note>
      ) : (
        <ul className="grid gap-2 sm:grid-cols-2 xl:grid-cols-5">
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

function QueueLink({ item }: { item: QueueItem }) {
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
