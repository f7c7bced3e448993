import { CODE_LENGTH } from '@guilde/contracts/auth/rules.ts';
import { linkWith } from '@guilde/contracts/links.ts';
import type { MailContent } from '../platform/services/mail.ts';

export const CODE_MINUTES = 10;
export const RESET_MINUTES = 30;
export const CONFIRMATION_HOURS = 24;

export function codeMail(to: string, code: string): MailContent {
  return {
    to,
    subject: `${code} est ton code de connexion à Guilde`,
    heading: 'Ton code de connexion',
    paragraphs: [
      `Saisis ces ${CODE_LENGTH} chiffres sur la page de connexion. Le code est valable ${CODE_MINUTES} minutes.`,
    ],
    code,
    footnote:
      'Tu reçois cet e-mail parce qu’un code a été demandé pour ton adresse. Si ce n’est pas toi, ignore cet e-mail et ne donne ce code à personne.',
  };
}

export function resetMail(to: string, publicUrl: string, token: string): MailContent {
  return {
    to,
    subject: 'Choisis un nouveau mot de passe',
    heading: 'Un nouveau mot de passe',
    paragraphs: [
      `Suis ce lien pour choisir un nouveau mot de passe. Il est valable ${RESET_MINUTES} minutes et ne sert qu’une fois.`,
    ],
    action: {
      label: 'Choisir un mot de passe',
      url: linkWith(`${publicUrl}/reset-password`, { token }),
    },
    footnote:
      'Tu reçois cet e-mail parce qu’un nouveau mot de passe a été demandé pour ton compte. Si ce n’est pas toi, ignore cet e-mail\u00a0: ton mot de passe ne change pas.',
  };
}

const DATE = new Intl.DateTimeFormat('fr-FR', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Europe/Paris',
});

/** `device` is from `deviceName`, `at` in milliseconds. The mail has no link, as the one below. */
export function newDeviceMail(to: string, device: string, at: number): MailContent {
  return {
    to,
    subject: 'Nouvelle connexion à ton compte',
    paragraphs: [
      `Ton compte Guilde vient d’être ouvert sur un nouvel appareil\u00a0: ${device}, le ${DATE.format(at)} (heure de Paris).`,
      'Si c’est toi, tu n’as rien à faire.',
      'Si ce n’est pas toi, ouvre Guilde comme d’habitude et change de mot de passe dans tes réglages\u00a0: tous les autres appareils seront déconnectés. Change aussi celui de ta messagerie.',
    ],
    footnote: 'Tu reçois cet e-mail parce que ton compte a été ouvert sur un nouvel appareil.',
  };
}

/** `device` is from `deviceName`. The mail has no link: the reader may not have made the change. */
export function passwordChangedMail(to: string, device: string): MailContent {
  return {
    to,
    subject: 'Ton mot de passe a été changé',
    paragraphs: [
      `Le mot de passe de ton compte Guilde vient d’être changé (appareil\u00a0: ${device}). Tous les autres appareils ont été déconnectés.`,
      'Si c’est toi, tu n’as rien à faire.',
      'Si ce n’est pas toi, ouvre Guilde comme d’habitude, clique sur «\u00a0Mot de passe oublié\u00a0» sur la page de connexion et choisis un nouveau mot de passe\u00a0: tous les appareils seront déconnectés. Change aussi celui de ta messagerie, puis écris-nous par le formulaire de contact.',
    ],
    footnote: 'Tu reçois cet e-mail parce que le mot de passe de ton compte a été changé.',
  };
}

export function confirmationPage(publicUrl: string, token: string): string {
  return linkWith(`${publicUrl}/confirm`, { token });
}

export function confirmationMail(to: string, publicUrl: string, token: string): MailContent {
  return {
    to,
    subject: 'Confirme ton adresse pour rejoindre Guilde',
    heading: 'Confirme ton adresse',
    paragraphs: [
      'Ton compte est créé. Confirme ton adresse, puis complète ton profil de marchand.',
      `Le lien est valable ${CONFIRMATION_HOURS} heures et ne sert qu’une fois.`,
    ],
    action: {
      label: 'Confirmer mon adresse',
      url: confirmationPage(publicUrl, token),
    },
    footnote:
      'Tu reçois cet e-mail parce qu’un compte a été créé avec ton adresse. Si ce n’est pas toi, ignore cet e-mail.',
  };
}
