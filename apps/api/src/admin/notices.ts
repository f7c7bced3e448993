import { type ConductRuleId, conductRuleText } from '@guilde/contracts/conduct.ts';
import type { MailContent } from '../platform/services/mail.ts';

type Decision = {
  to: string;
  name: string;
  reason: string;
  rule: ConductRuleId | undefined;
  publicUrl: string;
};

const FOOTNOTE = 'Vous recevez cet e-mail parce qu’une décision concerne votre compte Guilde.';
const GROUNDS =
  'Cette décision a été prise par une personne de notre équipe, sans traitement automatisé, en application des conditions générales d’utilisation («\u00a0Suspension et fin du compte\u00a0»).';
const REDRESS =
  'Vous pouvez la contester gratuitement pendant six mois, par le formulaire de contact, en rappelant les faits. Une personne qui n’a pas pris la décision la réexamine chaque fois que c’est possible. Vous pouvez aussi déposer plainte auprès de l’Arcom et saisir le juge à tout moment.';

export function suspensionNotice({ to, name, reason, rule, publicUrl }: Decision): MailContent {
  return {
    to,
    subject: 'Votre compte Guilde est suspendu',
    heading: 'Votre compte est suspendu',
    name,
    paragraphs: [
      'Nous avons suspendu votre compte. Vous ne pouvez plus vous connecter, et vos sessions ouvertes ont pris fin. Vos données sont conservées.',
      ...reasonParagraph(reason),
      ...brokenRule(rule),
      GROUNDS,
      REDRESS,
    ],
    action: { label: 'Contester la décision', url: `${publicUrl}/contact` },
    footnote: FOOTNOTE,
    footnoteLink: { label: 'Conditions générales d’utilisation', url: `${publicUrl}/terms` },
  };
}

export function restorationNotice({ to, name, reason, publicUrl }: Decision): MailContent {
  return {
    to,
    subject: 'Votre compte Guilde est rétabli',
    heading: 'Votre compte est rétabli',
    name,
    paragraphs: [
      'La suspension de votre compte a pris fin. Vous pouvez de nouveau vous connecter et retrouver vos conversations.',
      ...reasonParagraph(reason),
    ],
    action: { label: 'Se connecter', url: `${publicUrl}/auth` },
    footnote: FOOTNOTE,
  };
}

export function deletionNotice({ to, name, reason, rule, publicUrl }: Decision): MailContent {
  return {
    to,
    subject: 'Votre compte Guilde est supprimé',
    heading: 'Votre compte est supprimé',
    name,
    paragraphs: [
      'Nous avons supprimé votre compte et vos données personnelles. Vos messages restent, sans votre nom, dans les conversations des autres membres.',
      ...reasonParagraph(reason),
      ...brokenRule(rule),
      GROUNDS,
      REDRESS,
    ],
    action: { label: 'Contester la décision', url: `${publicUrl}/contact` },
    footnote: FOOTNOTE,
    footnoteLink: { label: 'Conditions générales d’utilisation', url: `${publicUrl}/terms` },
  };
}

export function contactAnswerMail(
  contact: { email: string; name: string; subject: string; message: string },
  answer: string,
  publicUrl: string,
): MailContent {
  return {
    to: contact.email,
    subject: `Re\u00a0: ${contact.subject}`,
    heading: 'Notre réponse à votre message',
    name: contact.name,
    paragraphs: linesOf(answer),
    quoted: ['Vous nous aviez écrit\u00a0:', ...linesOf(contact.message)],
    action: { label: 'Nous écrire de nouveau', url: `${publicUrl}/contact` },
    footnote:
      'Vous recevez cet e-mail parce que vous nous avez écrit par le formulaire de contact de Guilde.',
  };
}

function brokenRule(rule: ConductRuleId | undefined): string[] {
  if (!rule) return [];
  return [
    `Règle enfreinte (conditions générales d’utilisation, «\u00a0Règles de conduite\u00a0»)\u00a0: il est interdit ${conductRuleText(rule)}.`,
  ];
}

function reasonParagraph(reason: string): string[] {
  const [first = '', ...rest] = linesOf(reason);
  return [`Motif\u00a0: ${first}`, ...rest];
}

function linesOf(text: string): string[] {
  return text.split(/\n+/).filter((line) => line.trim() !== '');
}
