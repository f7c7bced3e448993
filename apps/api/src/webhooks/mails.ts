import type { MailContent } from '../platform/services/mail.ts';

/** `host` is the receiver's, because the rest of its address may be a secret. */
export function webhookPausedMail(to: string, host: string, publicUrl: string): MailContent {
  return {
    to,
    subject: 'Un webhook est en pause',
    heading: 'Un webhook est en pause',
    paragraphs: [
      `Les vingt derniers envois vers ${host} ont échoué. Guilde n’y envoie plus rien.`,
      'Répare le destinataire, puis reprends les envois\u00a0: le journal du webhook garde ce qui n’a pas été envoyé.',
    ],
    action: { label: 'Voir les webhooks', url: `${publicUrl}/admin/integrations` },
    footnote: 'Tu reçois cet e-mail parce que tu administres Guilde.',
  };
}
