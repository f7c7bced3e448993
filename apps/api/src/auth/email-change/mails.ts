import { linkWith } from '@guilde/contracts/links.ts';
import { PERIODS } from '@guilde/contracts/retention.ts';
import type { MailContent } from '../../platform/services/mail.ts';

export const NEW_ADDRESS_HOURS = 24;
export const TAKE_BACK_DAYS = PERIODS.emailChanges.days;

export function newAddressMail(to: string, publicUrl: string, token: string): MailContent {
  return {
    to,
    subject: 'Confirme ta nouvelle adresse',
    heading: 'Confirme ta nouvelle adresse',
    paragraphs: [
      'Cette adresse remplacera celle de ton compte Guilde dès que tu l’auras confirmée.',
      `Le lien est valable ${NEW_ADDRESS_HOURS} heures et ne sert qu’une fois.`,
    ],
    action: { label: 'Confirmer cette adresse', url: linkWith(`${publicUrl}/confirm-email`, { token }) },
    footnote:
      'Tu reçois cet e-mail parce qu’un membre a donné ton adresse pour son compte. Si ce n’est pas toi, ignore cet e-mail.',
  };
}

/** To the former address, for who did not change it. */
export function addressChangedMail(to: string, publicUrl: string, token: string): MailContent {
  return {
    to,
    subject: 'L’adresse de ton compte a été changée',
    heading: 'L’adresse de ton compte a été changée',
    paragraphs: [
      'Ton compte Guilde a désormais une autre adresse, et cet e-mail est le dernier que tu reçois ici. Si c’est toi, tu n’as rien à faire.',
      `Si ce n’est pas toi, reprends ton adresse dans les ${TAKE_BACK_DAYS} jours\u00a0: tous les appareils seront déconnectés et le mot de passe ne servira plus. Un autre e-mail te permettra d’en choisir un nouveau.`,
    ],
    action: { label: 'Reprendre mon adresse', url: linkWith(`${publicUrl}/take-back-email`, { token }) },
    footnote: 'Tu reçois cet e-mail parce que l’adresse de ton compte a été changée.',
  };
}
