import type { MailContent } from '../../platform/services/mail.ts';

/** Without links: the reader may not have done it. */
const IF_NOT_YOU =
  'Si ce n’est pas toi, ouvre Guilde comme d’habitude, clique sur «\u00a0Mot de passe oublié\u00a0» sur la page de connexion et choisis un nouveau mot de passe, puis écris-nous par le formulaire de contact.';

/** `device` from `deviceName`. */
export function secondFactorAddedMail(to: string, device: string): MailContent {
  return {
    to,
    subject: 'La double vérification est activée',
    heading: 'La double vérification est activée',
    paragraphs: [
      `À partir de maintenant, Guilde demande aussi le code de ton application quand tu te connectes. Appareil\u00a0: ${device}. Tes autres appareils ont été déconnectés.`,
      'Garde tes codes de secours en lieu sûr, ailleurs que sur ton téléphone\u00a0: ils servent si tu le perds.',
      IF_NOT_YOU,
    ],
    footnote: 'Tu reçois cet e-mail parce que la sécurité de ton compte a changé.',
  };
}

/** `device` is null when the team did it. */
export function secondFactorRemovedMail(to: string, device: string | null): MailContent {
  const by = device === null ? 'L’équipe l’a fait à ta demande.' : `Appareil\u00a0: ${device}.`;
  return {
    to,
    subject: 'La double vérification est désactivée',
    heading: 'La double vérification est désactivée',
    paragraphs: [
      `Pour te connecter, ton mot de passe ou un code par e-mail suffit désormais. ${by}`,
      IF_NOT_YOU,
    ],
    footnote: 'Tu reçois cet e-mail parce que la sécurité de ton compte a changé.',
  };
}

export function recoveryCodeUsedMail(to: string, left: number): MailContent {
  return {
    to,
    subject: 'Un code de secours a servi à te connecter',
    heading: 'Un code de secours a servi',
    paragraphs: [
      `Quelqu’un vient de se connecter à ton compte avec un de tes codes de secours. ${leftText(left)}`,
      IF_NOT_YOU,
    ],
    footnote: 'Tu reçois cet e-mail parce qu’un code de secours a servi sur ton compte.',
  };
}

function leftText(left: number): string {
  if (left === 0) return 'Il ne t’en reste plus\u00a0: crées-en de nouveaux dans tes réglages.';
  return left === 1
    ? 'Il t’en reste un seul\u00a0: crées-en de nouveaux dans tes réglages.'
    : `Il t’en reste ${left}.`;
}

export function codesGuessedMail(to: string): MailContent {
  return {
    to,
    subject: 'Quelqu’un essaie de se connecter à ton compte',
    heading: 'Quelqu’un essaie de se connecter',
    paragraphs: [
      'Quelqu’un a donné ton mot de passe, ou un code reçu dans ta messagerie, puis s’est trompé cinq fois de code de double vérification. La connexion a été refusée.',
      'Si c’est toi, recommence\u00a0: vérifie que l’heure de ton téléphone est réglée automatiquement, ou prends un code de secours.',
      `${IF_NOT_YOU} Change aussi le mot de passe de ta messagerie.`,
    ],
    footnote: 'Tu reçois cet e-mail parce qu’une connexion à ton compte a été refusée.',
  };
}
