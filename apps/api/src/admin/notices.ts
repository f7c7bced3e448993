import type { MailContent } from '../platform/services/mail.ts';

export function contactAnswerMail(
  contact: { email: string; name: string; subject: string; message: string },
  answer: string,
  publicUrl: string,
): MailContent {
  return {
    to: contact.email,
    subject: `Re\u00a0: ${contact.subject}`,
    heading: 'Notre réponse à votre message',
    name: contact.name,
    paragraphs: linesOf(answer),
    quoted: ['Vous nous aviez écrit\u00a0:', ...linesOf(contact.message)],
    action: { label: 'Nous écrire de nouveau', url: `${publicUrl}/contact` },
    footnote:
      'Vous recevez cet e-mail parce que vous nous avez écrit par le formulaire de contact de Guilde.',
  };
}

function linesOf(text: string): string[] {
  return text.split(/\n+/).filter((line) => line.trim() !== '');
}
