import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { reportedOutput } from './output.ts';

/** See docs/specification.md#reports. */
export const REPORT_REASONS = [
  { id: 'spam', label: 'Spam' },
  { id: 'harassment', label: 'Harcèlement' },
  { id: 'inappropriate_content', label: 'Contenu inapproprié' },
  { id: 'fake_profile', label: 'Faux profil' },
  { id: 'violation_rules', label: 'Non-respect des règles' },
  { id: 'other', label: 'Autre' },
] as const;

const RATING_ONLY = [
  { id: 'unrelated', label: 'Sans rapport avec mon aide' },
  { id: 'retaliation', label: 'Représailles' },
] as const;

export const ALL_REASONS = [...RATING_ONLY, ...REPORT_REASONS] as const;

/** A helper may give one of these for an examination of a rating. */
export const RATING_REASONS = ALL_REASONS.filter(({ id }) => id !== 'spam' && id !== 'fake_profile');

/** They are reported alike. An event and a deal are then cancelled, a rating is removed. */
export const REPORTED_CONTENTS = ['event', 'deal', 'rating'] as const;
export const REPORT_SUBJECTS = ['member', 'message', ...REPORTED_CONTENTS] as const;

export type ReportedContent = (typeof REPORTED_CONTENTS)[number];
export type ReportSubject = (typeof REPORT_SUBJECTS)[number];
export type ReportReason = (typeof ALL_REASONS)[number]['id'];
export type ReportStatus = 'pending' | 'resolved' | 'dismissed';

export const REPORTED_AS: Record<Exclude<ReportSubject, 'member'>, string> = {
  message: 'Message signalé',
  event: 'Événement signalé',
  deal: 'Deal signalé',
  rating: 'Évaluation à examiner',
};

/** « Deal signalé : Camille Dupont » */
export function caseTitle(subject: ReportSubject, name: string): string {
  return subject === 'member' ? name : `${REPORTED_AS[subject]}\u00a0: ${name}`;
}

export const REPORT_DESCRIPTION_MAX = 1000;

/** The reporter learns later that it was examined (docs/specification.md#cases-and-measures). */
export type Reported = z.infer<typeof reportedOutput>;

/** The server decides whether the viewer may see the member. */
export function denyReport(viewerId: string, memberId: string): ErrorCode | null {
  return viewerId === memberId ? 'REPORT_SELF' : null;
}

/** A deleted message has no content to report. `senderId` is null once its author has left. */
export function denyMessageReport(
  viewerId: string,
  { senderId, kind }: { senderId: string | null; kind: string },
): ErrorCode | null {
  if (senderId === viewerId) return 'REPORT_SELF';
  return kind === 'deleted' ? 'MESSAGE_DELETED' : null;
}

export function reasonLabel(reason: ReportReason): string {
  return ALL_REASONS.find(({ id }) => id === reason)?.label ?? reason;
}
