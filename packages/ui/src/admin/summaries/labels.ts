import type { AdminSummary } from '@guilde/contracts/admin/rules.ts';
import { PRIVACY_LABELS } from '@guilde/contracts/audit/words.ts';
import type { CitedText, SummaryPrivacy } from '@guilde/contracts/knowledge/rules.ts';
import { formatDate } from '../../kit/format.ts';

const SECOND_MS = 1000;

/** The format is « 4 s » (docs/specification.md#back-office). */
export function secondsText(milliseconds: number): string {
  return `${Math.round(milliseconds / SECOND_MS)}\u00a0s`;
}

/** « 20 novembre 2025 », or the year where the day is not known. */
export function importedDayText(day: string): string {
  return day.length > 4 ? formatDate(day) : day;
}

export function privacyText(privacy: SummaryPrivacy | null): string {
  return privacy === null ? 'Non publié' : PRIVACY_LABELS[privacy];
}

export function visibilityText({
  status,
  privacyLevel,
}: Pick<AdminSummary, 'status' | 'privacyLevel'>): string {
  return privacyText(status === 'approved' ? privacyLevel : null);
}

const list = new Intl.ListFormat('fr-FR', { type: 'conjunction' });

/** « le message 3 », « les messages 3, 5 et 8 ». */
export function messagesText(seqs: readonly number[]): string {
  return `${seqs.length > 1 ? 'les messages' : 'le message'}\u00a0${list.format(seqs.map(String))}`;
}

/** « le SOS et le message 3 ». */
export function sourcesText(seqs: readonly number[]): string {
  const messages = seqs.filter((seq) => seq > 0);
  return list.format([
    ...(seqs.includes(0) ? ['le SOS'] : []),
    ...(messages.length > 0 ? [messagesText(messages)] : []),
  ]);
}

/** Sentences come before key points. */
export function linesOf({
  sentences,
  keyPoints,
}: Pick<AdminSummary, 'sentences' | 'keyPoints'>): CitedText[] {
  return [...sentences, ...keyPoints];
}

/** Returns positions among `linesOf`, counted from 1. */
export function linesOn(lines: readonly CitedText[], seq: number): number[] {
  return lines.flatMap(({ messages }, index) => (messages.includes(seq) ? [index + 1] : []));
}

const JOB_ERRORS: Record<string, string> = {
  AI_TIMEOUT: 'l’IA n’a pas répondu à temps',
  AI_CONNECTION: 'le service d’IA est injoignable',
  AI_RATE_LIMITED: 'le service d’IA demande d’attendre',
  AI_UNAVAILABLE: 'le service d’IA est en panne',
  AI_DENIED: 'le service d’IA refuse la clé',
  AI_REJECTED: 'le service d’IA refuse la demande',
};

export function jobErrorText(code: string): string {
  return (Object.hasOwn(JOB_ERRORS, code) && JOB_ERRORS[code]) || `erreur inattendue (${code})`;
}
