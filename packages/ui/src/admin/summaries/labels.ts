import type { SourceMessage } from '@guilde/contracts/admin.ts';
import { PRIVACY_LABELS } from '@guilde/contracts/audit-words.ts';
import type { KeyPoint, SummaryPrivacy } from '@guilde/contracts/knowledge.ts';

const SECOND_MS = 1000;

/** « 4 s » (docs/specification.md#back-office). */
export function secondsText(milliseconds: number): string {
  return `${Math.round(milliseconds / SECOND_MS)}\u00a0s`;
}

export function privacyText(privacy: SummaryPrivacy | null): string {
  return privacy === null ? 'Non publié' : PRIVACY_LABELS[privacy];
}

/** « le message 3 », « les messages 3, 5 et 8 ». */
export function messagesText(seqs: readonly number[]): string {
  const numbers = new Intl.ListFormat('fr-FR', { type: 'conjunction' }).format(seqs.map(String));
  return `${seqs.length > 1 ? 'les messages' : 'le message'}\u00a0${numbers}`;
}

/** Positions, from 1. */
export function pointsOn(keyPoints: readonly KeyPoint[], { seq }: Pick<SourceMessage, 'seq'>): number[] {
  return keyPoints.flatMap(({ messages }, index) => (messages.includes(seq) ? [index + 1] : []));
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
