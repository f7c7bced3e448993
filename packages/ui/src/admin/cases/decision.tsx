import { type AdminDecision, CASE_OUTCOMES, CONTEST_OUTCOMES } from '@guilde/contracts/cases/rules.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { ruleSentence } from '@guilde/contracts/reports/conduct.ts';
import { formatDateTime, formatShortDate } from '../../kit/format.ts';
import { Facts } from '../panel.tsx';

export function DecisionFacts({ decision }: { decision: AdminDecision }) {
  const { outcome, rule, reason, decidedAt, decidedBy, until, endedAt, acknowledgedAt } = decision;
  return (
    <Facts
      facts={[
        ['Issue', optionLabel(CASE_OUTCOMES, outcome)],
        ['Décidé', `${formatDateTime(decidedAt)}, ${decidedBy}`],
        rule && ['Règle', `${ruleSentence(rule)}.`],
        reason && ['Motif', reason],
        until && !endedAt && ['Jusqu’au', formatDateTime(until)],
        endedAt && ['Fin', formatDateTime(endedAt)],
        acknowledgedAt && ['Lu', formatDateTime(acknowledgedAt)],
      ]}
    />
  );
}

export function DecisionLine({ decision }: { decision: AdminDecision }) {
  const { outcome, reason, decidedAt, decidedBy, contest } = decision;
  return (
    <li className="grid gap-0.5 rounded-lg border bg-card px-3 py-2 text-sm">
      <span className="font-medium">{optionLabel(CASE_OUTCOMES, outcome)}</span>
      <span className="text-xs text-muted-foreground">
        {`${formatShortDate(decidedAt)}, ${decidedBy}${contest ? ` · ${contest.outcome ? optionLabel(CONTEST_OUTCOMES, contest.outcome) : 'Contestée'}` : ''}`}
      </span>
      {reason && <span className="line-clamp-3 break-words">{reason}</span>}
    </li>
  );
}
