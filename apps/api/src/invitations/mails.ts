import { BULK_REMINDER_DAYS } from '@guilde/contracts/bulk-invitations/rules.ts';
import { INVITATION_DAYS, INVITATION_KEPT_DAYS } from '@guilde/contracts/invitations/rules.ts';
import { type MemberRef, memberName } from '@guilde/contracts/profiles/rules.ts';
import { foldText } from '@guilde/contracts/text.ts';
import type { MailContent } from '../platform/services/mail.ts';

const day = new Intl.DateTimeFormat('fr-FR', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'Europe/Paris',
});

type Invitation = {
  to: string;
  inviter: MemberRef;
  link: string;
  /** The link refuses further invitations. */
  objection: { url: string; headers: Record<string, string> };
  /** The instant is in milliseconds. */
  expiresAt: number;
  /** Whoever is invited asked for it by an access link. */
  wasAskedFor?: true;
};

export function invitationMail(invitation: Invitation): MailContent {
  const { to, inviter, link, objection, expiresAt, wasAskedFor } = invitation;
  const { name, who, shop } = forStrangers(inviter);
  const source = wasAskedFor
    ? 'que cette adresse a été saisie dans une demande d’accès à Guilde, que l’équipe a acceptée'
    : `qu’un membre${name && `, ${name},`} nous a donné ton adresse pour t’inviter`;
  return {
    to,
    isNews: true,
    subject: `${who} t’invite sur Guilde`,
    paragraphs: [
      `${who}${shop} te parraine pour rejoindre Guilde, l’entraide privée des e-commerçants certifiés.`,
      'Quand tu bloques, tu lances un SOS et d’autres marchands viennent t’aider\u202f; tu les aides à ton tour. Il n’y a ni agences ni freelances\u00a0: que des e-commerçants.',
      `Cette invitation est personnelle. Elle est valable ${INVITATION_DAYS} jours, jusqu’au ${dayOf(expiresAt)}.`,
    ],
    action: { label: 'Accepter l’invitation', url: link },
    footnote: `Tu reçois cet e-mail parce ${source}. Elle ne sert qu’à cette invitation\u202f; si tu ne l’acceptes pas, nous l’effaçons ${INVITATION_KEPT_DAYS} jours après l’expiration. D’un clic, tu peux refuser toute invitation\u00a0: nous effaçons ton adresse tout de suite et n’en gardons qu’une empreinte, pour respecter ton choix. Si tu ne connais pas cette personne, ignore cet e-mail\u00a0: aucun compte n’est créé.`,
    footnoteLink: { label: 'Ne plus recevoir d’invitation à cette adresse', url: objection.url },
    headers: objection.headers,
  };
}

type Letter = { title: string; message: string; firstName: string; isReminder: boolean };

/** Whoever is on a list of the team did not ask for the mail: it names who gave the address (GDPR, art. 14). */
export function batchMail(
  invitation: Invitation,
  { title, message, firstName, isReminder }: Letter,
): MailContent {
  const mail = invitationMail(invitation);
  const { who, shop } = forStrangers(invitation.inviter);
  const [presentation = '', entraide = ''] = mail.paragraphs;
  return {
    ...mail,
    ...(firstName && { name: firstName }),
    subject: isReminder ? `Rappel\u00a0: ${mail.subject}` : mail.subject,
    paragraphs: [
      presentation,
      entraide,
      ...message
        .split(/\n+/)
        .map((line) => line.trim())
        .filter(Boolean),
      `Ton profil est déjà commencé\u00a0: tu n’as plus qu’à le corriger. Cette invitation est personnelle, et valable jusqu’au ${dayOf(invitation.expiresAt)}.`,
    ],
    footnote: `Ton adresse nous a été donnée par ${who}${shop}, avec la liste «\u00a0${title}\u00a0», pour t’inviter. Elle ne sert qu’à cette invitation et à ${BULK_REMINDER_DAYS.length} rappels au plus\u202f; si tu ne l’acceptes pas, nous l’effaçons ${INVITATION_KEPT_DAYS} jours après l’expiration, avec ce que la liste dit de toi. D’un clic, tu peux refuser toute invitation\u00a0: nous effaçons tout de suite ton adresse et n’en gardons qu’une empreinte, pour respecter ton choix.`,
  };
}

/** The result is « mardi 24 novembre », and « 1er » where Intl says « 1 ». */
function dayOf(instant: number): string {
  return day.format(instant).replace(/(?<=^|\s)1(?=\s)/, '1er');
}

/** A name with such a word would make the mail look like the team's. */
const OUR_WORDS = /guilde|equipe|support|moderat|administrat|securite/;
/** Letters of these scripts look like Latin ones. */
const LIKE_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
/** Telephone numbers have this many digits; a shop may be « 3 Suisses ». */
const NUMBER = /(?:\p{N}[^\p{L}\p{N}]*){6}/u;

/** Names are free, but nobody may speak as Guilde or give a number to call to people who are no members. */
function forStrangers(member: MemberRef): { name: string; who: string; shop: string } {
  const isOurs = (text: string) =>
    OUR_WORDS.test(foldText(text.normalize('NFKC')).replace(/[^\p{L}\p{N}]/gu, '')) ||
    (LIKE_LATIN.test(text) && /\p{Script=Latin}/u.test(text));
  const full = memberName(member);
  const name = isOurs(full) || /\p{N}/u.test(full) ? '' : full;
  const isShopNamed = !isOurs(member.storeName) && !NUMBER.test(member.storeName);
  return { name, who: name || 'Un membre', shop: isShopNamed ? ` (${member.storeName})` : '' };
}
