import { type MemberRef, memberName } from '@guilde/contracts/profiles/rules.ts';
import { type ReportReason, type ReportSubject, reasonLabel } from '@guilde/contracts/reports/rules.ts';
import type { MailContent } from '../platform/services/mail.ts';

export type ReportToRead = {
  caseId: string;
  reporter: MemberRef;
  /** The member is null when the author of the message, or the host, has left. */
  reported: MemberRef | null;
  about: ReportSubject;
  reason: ReportReason;
  description: string;
};

/** The subject names nobody, because a locked screen may show it. */
export function reportMail(to: string, publicUrl: string, report: ReportToRead): MailContent {
  return {
    to,
    ...contentOf(report),
    action: { label: 'Examiner le signalement', url: `${publicUrl}/admin/queue/report.${report.caseId}` },
    footnote:
      'Tu reçois cet e-mail parce que tu administres Guilde. La personne signalée n’en sait rien\u00a0: ne lui transfère pas cet e-mail.',
  };
}

/** This mail goes to the company's address when the only administrator is reported. */
export function companyReportMail(to: string, report: ReportToRead): MailContent {
  return {
    to,
    ...contentOf(report),
    footnote:
      'Vous recevez cet e-mail à l’adresse de contact de Guilde parce que la personne signalée est seule à administrer Guilde. Elle n’en sait rien\u00a0: ne lui transférez pas cet e-mail.',
  };
}

const SUBJECTS = {
  member: ['Un membre est signalé', ''],
  message: ['Un message est signalé', 'un message de '],
  event: ['Un événement est signalé', 'un événement de '],
  deal: ['Un deal est signalé', 'un deal de '],
  rating: ['Une évaluation est à examiner', 'une évaluation de '],
} as const;

function contentOf({ reporter, reported, about, reason, description }: ReportToRead) {
  const whom = reported ? `${memberName(reported)} (${reported.storeName})` : 'quelqu’un qui a quitté Guilde';
  const [heading, what] = SUBJECTS[about];
  return {
    subject: `Signalement à examiner\u00a0: ${reasonLabel(reason)}`,
    heading,
    paragraphs: [
      `${memberName(reporter)} signale ${what}${whom}.`,
      `Motif\u00a0: ${reasonLabel(reason)}`,
      ...description.split(/\n+/),
    ],
  };
}

export function contestToReadMail(to: string, publicUrl: string, caseId: string): MailContent {
  return {
    to,
    subject: 'Contestation à examiner',
    heading: 'Une décision est contestée',
    paragraphs: [
      'Une personne conteste une décision de l’équipe. Chaque fois que c’est possible, quelqu’un qui n’a pas pris cette décision la réexamine.',
    ],
    action: { label: 'Examiner la contestation', url: `${publicUrl}/admin/queue/contest.${caseId}` },
    footnote: 'Tu reçois cet e-mail parce que tu administres Guilde.',
  };
}
