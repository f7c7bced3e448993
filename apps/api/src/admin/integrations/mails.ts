import type { MailContent } from '../../platform/services/mail.ts';

/** The mail has no link, because its reader may not have made the key. */
export function apiKeyMail(to: string, name: string): MailContent {
  return {
    to,
    subject: 'Une clé API a été créée avec ton compte',
    heading: 'Une clé API a été créée',
    paragraphs: [
      `«\u00a0${name}\u00a0» agit en ton nom, dans la limite de ses droits.`,
      'Si ce n’est pas toi, ouvre Guilde comme d’habitude, révoque cette clé dans Administration, Intégrations, puis change ton mot de passe.',
    ],
    footnote: 'Tu reçois cet e-mail parce que tu administres Guilde.',
  };
}
