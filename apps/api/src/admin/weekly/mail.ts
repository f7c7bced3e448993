import { durationText } from '@guilde/contracts/admin/words.ts';
import { parisMidnight } from '@guilde/contracts/sos/ranking.ts';
import type { MailContent, MailFigure } from '../../platform/services/mail.ts';
import type { UnsubscribeLink } from '../../settings/unsubscribe.ts';
import type { WeekFigures } from './figures.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

type Week = { figures: WeekFigures; active: number };

/** `day` is the Monday of the report. `before.active` is null without a report of the week before. */
export type Report = {
  day: number;
  week: Week;
  before: { figures: WeekFigures; active: number | null };
  /** The number is that of this administrator. */
  waiting: number;
};

const dayText = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'long', timeZone: 'Europe/Paris' });
const numbers = new Intl.NumberFormat('fr-FR');

/** « La semaine de Guilde » has ten figures with their change, each a link. */
export function reportMail(
  { day, week, before, waiting }: Report,
  reader: { firstName: string; publicUrl: string; stop: UnsubscribeLink },
): Omit<MailContent, 'to'> {
  const { firstName, publicUrl, stop } = reader;
  const admin = `${publicUrl}/admin`;
  const { figures, active } = week;
  const [first, last] = [day - 7, day - 1];
  const dates = `from=${isoDay(first)}&to=${isoDay(last)}`;
  const figure = (
    label: string,
    path: string,
    value: number,
    earlier: number | null,
    shown = numbers.format(value),
  ): MailFigure => ({
    label,
    value: shown,
    note: earlier === null ? '' : changeText(value - earlier),
    url: `${admin}/${path}`,
  });
  const former = before.figures;
  return {
    subject: `La semaine de Guilde\u00a0: ${summaryText(figures)}`,
    heading: 'La semaine de Guilde',
    ...(firstName && { name: firstName }),
    paragraphs: [
      `Voici la semaine du lundi ${dayText.format(parisMidnight(first))} au dimanche ${dayText.format(parisMidnight(last))}, avec l’écart par rapport à la semaine précédente.`,
    ],
    figures: [
      figure('Nouveaux membres', `users?${dates}`, figures.joined, former.joined),
      figure('Membres venus', 'users?seen=within-7', active, before.active),
      figure('SOS publiés', 'sos', figures.posted, former.posted),
      figure(
        'Aidés en moins d’une heure',
        'overview',
        figures.helpedWithinHour,
        former.helpedWithinHour,
        shareText(figures.helpedWithinHour, figures.posted),
      ),
      {
        label: 'Attente médiane avant la première aide',
        value: durationText(figures.medianWait),
        note: waitChange(figures.medianWait, former.medianWait),
        url: `${admin}/overview`,
      },
      figure('SOS résolus', 'sos?status=resolved', figures.resolved, former.resolved),
      figure('SOS sans aide', 'sos?status=unhelped', figures.withoutHelp, former.withoutHelp),
      figure('Résumés publiés', 'summaries?status=approved', figures.articles, former.articles),
      figure(
        'Invitations',
        'invitations',
        figures.invitationsSent,
        former.invitationsSent,
        invitationsText(figures),
      ),
      {
        label: 'À traiter par l’équipe',
        value: numbers.format(waiting),
        note: 'en ce moment',
        url: `${admin}/queue`,
      },
    ],
    action: { label: 'Voir les chiffres', url: `${admin}/overview` },
    footnote: 'Tu reçois cet e-mail le lundi parce que tu administres Guilde.',
    footnoteLink: { label: 'Ne plus recevoir ce rapport', url: stop.url },
    headers: stop.headers,
  };
}

function summaryText({ posted, resolved }: WeekFigures): string {
  return `${numbers.format(posted)} SOS, ${numbers.format(resolved)} ${resolved > 1 ? 'résolus' : 'résolu'}`;
}

/** Invitations may be accepted a week after they were sent. */
function invitationsText({ invitationsSent: sent, invitationsAccepted: accepted }: WeekFigures): string {
  const counted = (count: number, word: string) =>
    `${numbers.format(count)}\u00a0${word}${count > 1 ? 's' : ''}`;
  return `${counted(sent, 'envoyée')}, ${counted(accepted, 'acceptée')}`;
}

function shareText(part: number, all: number): string {
  return all === 0 ? '0' : `${numbers.format(part)} sur ${numbers.format(all)}`;
}

/** The result is « +3 », « −2 » or « = ». */
function changeText(change: number): string {
  if (change === 0) return '=';
  return `${change > 0 ? '+' : '−'}${numbers.format(Math.abs(change))}`;
}

function waitChange(wait: number | null, before: number | null): string {
  if (wait === null || before === null) return '';
  const change = wait - before;
  if (Math.abs(change) < HOUR_MS / 120) return '=';
  return `${change > 0 ? '+' : '−'}${durationText(Math.abs(change))}`;
}

function isoDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
