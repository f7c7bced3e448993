import type { AdminSummary } from '@guilde/contracts/admin/rules.ts';
import type { SummaryStatus } from '@guilde/contracts/knowledge/rules.ts';
import { CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react';
import { cn } from '../../kit/cn.ts';
import { LabelledBadge, StateBadge } from '../../kit/state-badge.tsx';
import { JOB_STATES, SUMMARY_STATUSES } from '../labels.ts';

const icons: Record<SummaryStatus, { icon: LucideIcon; className: string }> = {
  pending: { icon: Clock, className: 'text-warning' },
  approved: { icon: CircleCheck, className: 'text-success' },
  rejected: { icon: CircleX, className: 'text-danger' },
};

const SCHEDULED = { label: 'Programmé', state: 'waiting' } as const;

/** The icon is decorative, because the badge has the word. */
export function SummaryStatusIcon({ status }: { status: SummaryStatus }) {
  const { icon: Icon, className } = icons[status];
  return <Icon className={cn('mt-0.5 size-4.5 shrink-0', className)} />;
}

export function SummaryStatusBadge({
  summary,
}: {
  summary: Pick<AdminSummary, 'status' | 'scheduledPrivacy' | 'job' | 'changedSources' | 'reviewSince'>;
}) {
  const status = summary.scheduledPrivacy ? SCHEDULED : SUMMARY_STATUSES[summary.status];
  return (
    <span className="flex flex-wrap gap-1">
      <LabelledBadge of={status} />
      {summary.job && <LabelledBadge of={JOB_STATES[summary.job]} />}
      {isToReview(summary) && <StateBadge state="waiting">À revoir</StateBadge>}
    </span>
  );
}

function isToReview({
  status,
  changedSources,
  reviewSince,
}: Pick<AdminSummary, 'status' | 'changedSources' | 'reviewSince'>): boolean {
  return reviewSince !== null || (status !== 'rejected' && changedSources.length > 0);
}
