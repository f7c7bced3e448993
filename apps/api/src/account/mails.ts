import { PERIODS, periodWords } from '@guilde/contracts/retention/periods.ts';
import type { MailContent } from '../platform/services/mail.ts';

const DAY = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'Europe/Paris' });

/** `erasedAt` is in milliseconds. */
export function unusedMail(
  { to, name, erasedAt }: { to: string; name: string; erasedAt: number },
  publicUrl: string,
): MailContent {
  const day = DAY.format(erasedAt);
  const period = periodWords(PERIODS.unusedAccounts);
  return {
    to,
    subject: `Ton compte Guilde sera effacé le ${day}`,
    heading: `Ton compte sera effacé le ${day}`,
    ...(name && { name }),
    paragraphs: [
      `Tu n’as pas utilisé Guilde depuis bientôt ${period}. Ton compte et ton profil seront effacés le ${day}. Tes messages seront conservés, sans ton nom, dans les conversations des autres membres.`,
      'Pour garder ton compte, connecte-toi avant cette date. Tu peux aussi télécharger tes données depuis ton profil.',
    ],
    action: { label: 'Garder mon compte', url: `${publicUrl}/auth` },
    footnote: `Tu reçois cet e-mail parce que ton compte Guilde n’a pas servi depuis bientôt ${period}.`,
  };
}
