import type { Role } from '@guilde/contracts/viewer.ts';
import { linesOf } from '../contact/mails.ts';
import type { MailContent } from '../platform/services/mail.ts';

const ROLES: Record<Role, { name: string; means: string }> = {
  member: {
    name: 'membre',
    means: 'Vous n’avez plus accès à l’administration.',
  },
  moderator: {
    name: 'modération',
    means:
      'Vous pouvez traiter les signalements, les résumés et les messages de contact. L’administration vous demandera une double vérification.',
  },
  admin: {
    name: 'administration',
    means:
      'Vous avez maintenant accès à toute l’administration. Elle vous demandera une double vérification, et le journal enregistre ce que vous y faites et lisez.',
  },
};

export function roleNotice(
  { to, name, publicUrl }: { to: string; name: string; publicUrl: string },
  role: Role,
): MailContent {
  return {
    to,
    subject: `Votre rôle sur Guilde\u00a0: ${ROLES[role].name}`,
    heading: 'Votre rôle a changé',
    name,
    paragraphs: [ROLES[role].means],
    action:
      role === 'member'
        ? { label: 'Aller à l’accueil', url: `${publicUrl}/home` }
        : { label: 'Ouvrir l’administration', url: `${publicUrl}/admin` },
    footnote: 'Vous recevez cet e-mail parce que l’équipe de Guilde a changé votre rôle.',
  };
}

const GREETING = /^\s*(?:bonjour|bonsoir|madame|monsieur|ch[eè]re?|salut)(?!\p{L})/iu;

/** A greeting that the answer brings takes the place of the layout's. */
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
    isGreeted: GREETING.test(answer),
    paragraphs: linesOf(answer),
    quoted: ['Vous nous aviez écrit\u00a0:', ...linesOf(contact.message)],
    action: { label: 'Nous écrire de nouveau', url: `${publicUrl}/contact` },
    footnote:
      'Vous recevez cet e-mail parce que vous nous avez écrit par le formulaire de contact de Guilde.',
  };
}
