import { linkWith } from '@guilde/contracts/links.ts';
import { PERIODS } from '@guilde/contracts/retention/periods.ts';
import type { MailContent } from '../platform/services/mail.ts';

export const NEW_ADDRESS_HOURS = 24;
export const TAKE_BACK_DAYS = PERIODS.emailChanges.days;

const WRITE_TO_US = 'puis écris-nous par le formulaire de contact.';
/** All but two of these mails have no link, because the reader may not have done it. */
const IF_NOT_YOU = `Si ce n’est pas toi, ouvre Guilde comme d’habitude, clique sur «\u00a0Mot de passe oublié\u00a0» sur la page de connexion et choisis un nouveau mot de passe, ${WRITE_TO_US}`;
const IF_NOT_YOUR_PASSKEY = `Si ce n’est pas toi, ouvre Guilde comme d’habitude, retire cette clé dans tes réglages, change ton mot de passe, ${WRITE_TO_US}`;

const SECURITY_CHANGED = 'Tu reçois cet e-mail parce que la sécurité de ton compte a changé.';

/** `device` is from `deviceName`. */
export function passkeyAddedMail(to: string, device: string): MailContent {
  return {
    to,
    subject: 'Une clé d’accès a été ajoutée à ton compte',
    heading: 'Une clé d’accès a été ajoutée',
    paragraphs: [
      `Elle permet de te connecter à Guilde sans mot de passe (appareil\u00a0: ${device}).`,
      IF_NOT_YOUR_PASSKEY,
    ],
    footnote: SECURITY_CHANGED,
  };
}

export function passkeyRemovedMail(to: string, name: string, device: string): MailContent {
  return {
    to,
    subject: 'Une clé d’accès a été retirée de ton compte',
    heading: 'Une clé d’accès a été retirée',
    paragraphs: [
      `«\u00a0${name}\u00a0» ne permet plus de te connecter à Guilde (appareil\u00a0: ${device}).`,
      IF_NOT_YOUR_PASSKEY,
    ],
    footnote: SECURITY_CHANGED,
  };
}

/** `device` is from `deviceName`. */
export function secondFactorAddedMail(to: string, device: string): MailContent {
  return {
    to,
    subject: 'La double vérification est activée',
    paragraphs: [
      `Guilde te demande maintenant aussi le code de ton application à chaque connexion (appareil\u00a0: ${device}). Tes autres appareils ont été déconnectés.`,
      'Garde tes codes de secours en lieu sûr, ailleurs que sur ton téléphone\u00a0: ils servent si tu le perds.',
      IF_NOT_YOU,
    ],
    footnote: SECURITY_CHANGED,
  };
}

/** `device` is null when the team did it. */
export function secondFactorRemovedMail(to: string, device: string | null): MailContent {
  const by = device === null ? '. L’équipe l’a fait à ta demande.' : ` (appareil\u00a0: ${device}).`;
  return {
    to,
    subject: 'La double vérification est désactivée',
    paragraphs: [
      `Ton mot de passe ou un code par e-mail suffit maintenant pour te connecter${by}`,
      IF_NOT_YOU,
    ],
    footnote: SECURITY_CHANGED,
  };
}

export function recoveryCodeUsedMail(to: string, left: number): MailContent {
  return {
    to,
    subject: 'Un code de secours a été utilisé',
    paragraphs: [
      `Quelqu’un vient de se connecter à ton compte avec un de tes codes de secours. ${leftText(left)}`,
      IF_NOT_YOU,
    ],
    footnote: 'Tu reçois cet e-mail parce qu’un code de secours a été utilisé sur ton compte.',
  };
}

function leftText(left: number): string {
  if (left > 1) return `Il t’en reste ${left}.`;
  const count = left === 0 ? 'Il ne t’en reste plus' : 'Il t’en reste un seul';
  return `${count}\u00a0: crées-en de nouveaux dans tes réglages.`;
}

export function codesGuessedMail(to: string): MailContent {
  return {
    to,
    subject: 'Quelqu’un essaie de se connecter à ton compte',
    heading: 'Quelqu’un essaie de se connecter',
    paragraphs: [
      'Quelqu’un a saisi ton mot de passe, ou un code reçu dans ta messagerie, puis s’est trompé cinq fois de code de double vérification. La connexion a été refusée.',
      'Si c’est toi, recommence\u00a0: vérifie que l’heure de ton téléphone est réglée automatiquement, ou prends un code de secours.',
      `${IF_NOT_YOU} Change aussi le mot de passe de ta messagerie.`,
    ],
    footnote: 'Tu reçois cet e-mail parce qu’une connexion à ton compte a été refusée.',
  };
}

export function newAddressMail(to: string, publicUrl: string, token: string): MailContent {
  return {
    to,
    subject: 'Confirme ta nouvelle adresse',
    paragraphs: [
      'Cette adresse remplacera celle de ton compte Guilde dès que tu l’auras confirmée.',
      `Le lien est valable ${NEW_ADDRESS_HOURS} heures, si l’appareil qui a fait la demande est toujours connecté, et ne sert qu’une fois.`,
    ],
    action: { label: 'Confirmer cette adresse', url: linkWith(`${publicUrl}/confirm-email`, { token }) },
    footnote:
      'Tu reçois cet e-mail parce qu’un membre a donné ton adresse pour son compte. Si ce n’est pas toi, ignore cet e-mail.',
  };
}

/** The present address gets the mail. `device` is from `deviceName`. */
export function changeAskedMail(to: string, device: string): MailContent {
  return {
    to,
    subject: 'Un changement d’adresse a été demandé',
    paragraphs: [
      `Quelqu’un veut remplacer l’adresse de ton compte Guilde (appareil\u00a0: ${device}). Rien n’a encore changé\u00a0: la nouvelle adresse doit d’abord être confirmée.`,
      'Si c’est toi, ouvre le lien que tu as reçu à ta nouvelle adresse.',
      'Si ce n’est pas toi, ouvre Guilde comme d’habitude et change tout de suite de mot de passe dans tes réglages, ou clique sur «\u00a0Mot de passe oublié\u00a0» sur la page de connexion\u00a0: la demande est annulée et tous les autres appareils sont déconnectés.',
    ],
    footnote: 'Tu reçois cet e-mail parce qu’une autre adresse a été demandée pour ton compte.',
  };
}

/** The former address gets it, in case its owner did not request the change. */
export function addressChangedMail(to: string, publicUrl: string, token: string): MailContent {
  return {
    to,
    subject: 'L’adresse de ton compte a été changée',
    paragraphs: [
      'Ton compte Guilde a désormais une autre adresse, et cet e-mail est le dernier que tu reçois ici. Si c’est toi, tu n’as rien à faire.',
      `Si ce n’est pas toi, reprends ton adresse dans les ${TAKE_BACK_DAYS} jours\u00a0: tous les appareils seront déconnectés et le mot de passe ne servira plus. Un autre e-mail te permettra d’en choisir un nouveau.`,
    ],
    action: { label: 'Reprendre mon adresse', url: linkWith(`${publicUrl}/take-back-email`, { token }) },
    footnote: 'Tu reçois cet e-mail parce que l’adresse de ton compte a été changée.',
  };
}
