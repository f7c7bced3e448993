import {
  AUDIT_ACTIONS,
  type AuditDetail,
  type AuditEntry,
  type AuditValues,
} from '@guilde/contracts/audit/rules.ts';
import {
  AUDIT_CHOICES,
  AUDIT_ROLES,
  auditCauseText,
  auditStatusText,
  auditValueName,
  PRIVACY_LABELS,
} from '@guilde/contracts/audit/words.ts';
import { memberName, optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { conductRuleText } from '@guilde/contracts/reports/conduct.ts';
import { formatDateTime, formatNumber } from '../../kit/format.ts';
import { jobErrorText, privacyText } from '../summaries/labels.ts';

const PEOPLE = new Set(['actor', 'author', 'sender']);
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

export type Change = { name: string; label: string; before: string | null; after: string | null };

/** Fields of both sides come first, then removed ones, then added ones. */
export function changesOf(entry: Pick<AuditDetail, 'subjectType' | 'before' | 'after' | 'names'>): Change[] {
  const before = entry.before ?? {};
  const after = entry.after ?? {};
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const rank = (name: string) => (name in before && name in after ? 0 : 1);
  return names
    .toSorted((a, b) => rank(a) - rank(b))
    .map((name) => ({
      name,
      label: auditValueName(name),
      before: name in before ? valueText(entry, name, before[name] ?? null) : null,
      after: name in after ? valueText(entry, name, after[name] ?? null) : null,
    }))
    .filter((change) => change.before !== NOTHING || change.after !== null)
    .filter((change) => change.after !== NOTHING || change.before !== null);
}

const NOTHING = 'Rien';

function valueText(
  { subjectType, names }: Pick<AuditDetail, 'subjectType' | 'names'>,
  name: string,
  value: AuditValues[string],
): string {
  if (name === 'privacyLevel' && value === null) return privacyText(null);
  if (value === null || value === '') return NOTHING;
  if (typeof value === 'boolean') return value ? 'Oui' : 'Non';
  if (typeof value === 'number') return formatNumber(value);
  if (name === 'error') return jobErrorText(value);
  if (name === 'status') return auditStatusText(subjectType, value) ?? value;
  if (name === 'role') return AUDIT_ROLES[value] ?? value;
  if (name === 'cause') return auditCauseText(value);
  if (name === 'rule') return conductRuleText(value) ?? value;
  if (name === 'privacyLevel') return PRIVACY_LABELS[value as keyof typeof PRIVACY_LABELS] ?? value;
  if (name === 'action') return AUDIT_CHOICES[value] ?? actionText(value);
  if (names[value]) return names[value];
  if (ID.test(value)) return PEOPLE.has(name) ? memberName(null) : value.slice(0, 8);
  return INSTANT.test(value) ? formatDateTime(value) : value;
}

/** An action of a newer server keeps its id. */
export function actionText(action: string): string {
  return AUDIT_ACTIONS.some(({ id }) => id === action)
    ? optionLabel(AUDIT_ACTIONS, action as AuditEntry['action'])
    : action;
}
