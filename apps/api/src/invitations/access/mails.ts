import type { MailContent } from '../../platform/services/mail.ts';

/** The mail quotes nothing, because anybody can type any address. */
export function accessRefusedMail(to: string, publicUrl: string): MailContent {
  return {
    to,
    isNews: true,
    subject: 'Ta demande d’accès à Guilde',
    paragraphs: [
      'Merci de ton intérêt pour Guilde. L’équipe a lu ta demande et ne peut pas t’inviter pour l’instant\u00a0: elle ne reçoit que des e-commerçants qu’un membre connaît.',
      'Si un membre te connaît, il peut te parrainer. Tu peux aussi nous écrire si tu penses que c’est une erreur.',
    ],
    action: { label: 'Écrire à l’équipe', url: `${publicUrl}/contact` },
    footnote:
      'Tu reçois cet e-mail parce que cette adresse a été saisie dans une demande d’accès à Guilde. Nous venons de l’effacer de cette demande.',
  };
}
