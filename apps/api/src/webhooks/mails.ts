import type { MailContent } from '../platform/services/mail.ts';

const CAUSES = {
  failures: {
    what: (host: string) => `Les vingt derniers envois vers ${host} ont échoué. Guilde n’y envoie plus rien.`,
    todo: 'Répare le destinataire',
  },
  'taken-back': {
    what: (host: string) =>
      `L’adresse e-mail d’un administrateur a été changée par quelqu’un d’autre, puis reprise. Le webhook vers ${host} a pu être changé lui aussi\u00a0: Guilde n’y envoie plus rien.`,
    todo: 'Relis son adresse, ou supprime-le',
  },
};
export type PauseCause = keyof typeof CAUSES;

/** `host` is the receiver's, because the rest of its address may be a secret. */
export function webhookPausedMail(
  to: string,
  host: string,
  publicUrl: string,
  cause: PauseCause,
): MailContent {
  const { what, todo } = CAUSES[cause];
  return {
    to,
    subject: 'Un webhook est en pause',
    paragraphs: [
      what(host),
      `${todo}, puis reprends les envois\u00a0: le journal du webhook garde ce qui n’a pas été envoyé.`,
    ],
    action: { label: 'Voir les webhooks', url: `${publicUrl}/admin/integrations` },
    footnote: 'Tu reçois cet e-mail parce que tu administres Guilde.',
  };
}
