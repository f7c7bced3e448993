import { type Entry, entry } from './entry.ts';
import { REFUSED_FILES, type Refused } from './refused-files.ts';

/** These refuse what members do. */
export const communityErrors = {
  PROFILE_STEPS_MISSING: entry(409, ({ step }) => `Il manque l’étape ${step} de ton profil.`),
  /** The request is refused before its body is read. */
  IMAGE_TOO_HEAVY: entry(413, "L'image est trop volumineuse"),
  IMAGE_NAME_TAKEN: entry(409, 'Une image avec ce nom existe déjà'),
  IMAGE_REMOVAL_DENIED: entry(403, 'Non autorisé à supprimer cette image'),
  IMAGE_ADDRESS_INVALID: entry(400, "Format d'URL invalide"),
  AVATAR_MISSING: entry(422, 'Choisis une image.'),

  SOS_NOT_YOURS: entry(403, 'Seul l’auteur du SOS peut le faire.'),
  SOS_ADDITIONS_EXHAUSTED: entry(409, 'Ton SOS a déjà cinq précisions : écris la suite dans le chat.'),
  SOS_NOT_CLOSED: entry(409, 'Ce SOS n’est pas fermé.'),
  SOS_REOPEN_TOO_LATE: entry(409, 'Le délai de 24 heures est passé. Lance un nouveau SOS.'),
  RESOLUTION_SETTLED: entry(409, 'Une résolution s’annule pendant 10 minutes. Lance un nouveau SOS.'),
  BLOCK_SELF: entry(409, 'Tu ne peux pas te bloquer toi-même.'),
  BLOCKS_EXHAUSTED: entry(409, 'Tu bloques déjà trop de membres\u00a0: débloques-en un dans tes réglages.'),
  EVENT_FULL: entry(409, 'Complet. Rejoindre la liste d’attente\u202f?'),
  EVENT_WAITING_ONLY: entry(409, 'Cette place passe par la liste d’attente.'),
  EVENT_RUNNING: entry(409, 'À partir de 15 minutes avant le début, seul le lien de l’appel peut changer.'),
  EVENT_ENDED: entry(409, 'Cet événement est passé.'),
  EVENT_CANCELLED: entry(409, 'Cet événement est annulé.'),
  EVENT_NOT_STARTED: entry(409, 'Cet événement n’a pas commencé.'),
  EVENT_OWN: entry(409, 'Tu organises cet événement.'),
  EVENT_TIME_INVALID: entry(409, 'Choisis une date entre 2 h et 180 jours.'),
  EVENT_ROOMS_EXHAUSTED: entry(409, 'Tu as déjà deux Rooms à venir.'),
  EVENTS_EXHAUSTED: entry(409, 'Assez d’événements proposés aujourd’hui\u00a0: reviens demain.'),
  EVENT_CAPACITY_TAKEN: entry(409, 'Plus de membres viennent déjà.'),
  EVENT_NOTES_DECIDED: entry(409, 'L’équipe a déjà décidé.'),
  SEAT_OFFER_EXPIRED: entry(409, 'Cette place n’est plus libre.'),
  CALENDAR_LINK_REVOKED: entry(410, 'Ce lien n’est plus valable.'),
  BENCHMARKS_CLOSED: entry(409, 'Cette vague est fermée.'),
  BENCHMARKS_NOT_CERTIFIED: entry(403, 'Seuls les membres certifiés répondent.'),
  BENCHMARKS_SIREN_MISSING: entry(409, 'Ajoute d’abord ton SIREN à ton profil.'),
  BENCHMARKS_TOO_NEW: entry(409, 'Ton compte doit avoir 90 jours à la fin de la vague.'),
  DEAL_CLOSED: entry(409, 'Ce deal n’en est pas, ou plus, à cette étape.'),
  DEAL_COMPANY_COMMITTED: entry(409, 'Cette entreprise s’est déjà engagée dans ce deal.'),
  DEAL_PROOF_TOO_HEAVY: entry(413, 'Une preuve pèse 10\u00a0Mo au plus.'),
  DEAL_TOTAL_REACHED: entry(409, 'Cette quantité dépasse ce qui est encore libre.'),
  COMMITMENT_TOO_SMALL: entry(
    422,
    ({ minimum }) => `Engage-toi sur ${Number(minimum).toLocaleString('fr-FR')} au moins.`,
  ),
  COMMITMENT_TOO_LARGE: entry(
    422,
    ({ maximum }) => `Engage-toi sur ${Number(maximum).toLocaleString('fr-FR')} au plus.`,
  ),
  CONSENT_REQUIRED: entry(409, 'Il faut ton accord pour transmettre ton nom et ta quantité.'),
  CONSENT_SENT: entry(409, 'Ton nom et ta quantité sont déjà transmis.'),
  DEAL_CHANGED: entry(409, 'Les conditions ont changé. Relis-les d’abord.'),
  DEAL_REASON_REQUIRED: entry(422, 'Les engagements sont clos\u00a0: donne un motif.'),
  DEAL_DAY_INVALID: entry(422, 'Choisis une date de clôture dans 3 à 60 jours.'),
  DEAL_LED: entry(409, 'Quelqu’un négocie déjà ce deal.'),
  DEAL_LEAD_BUSY: entry(409, 'Tu négocies déjà un deal.'),
  DEALS_EXHAUSTED: entry(409, 'Tu as déjà trois deals en cours.'),
  DEALS_CERTIFIED_ONLY: entry(403, 'Ce deal est réservé aux marchands certifiés.'),
  TIE_REQUIRED: entry(422, 'Dis quel lien tu as avec ce fournisseur.'),
  CONVERSATION_SEALED: entry(
    403,
    'Cette conversation est privée\u00a0: donne d’abord un motif pour l’ouvrir.',
  ),
  CONVERSATION_OPEN: entry(409, 'Tu as déjà ouvert cette conversation.'),
  CONVERSATION_CLOSED: entry(409, 'Ce chat est fermé'),
  REQUESTER_CANNOT_LEAVE: entry(
    409,
    'C’est ton SOS : ferme-le ou marque-le comme résolu plutôt que de le quitter.',
  ),
  MESSAGE_NOT_YOURS: entry(403, 'Seul l’auteur d’un message peut le modifier ou le supprimer.'),
  MESSAGE_EDIT_TOO_LATE: entry(409, 'Un message se modifie pendant 15 minutes. Tu peux encore le supprimer.'),
  MESSAGE_ID_TAKEN: entry(409, 'Ce message porte un identifiant déjà utilisé. Renvoie-le.'),

  FILE_ID_TAKEN: entry(409, 'Ce fichier porte un identifiant déjà utilisé. Ajoute-le de nouveau.'),
  FILES_GONE: entry(
    410,
    'Un des fichiers n’est plus disponible\u00a0: retire-le, ajoute-le de nouveau, puis renvoie.',
  ),
  FILE_PART_WRONG: entry(422, 'L’envoi du fichier a été interrompu. Réessaie.'),
  FILE_TYPE_REFUSED: entry(415, ({ found }) => REFUSED_FILES[found as Refused] ?? REFUSED_FILES.other),
  FILE_HAS_MACROS: entry(
    415,
    'Ce document contient des macros, qui peuvent être dangereuses\u00a0: enregistre-le sans macros puis renvoie-le.',
  ),
  FILE_PICTURE_UNREADABLE: entry(
    415,
    'Cette image est abîmée ou incomplète\u00a0: enregistre-la de nouveau puis renvoie-la.',
  ),
  PICTURE_TOO_LARGE: entry(
    415,
    ({ megapixels, most }) =>
      `Cette image a ${megapixels}\u00a0mégapixels\u00a0: réduis-la à ${most} au plus, puis renvoie-la.`,
  ),
  PICTURE_TOO_SLOW: entry(
    415,
    'Cette image est trop longue à lire\u00a0: enregistre-la en JPEG, plus petite, puis renvoie-la.',
  ),
  VOICE_OFF: entry(403, 'Les messages vocaux sont désactivés dans la communauté.'),
  VOICE_UNREADABLE: entry(
    415,
    'Cet enregistrement n’a pas pu être lu\u00a0: enregistre-le de nouveau, ou écris ton message.',
  ),
  VOICE_TOO_LONG: entry(415, 'Un message vocal dure deux minutes au plus.'),
  FILES_MEMBER_FULL: entry(
    409,
    ({ megabytes }) =>
      `Tes fichiers occupent déjà la place prévue (${megabytes}\u00a0Mo). Supprime des messages avec des fichiers pour en libérer.`,
  ),
  FILES_CONVERSATION_FULL: entry(
    409,
    ({ megabytes }) =>
      `Les fichiers de cette conversation occupent déjà la place prévue (${megabytes}\u00a0Mo).`,
  ),

  RATING_CORRECTION_LATE: entry(409, 'Une évaluation se corrige pendant 48 heures.'),
  RATING_GIVEN: entry(409, 'C’est toi qui as donné cette évaluation.'),
  RATING_REMOVED: entry(409, 'L’équipe a retiré cette évaluation.'),
  RATING_REPLIED: entry(409, 'Tu as déjà répondu à cette évaluation.'),
  RATING_WITHOUT_COMMENT: entry(409, 'Cette évaluation n’a pas de commentaire.'),

  SUMMARY_SOS_NOT_RESOLVED: entry(409, 'Tu pourras demander un résumé une fois le SOS résolu.'),
  SUMMARY_NOTHING_TO_SAY: entry(
    409,
    'Aucun membre n’a encore aidé dans cette conversation : il n’y a rien à résumer.',
  ),
  SUMMARY_UNDER_WAY: entry(409, 'Un résumé de ce SOS est déjà en préparation.'),
  SUMMARY_EXISTS: entry(409, 'Ce SOS a déjà un résumé.'),
  SUMMARY_NOT_PENDING: entry(409, 'Ce résumé a déjà été modéré.'),
  SUMMARY_WAS_PUBLISHED: entry(409, 'Ce résumé est publié : donne la règle et le motif.'),
  SUMMARY_NOT_APPROVED: entry(
    409,
    'Ce résumé n’est plus dans la base de connaissances : il a déjà été retiré ou régénéré.',
  ),
  SUMMARY_CHANGED: entry(409, 'Ce résumé a changé depuis que tu l’as lu. Relis-le.'),
  SUMMARY_NO_PROPOSAL: entry(409, 'Il n’y a plus d’autre version à choisir.'),
  SUMMARY_REVIEW_OVER: entry(
    409,
    'Le temps de relecture est passé. Écris à l’équipe, elle peut encore retirer ce résumé.',
  ),
  SUMMARY_NOT_TO_REVIEW: entry(409, 'Ce résumé a déjà été revu.'),

  OUTCOME_CLOSED: entry(410, 'Cette question n’est plus ouverte.'),

  INCIDENT_ENDED: entry(409, 'Cette panne est terminée.'),
  INCIDENT_DECIDED: entry(409, 'Un autre membre de l’équipe s’en est déjà occupé.'),

  RATED_NOT_A_HELPER: entry(422, 'Cette personne n’a pas aidé sur ce SOS.'),

  PUSH_SERVICE_UNKNOWN: entry(
    422,
    'Guilde ne prend pas en charge le service de notifications de ce navigateur.',
  ),
} as const satisfies Record<string, Entry>;
