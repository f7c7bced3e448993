import { type Entry, type ErrorParams, entryText } from './entry.ts';

/** Screens show these without a refusal too; every other text comes with the server's answer. */
export const shownErrors = {
  UNAUTHENTICATED: { status: 401, text: 'Ta session a expiré. Reconnecte-toi pour continuer.' },
  TEAM_ONLY: { status: 403, text: "Vous n'avez pas les permissions nécessaires pour accéder à cette page." },
  DESKTOP_CODE_INVALID: {
    status: 410,
    text: 'Cette demande n’est plus valable. Recommence depuis l’application.',
  },
  CONFIRMATION_INVALID: { status: 410, text: 'Ce lien de confirmation est invalide ou a expiré.' },
  EMAIL_CHANGE_INVALID: {
    status: 410,
    text: 'Ce lien n’est plus valable, ou il a déjà servi.',
  },
  RESET_LINK_EXPIRED: { status: 410, text: 'Session expirée' },
  RESET_LINK_INVALID: { status: 410, text: 'Lien invalide' },
  UNSUBSCRIBE_INVALID: {
    status: 404,
    text: 'Ce lien n’est pas valable. Connecte-toi pour régler tes e-mails.',
  },
  INVITATION_EMAIL_MISMATCH: { status: 422, text: "L'email doit correspondre à celui de l'invitation" },
  INVITATIONS_EXHAUSTED: { status: 409, text: "Tu n'as plus d'invitations disponibles" },
  NOT_CERTIFIED: { status: 403, text: 'Seuls les membres certifiés peuvent inviter.' },
  OBJECTION_INVALID: {
    status: 404,
    text: 'Ce lien n’est pas valable. Écris à l’équipe, qui s’en occupera.',
  },
  AVATAR_NOT_AN_IMAGE: { status: 415, text: 'Le fichier doit être une image' },
  AVATAR_TOO_LARGE: { status: 413, text: "L'image doit faire moins de 5MB" },
  SOS_ENDED: { status: 409, text: 'Ce SOS est terminé.' },
  SOS_OWN: { status: 409, text: 'C’est ton SOS : les autres membres viennent t’aider.' },
  SOS_CLOSED_BY_TEAM: {
    status: 409,
    text: 'L’équipe a fermé ce SOS : écris-lui par le formulaire de contact pour qu’elle le rouvre.',
  },
  ALREADY_HELPING: { status: 409, text: 'Cette personne aide déjà sur ce SOS.' },
  HELP_REQUESTS_EXHAUSTED: {
    status: 409,
    text: 'Tu as déjà invité dix membres sur ce SOS\u00a0: laisse-leur le temps de répondre.',
  },
  CONVERSATION_FULL: { status: 409, text: 'Cette conversation est complète : les cinq places sont prises.' },
  RATINGS_INCOMPLETE: {
    status: 409,
    text: ({ remaining }) =>
      Number(remaining) > 1
        ? `Évaluations incomplètes : il reste ${remaining} membres à évaluer.`
        : 'Évaluations incomplètes : il reste 1 membre à évaluer.',
  },
  ARTICLE_OWN: {
    status: 409,
    text: 'Tu y as participé : c’est aux autres lecteurs de dire si ça marche chez eux.',
  },
  OUTCOME_LINK_INVALID: { status: 404, text: 'Ce lien n’est pas valable, ou ce SOS n’est plus résolu.' },
  OUTCOME_ANSWERED: { status: 409, text: 'Tu as déjà répondu à cette question. Merci !' },
  EVENT_LINK_INVALID: { status: 404, text: 'Ce lien n’est plus valable.' },
  REPORT_SELF: { status: 409, text: 'Tu ne peux pas te signaler toi-même.' },
  REPORT_PENDING: {
    status: 409,
    text: 'Tu as déjà signalé cette personne : ton signalement est en cours d’examen.',
  },
  MESSAGE_REPORT_PENDING: {
    status: 409,
    text: 'Tu as déjà signalé ce message : ton signalement est en cours d’examen.',
  },
  CONTENT_REPORT_PENDING: {
    status: 409,
    text: 'Tu as déjà signalé ce contenu : ton signalement est en cours d’examen.',
  },
  MESSAGE_DELETED: { status: 409, text: 'Ce message est déjà supprimé.' },
  CONTEST_LINK_INVALID: {
    status: 410,
    text: 'Ce lien n’est pas valable. Ouvrez celui du dernier e-mail reçu, en entier.',
  },
  CONTEST_TOO_LATE: {
    status: 410,
    text: 'Cette décision ne peut plus être contestée : les six mois sont passés.',
  },
} as const satisfies Record<string, Entry>;

export type ShownErrorCode = keyof typeof shownErrors;

export const shownErrorCodes = Object.keys(shownErrors) as ShownErrorCode[];

export function shownErrorText(code: ShownErrorCode, params: ErrorParams = {}): string {
  return entryText(shownErrors[code], params);
}
