import { CONTACT_ANSWER_HOURS } from '@guilde/contracts/contact/rules.ts';
import { type MemberRef, memberName } from '@guilde/contracts/profiles/rules.ts';
import type { MailContent } from '../platform/services/mail.ts';

const day = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'Europe/Paris' });

type Written = { name: string; email: string; subject: string; message: string };

/** `sender` is the member, to whom replies go. */
export function contactMail(
  to: string,
  publicUrl: string,
  written: Written,
  sender: MemberRef | 'visitor' | 'newcomer',
): MailContent {
  return {
    to,
    replyTo: written.email,
    subject: `Contact\u00a0: ${written.subject}`,
    heading: written.subject,
    paragraphs: [
      `De\u00a0: ${written.name} (${written.email})`,
      senderLine(sender),
      ...linesOf(written.message),
    ],
    action: { label: 'Voir les messages de contact', url: `${publicUrl}/admin?tab=contact` },
    footnote:
      'Tu reçois cet e-mail parce que tu administres Guilde. Réponds directement à cet e-mail\u00a0: ta réponse sera envoyée à l’adresse indiquée.',
  };
}

function senderLine(sender: MemberRef | 'visitor' | 'newcomer'): string {
  if (sender === 'visitor') return 'Cette personne n’était pas connectée\u00a0: rien ne prouve qui elle est.';
  if (sender === 'newcomer')
    return 'Cette personne était connectée, mais son profil n’est pas encore complet.';
  return `Ce message vient d’un membre connecté\u00a0: ${memberName(sender)} (${sender.storeName}).`;
}

/**
 * The mail quotes nothing, because anybody can type any address, unless it is the member's own (`copy`).
 * `dueAt` is set for a request about data, in milliseconds.
 */
export function acknowledgementMail(to: string, copy: Written | null, dueAt: number | null): MailContent {
  return {
    to,
    subject: 'Nous avons bien reçu votre message',
    paragraphs: [
      dueAt === null
        ? `Merci de nous avoir écrit. Nous vous répondrons sous ${CONTACT_ANSWER_HOURS} heures ouvrées.`
        : `Votre demande sur vos données est enregistrée. Nous vous répondrons au plus tard le ${day.format(dueAt)}.`,
      ...(copy ? [`Sujet\u00a0: ${copy.subject}`, ...linesOf(copy.message)] : []),
    ],
    footnote:
      'Vous recevez cet e-mail parce que le formulaire de contact de Guilde a été rempli avec votre adresse. Si ce n’est pas vous, ignorez cet e-mail\u00a0: vous ne recevrez rien d’autre.',
  };
}

export function linesOf(text: string): string[] {
  return text.split(/\n+/).filter((line) => line.trim() !== '');
}
