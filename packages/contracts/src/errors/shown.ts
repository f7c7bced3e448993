import { type Entry, type ErrorParams, entry, entryText } from './entry.ts';

/** Screens show these without a refusal too; every other text comes with the server's answer. */
export const shownErrors = {
  UNAUTHENTICATED: entry(401, 'Ta session a expiré. Reconnecte-toi pour continuer.'),
  TEAM_ONLY: entry(403, "Vous n'avez pas les permissions nécessaires pour accéder à cette page."),
  DESKTOP_CODE_INVALID: entry(410, 'Cette demande n’est plus valable. Recommence depuis l’application.'),
  CONFIRMATION_INVALID: entry(410, 'Ce lien de confirmation est invalide ou a expiré.'),
  EMAIL_CHANGE_INVALID: entry(410, 'Ce lien n’est plus valable, ou il a déjà servi.'),
  RESET_LINK_EXPIRED: entry(410, 'Session expirée'),
  RESET_LINK_INVALID: entry(410, 'Lien invalide'),
  UNSUBSCRIBE_INVALID: entry(404, 'Ce lien n’est pas valable. Connecte-toi pour régler tes e-mails.'),
  INVITATION_EMAIL_MISMATCH: entry(422, "L'email doit correspondre à celui de l'invitation"),
  INVITATIONS_EXHAUSTED: entry(409, "Tu n'as plus d'invitations disponibles"),
  NOT_CERTIFIED: entry(403, 'Seuls les membres certifiés peuvent inviter.'),
  OBJECTION_INVALID: entry(404, 'Ce lien n’est pas valable. Écris à l’équipe, qui s’en occupera.'),
  AVATAR_NOT_AN_IMAGE: entry(415, 'Le fichier doit être une image'),
  AVATAR_TOO_LARGE: entry(413, "L'image doit faire moins de 5MB"),
  SOS_ENDED: entry(409, 'Ce SOS est terminé.'),
  SOS_OWN: entry(409, 'C’est ton SOS : les autres membres viennent t’aider.'),
  SOS_CLOSED_BY_TEAM: entry(
    409,
    'L’équipe a fermé ce SOS : écris-lui par le formulaire de contact pour qu’elle le rouvre.',
  ),
  ALREADY_HELPING: entry(409, 'Cette personne aide déjà sur ce SOS.'),
  HELP_REQUESTS_EXHAUSTED: entry(
    409,
    'Tu as déjà invité dix membres sur ce SOS\u00a0: laisse-leur le temps de répondre.',
  ),
  CONVERSATION_FULL: entry(409, 'Cette conversation est complète : les cinq places sont prises.'),
  RATINGS_INCOMPLETE: entry(409, ({ remaining }) =>
    Number(remaining) > 1
      ? `Évaluations incomplètes : il reste ${remaining} membres à évaluer.`
      : 'Évaluations incomplètes : il reste 1 membre à évaluer.',
  ),
  ARTICLE_OWN: entry(409, 'Tu y as participé : c’est aux autres lecteurs de dire si ça marche chez eux.'),
  OUTCOME_LINK_INVALID: entry(404, 'Ce lien n’est pas valable, ou ce SOS n’est plus résolu.'),
  OUTCOME_ANSWERED: entry(409, 'Tu as déjà répondu à cette question. Merci !'),
  EVENT_LINK_INVALID: entry(404, 'Ce lien n’est plus valable.'),
  REPORT_SELF: entry(409, 'Tu ne peux pas te signaler toi-même.'),
  REPORT_PENDING: entry(409, 'Tu as déjà signalé cette personne : ton signalement est en cours d’examen.'),
  MESSAGE_REPORT_PENDING: entry(
    409,
    'Tu as déjà signalé ce message : ton signalement est en cours d’examen.',
  ),
  CONTENT_REPORT_PENDING: entry(
    409,
    'Tu as déjà signalé ce contenu : ton signalement est en cours d’examen.',
  ),
  MESSAGE_DELETED: entry(409, 'Ce message est déjà supprimé.'),
  CONTEST_LINK_INVALID: entry(
    410,
    'Ce lien n’est pas valable. Ouvrez celui du dernier e-mail reçu, en entier.',
  ),
  CONTEST_TOO_LATE: entry(410, 'Cette décision ne peut plus être contestée : les six mois sont passés.'),
} as const satisfies Record<string, Entry>;

export type ShownErrorCode = keyof typeof shownErrors;

export const shownErrorCodes = Object.keys(shownErrors) as ShownErrorCode[];

export function shownErrorText(code: ShownErrorCode, params: ErrorParams = {}): string {
  return entryText(shownErrors[code], params);
}
