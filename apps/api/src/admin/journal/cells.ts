import { AUDIT_ACTIONS, type AuditSubject, type AuditValues } from '@guilde/contracts/audit/rules.ts';
import {
  AUDIT_CHOICES,
  AUDIT_ROLES,
  auditCauseText,
  auditStatusText,
  auditValueName,
  PRIVACY_LABELS,
} from '@guilde/contracts/audit/words.ts';
import { conductRuleText } from '@guilde/contracts/reports/conduct.ts';

const moment = new Intl.DateTimeFormat('fr-FR', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'Europe/Paris',
});

/** The result is « 17/11/2026 10:02:03 » in Paris. */
export function momentText(instant: string): string {
  return moment.format(Date.parse(instant));
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** Each value has a line in French, with the original in brackets. `names` has accounts by id. */
export function valuesText(
  subject: AuditSubject,
  values: AuditValues | null,
  names: ReadonlyMap<string, string>,
): string {
  return Object.entries(values ?? {})
    .map(([name, value]) => `${auditValueName(name)}\u00a0: ${valueText(subject, name, value, names)}`)
    .join('\n');
}

function valueText(
  subject: AuditSubject,
  name: string,
  value: AuditValues[string],
  names: ReadonlyMap<string, string>,
): string {
  if (value === null) return 'Rien';
  if (typeof value === 'boolean') return value ? 'Oui' : 'Non';
  if (typeof value === 'number') return String(value);
  const words = wordsFor(subject, name, value) ?? names.get(value);
  return words ? `${words} (${value})` : value;
}

function wordsFor(subject: AuditSubject, name: string, value: string): string | null | undefined {
  if (name === 'status') return auditStatusText(subject, value);
  if (name === 'role') return AUDIT_ROLES[value];
  if (name === 'cause') return auditCauseText(value);
  if (name === 'rule') return conductRuleText(value);
  if (name === 'privacyLevel') return PRIVACY_LABELS[value as keyof typeof PRIVACY_LABELS];
  if (name === 'action') return AUDIT_CHOICES[value] ?? AUDIT_ACTIONS.find(({ id }) => id === value)?.label;
  return INSTANT.test(value) ? momentText(value) : undefined;
}
