import {
  type ContestOutcome,
  contestUntil,
  type Measure,
  type Removal,
} from '@guilde/contracts/cases/rules.ts';
import { linkWith } from '@guilde/contracts/links.ts';
import { conductRuleText, isFaultless, type RuleId } from '@guilde/contracts/reports/conduct.ts';
import type { ReportedContent } from '@guilde/contracts/reports/rules.ts';
import { linesOf } from '../../contact/mails.ts';
import type { Deps } from '../../platform/deps.ts';
import type { MailContent } from '../../platform/services/mail.ts';
import type { Person } from '../users/people.ts';

type Addressed = { to: string; name: string; reason: string; publicUrl: string };

/** It is an event, a deal or a rating. */
type Cancelled = { contentId: string; contentKind: ReportedContent };
type AccountMeasure = Exclude<Measure, Removal>;

/** `until` is when the measure on an account ends, in milliseconds; `text` is the removed text. */
export type Effect =
  | { measure: AccountMeasure; until: number | null }
  | { measure: Removal; heading: string; effect: string; text: string; content?: Cancelled };

/** `contest` is the token of the link. */
type Taken = Addressed & { rule: RuleId; decidedAt: number; contest: string };

const FOOTNOTE = 'Vous recevez cet e-mail parce qu’une décision concerne votre compte Guilde.';

export const day = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'Europe/Paris' });
export const moment = new Intl.DateTimeFormat('fr-FR', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Europe/Paris',
});

const MEASURES: Record<
  AccountMeasure,
  { subject: string; heading: string; effect: (until: number | null) => string }
> = {
  warning: {
    subject: 'Avertissement de l’équipe Guilde',
    heading: 'Vous recevez un avertissement',
    effect: () =>
      'Nous vous adressons un avertissement. Il n’a pas d’autre effet sur votre compte, mais un nouveau manquement peut conduire à une mesure plus lourde.',
  },
  certification: {
    subject: 'Votre certification est retirée',
    heading: 'Votre certification est retirée',
    effect: () =>
      'Nous avons retiré le badge de votre compte. Vous gardez l’accès à Guilde, mais vous ne pouvez plus inviter.',
  },
  suspension: {
    subject: 'Votre compte Guilde est suspendu',
    heading: 'Votre compte est suspendu',
    effect: (until) =>
      until === null
        ? 'Nous avons suspendu votre compte. Vous ne pouvez plus vous connecter, et vos sessions ouvertes ont pris fin. Vos données sont conservées.'
        : `Nous avons suspendu votre compte jusqu’au ${moment.format(until)} (heure de Paris). Jusque-là vous ne pouvez pas vous connecter, et vos sessions ouvertes ont pris fin. La suspension s’achève ensuite d’elle-même. Vos données sont conservées.`,
  },
  deletion: {
    subject: 'Votre compte Guilde est supprimé',
    heading: 'Votre compte est supprimé',
    effect: () =>
      'Nous avons supprimé votre compte et vos données personnelles. Vos messages sont conservés, sans votre nom, dans les conversations des autres membres.',
  },
};

/** The notice has the decision, the broken rule and a link to contest it without a session. */
export function measureNotice(taken: Taken, what: Effect): MailContent {
  const { to, name, reason, rule, decidedAt, contest, publicUrl } = taken;
  const { effect, quoted, sections, ...head } = wordsOf(what);
  return {
    ...{ to, name, ...head },
    paragraphs: [
      effect,
      ...reasonParagraphs(reason),
      ruleParagraph(rule),
      `Cette décision a été prise par une personne de notre équipe, sans traitement automatisé, en application des conditions générales d’utilisation (${sections}).`,
      `Vous pouvez la contester gratuitement pendant six mois, jusqu’au ${day.format(contestUntil(decidedAt))}, par le lien ci-dessous, qui s’ouvre sans connexion. Une personne qui n’a pas pris la décision la réexamine chaque fois que c’est possible. Vous pouvez aussi déposer plainte auprès de l’Arcom et saisir le juge à tout moment.`,
    ],
    action: { label: 'Contester la décision', url: contestUrl(publicUrl, contest) },
    quoted,
    footnote: FOOTNOTE,
    footnoteLink: { label: 'Conditions générales d’utilisation', url: `${publicUrl}/terms` },
  };
}

function wordsOf(what: Effect) {
  if ('text' in what)
    return {
      ...{ subject: what.heading, heading: what.heading, effect: what.effect },
      quoted: ['Texte concerné\u00a0:', ...linesOf(what.text)],
      sections:
        '«\u00a0Règles de conduite\u00a0», «\u00a0Évaluations\u00a0», «\u00a0Événements\u00a0», «\u00a0Deals groupés\u00a0», «\u00a0Résumés et base de connaissances\u00a0» et «\u00a0Signalement, modération et recours\u00a0»',
    };
  const { subject, heading, effect } = MEASURES[what.measure];
  return {
    ...{ subject, heading, effect: effect(what.until) },
    quoted: [],
    sections: '«\u00a0Règles de conduite\u00a0» et «\u00a0Suspension et fin du compte\u00a0»',
  };
}

function ruleParagraph(rule: RuleId): string {
  return isFaultless(rule)
    ? `Règle\u00a0: ${conductRuleText(rule)}. Elle ne vous reproche rien.`
    : `Règle enfreinte (conditions générales d’utilisation, «\u00a0Règles de conduite\u00a0»)\u00a0: il est interdit ${conductRuleText(rule)}.`;
}

export function restorationNotice({ to, name, reason, publicUrl }: Addressed): MailContent {
  return {
    ...{ to, name },
    subject: 'Votre compte Guilde est rétabli',
    heading: 'Votre compte est rétabli',
    paragraphs: [
      'La suspension de votre compte a pris fin. Vous pouvez de nouveau vous connecter et retrouver vos conversations.',
      ...reasonParagraphs(reason),
    ],
    action: { label: 'Se connecter', url: `${publicUrl}/auth` },
    footnote: FOOTNOTE,
  };
}

export function certificationNotice({ to, name, reason, publicUrl }: Addressed): MailContent {
  return {
    ...{ to, name },
    subject: 'Votre certification est rétablie',
    paragraphs: ['Votre badge est de nouveau affiché, et vous pouvez inviter.', ...reasonParagraphs(reason)],
    action: { label: 'Voir mon profil', url: `${publicUrl}/profile` },
    footnote: FOOTNOTE,
  };
}

/** The texts say what becomes of the measure when its decision is reversed. */
const REVERSED: Record<Measure, string> = {
  'article-removal': 'Le retrait du résumé est annulé dans nos registres.',
  'message-removal':
    'La suppression est annulée dans nos registres. Le texte effacé ne peut pas être retrouvé.',
  'sos-removal':
    'La suppression est annulée dans nos registres, et nous en informons les personnes qui avaient été prévenues. Ce qui a été effacé ne peut pas être retrouvé.',
  'rating-removal': 'L’évaluation compte de nouveau.',
  'event-cancellation': 'Votre événement a de nouveau lieu, avec les mêmes places.',
  'deal-cancellation': 'Votre deal est de nouveau visible. Les membres peuvent s’y engager de nouveau.',
  warning: 'L’avertissement est annulé.',
  certification: 'Votre certification est rétablie.',
  suspension: 'La suspension est annulée\u00a0: vous pouvez vous connecter.',
  deletion:
    'La suppression était une erreur. Les données effacées ne peuvent pas être retrouvées, mais une nouvelle invitation est possible\u00a0: écrivez-nous.',
};

/** The rating is gone with its SOS, the event has begun, the deal has closed, or who held it can do so no longer. */
function tooLate(measure: Measure): string {
  if (measure === 'rating-removal')
    return 'L’évaluation ne compte pas de nouveau\u00a0: ce retrait est levé dans nos registres seulement.';
  const what =
    measure === 'deal-cancellation'
      ? 'Le deal ne peut plus reprendre'
      : 'L’événement ne peut plus avoir lieu';
  return `${what}\u00a0: l’annulation est levée dans nos registres seulement.`;
}

export function contestNotice(
  { to, name, reason, publicUrl }: Addressed,
  { measure, outcome, isLate = false }: { measure: Measure; outcome: ContestOutcome; isLate?: boolean },
): MailContent {
  const isReversed = outcome === 'reversed';
  return {
    ...{ to, name },
    subject: isReversed ? 'Votre contestation est acceptée' : 'Votre contestation est rejetée',
    heading: isReversed ? 'La décision est annulée' : 'La décision est maintenue',
    paragraphs: [
      isReversed
        ? `Nous avons réexaminé notre décision et nous l’annulons. ${isLate ? tooLate(measure) : REVERSED[measure]}`
        : 'Nous avons réexaminé notre décision et nous la maintenons.',
      ...reasonParagraphs(reason),
      ...(isReversed
        ? []
        : ['Vous pouvez déposer plainte auprès de l’Arcom et saisir le juge à tout moment.']),
    ],
    action: { label: 'Nous écrire', url: `${publicUrl}/contact` },
    footnote: 'Vous recevez cet e-mail parce que vous avez contesté une décision de l’équipe Guilde.',
  };
}

function contestUrl(publicUrl: string, token: string): string {
  return linkWith(`${publicUrl}/contest`, { token });
}

export function reasonParagraphs(reason: string): string[] {
  const [first = '', ...rest] = linesOf(reason);
  return [`Motif\u00a0: ${first}`, ...rest];
}

export function addressed({ config }: Pick<Deps, 'config'>, { email, name }: Person) {
  return { to: email, name: name === email ? '' : name, publicUrl: config.publicUrl };
}
