import type { MailContent } from '../../platform/services/mail.ts';

/** Without links: the reader may not have done it. */
const IF_NOT_YOU =
  'Si ce n’est pas toi, ouvre Guilde comme d’habitude, retire cette clé dans tes réglages, change ton mot de passe, puis écris-nous par le formulaire de contact.';

/** `device` from `deviceName`. */
export function passkeyAddedMail(to: string, device: string): MailContent {
  return {
    to,
    subject: 'Une clé d’accès a été ajoutée à ton compte',
    heading: 'Une clé d’accès a été ajoutée',
    paragraphs: [
      `Elle permet d’entrer dans ton compte Guilde sans mot de passe. Appareil\u00a0: ${device}.`,
      IF_NOT_YOU,
    ],
    footnote: 'Tu reçois cet e-mail parce que la sécurité de ton compte a changé.',
  };
}

export function passkeyRemovedMail(to: string, name: string, device: string): MailContent {
  return {
    to,
    subject: 'Une clé d’accès a été retirée de ton compte',
    heading: 'Une clé d’accès a été retirée',
    paragraphs: [
      `«\u00a0${name}\u00a0» n’ouvre plus ton compte Guilde. Appareil\u00a0: ${device}.`,
      IF_NOT_YOU,
    ],
    footnote: 'Tu reçois cet e-mail parce que la sécurité de ton compte a changé.',
  };
}
