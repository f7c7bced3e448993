import type { SummaryJobState } from '@guilde/contracts/admin/rules.ts';
import {
  CONTACT_STATUS_LABELS,
  REPORT_STATUS_LABELS,
  SUMMARY_STATUS_LABELS,
} from '@guilde/contracts/audit/words.ts';
import type { ContactStatus } from '@guilde/contracts/contact/rules.ts';
import { INCIDENT_STATES, type IncidentState } from '@guilde/contracts/incidents/rules.ts';
import type { SummaryStatus } from '@guilde/contracts/knowledge/rules.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import type { ReportStatus } from '@guilde/contracts/reports/rules.ts';
import { formatShortDate, formatTime } from '../kit/format.ts';
import type { LabelledState, State } from '../kit/state-badge.tsx';

export const REPORT_STATUSES: Record<ReportStatus, LabelledState> = {
  pending: { label: REPORT_STATUS_LABELS.pending, state: 'waiting' },
  resolved: { label: REPORT_STATUS_LABELS.resolved, state: 'done' },
  dismissed: { label: REPORT_STATUS_LABELS.dismissed, state: 'ended' },
};

export const CONTACT_STATUSES: Record<ContactStatus, LabelledState> = {
  pending: { label: CONTACT_STATUS_LABELS.pending, state: 'waiting' },
  in_progress: { label: CONTACT_STATUS_LABELS.in_progress, state: 'active' },
  resolved: { label: CONTACT_STATUS_LABELS.resolved, state: 'done' },
};

export const SUMMARY_STATUSES: Record<SummaryStatus, LabelledState> = {
  pending: { label: SUMMARY_STATUS_LABELS.pending, state: 'waiting' },
  approved: { label: SUMMARY_STATUS_LABELS.approved, state: 'done' },
  rejected: { label: SUMMARY_STATUS_LABELS.rejected, state: 'failed' },
};

const incidentLabel = (id: IncidentState, state: State): LabelledState => ({
  label: optionLabel(INCIDENT_STATES, id),
  state,
});

export const INCIDENT_LABELS: Record<IncidentState, LabelledState> = {
  proposed: incidentLabel('proposed', 'waiting'),
  confirmed: incidentLabel('confirmed', 'active'),
  dismissed: incidentLabel('dismissed', 'ended'),
  restored: incidentLabel('restored', 'done'),
  quiet: incidentLabel('quiet', 'ended'),
  ended: incidentLabel('ended', 'done'),
};

export const JOB_STATES: Record<SummaryJobState, LabelledState> = {
  waiting: { label: 'En file d’attente', state: 'waiting' },
  running: { label: 'En cours', state: 'active' },
  retrying: { label: 'Nouvel essai prévu', state: 'waiting' },
  failed: { label: 'En échec', state: 'failed' },
};

/** The label completes « Message marqué comme … » (docs/specification.md#back-office). */
export function contactStatusLabel(status: ContactStatus): string {
  return CONTACT_STATUSES[status].label.toLowerCase();
}

const percent = new Intl.NumberFormat('fr-FR', { style: 'percent', maximumFractionDigits: 0 });

export function rateText(rate: number | null): string {
  return rate === null ? '—' : percent.format(rate).replace('\u202f%', '\u00a0%');
}

const fourDecimals = new Intl.NumberFormat('fr-FR', { minimumFractionDigits: 4, maximumFractionDigits: 4 });

/** The format is « 0,0123 $ » (docs/specification.md#back-office). */
export function costText(dollars: number): string {
  return `${fourDecimals.format(dollars)}\u00a0$`;
}

/** « 17 nov. 2026, 10:02 » */
export function shortDateTimeText(date: string): string {
  return `${formatShortDate(date)}, ${formatTime(date)}`;
}
