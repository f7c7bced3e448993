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
};

export function invitationMail({ to, inviter, link, objection, expiresAt }: Invitation): MailContent {
  const { name, who, shop } = forStrangers(inviter);
  return {
    to,
    isNews: true,
    subject: `${who} t’invite sur Guilde`,
    heading: `${who} t’invite sur Guilde`,
    paragraphs: [
      `${who}${shop} te parraine pour rejoindre Guilde, l’entraide privée des e-commerçants certifiés.`,
      'Quand tu bloques, tu lances un SOS et d’autres marchands viennent t’aider\u202f; tu les aides à ton tour. Il n’y a ni agences ni freelances\u00a0: que des e-commerçants.',
      `Cette invitation est personnelle. Elle est valable ${INVITATION_DAYS} jours, jusqu’au ${dayOf(expiresAt)}.`,
    ],
    action: { label: 'Accepter l’invitation', url: link },
    footnote: `Tu reçois cet e-mail parce qu’un membre${name && `, ${name},`} nous a donné ton adresse pour t’inviter. Elle ne sert qu’à cette invitation\u202f; si tu ne l’acceptes pas, nous l’effaçons ${INVITATION_KEPT_DAYS} jours après l’expiration. D’un clic, tu peux refuser toute invitation\u00a0: nous effaçons ton adresse tout de suite et n’en gardons qu’une empreinte, pour respecter ton choix. Si tu ne connais pas cette personne, ignore cet e-mail\u00a0: aucun compte n’est créé.`,
    footnoteLink: { label: 'Ne plus recevoir d’invitation à cette adresse', url: objection.url },
    headers: objection.headers,
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
