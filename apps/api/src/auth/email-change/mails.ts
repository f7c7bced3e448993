import { linkWith } from '@guilde/contracts/links.ts';
import { PERIODS } from '@guilde/contracts/retention/rules.ts';
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
      `Le lien est valable ${NEW_ADDRESS_HOURS} heures, tant que l’appareil qui a fait la demande reste connecté, et ne sert qu’une fois.`,
    ],
    action: { label: 'Confirmer cette adresse', url: linkWith(`${publicUrl}/confirm-email`, { token }) },
    footnote:
      'Tu reçois cet e-mail parce qu’un membre a donné ton adresse pour son compte. Si ce n’est pas toi, ignore cet e-mail.',
  };
}

/** To the present address. `device` from `deviceName`. Without a link: the reader may not have asked. */
export function changeAskedMail(to: string, device: string): MailContent {
  return {
    to,
    subject: 'Un changement d’adresse a été demandé',
    heading: 'Un changement d’adresse a été demandé',
    paragraphs: [
      `Quelqu’un veut remplacer l’adresse de ton compte Guilde. Appareil\u00a0: ${device}. Pour l’instant, rien n’a changé\u00a0: la nouvelle adresse doit d’abord être confirmée.`,
      'Si c’est toi, ouvre le lien que tu as reçu à ta nouvelle adresse.',
      'Si ce n’est pas toi, ouvre Guilde comme d’habitude et change tout de suite de mot de passe dans tes réglages, ou clique sur «\u00a0Mot de passe oublié\u00a0» sur la page de connexion\u00a0: la demande est annulée et tous les autres appareils sont déconnectés.',
    ],
    footnote: 'Tu reçois cet e-mail parce qu’une autre adresse a été demandée pour ton compte.',
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
