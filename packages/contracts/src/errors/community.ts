import type { Entry } from './entry.ts';
import { REFUSED_FILES, type Refused } from './refused-files.ts';

/** These refuse what members do. */
export const communityErrors = {
  PROFILE_STEPS_MISSING: {
    status: 409,
    text: ({ step }) => `Il manque l’étape ${step} de ton profil.`,
  },
  /** The request is refused before its body is read. */
  IMAGE_TOO_HEAVY: { status: 413, text: "L'image est trop volumineuse" },
  IMAGE_NAME_TAKEN: { status: 409, text: 'Une image avec ce nom existe déjà' },
  IMAGE_REMOVAL_DENIED: { status: 403, text: 'Non autorisé à supprimer cette image' },
  IMAGE_ADDRESS_INVALID: { status: 400, text: "Format d'URL invalide" },
  AVATAR_MISSING: { status: 422, text: 'Choisis une image.' },

  SOS_NOT_YOURS: { status: 403, text: 'Seul l’auteur du SOS peut le faire.' },
  SOS_ADDITIONS_EXHAUSTED: {
    status: 409,
    text: 'Ton SOS a déjà cinq précisions : écris la suite dans le chat.',
  },
  SOS_NOT_CLOSED: { status: 409, text: 'Ce SOS n’est pas fermé.' },
  SOS_REOPEN_TOO_LATE: {
    status: 409,
    text: 'Le délai de 24 heures est passé. Lance un nouveau SOS.',
  },
  RESOLUTION_SETTLED: {
    status: 409,
    text: 'Une résolution s’annule pendant 10 minutes. Lance un nouveau SOS.',
  },
  BLOCK_SELF: { status: 409, text: 'Tu ne peux pas te bloquer toi-même.' },
  BLOCKS_EXHAUSTED: {
    status: 409,
    text: 'Tu bloques déjà trop de membres\u00a0: débloques-en un dans tes réglages.',
  },
  EVENT_FULL: { status: 409, text: 'Complet. Rejoindre la liste d’attente\u202f?' },
  EVENT_WAITING_ONLY: { status: 409, text: 'Cette place passe par la liste d’attente.' },
  EVENT_RUNNING: {
    status: 409,
    text: 'À partir de 15 minutes avant le début, seul le lien de l’appel peut changer.',
  },
  EVENT_ENDED: { status: 409, text: 'Cet événement est passé.' },
  EVENT_CANCELLED: { status: 409, text: 'Cet événement est annulé.' },
  EVENT_NOT_STARTED: { status: 409, text: 'Cet événement n’a pas commencé.' },
  EVENT_OWN: { status: 409, text: 'Tu organises cet événement.' },
  EVENT_TIME_INVALID: {
    status: 409,
    text: 'Choisis une date entre 2 h et 180 jours.',
  },
  EVENT_ROOMS_EXHAUSTED: { status: 409, text: 'Tu as déjà deux Rooms à venir.' },
  EVENTS_EXHAUSTED: {
    status: 409,
    text: 'Déjà vingt événements aujourd’hui\u00a0: reviens demain.',
  },
  EVENT_CAPACITY_TAKEN: { status: 409, text: 'Plus de membres viennent déjà.' },
  EVENT_NOTES_DECIDED: { status: 409, text: 'L’équipe a déjà décidé.' },
  SEAT_OFFER_EXPIRED: { status: 409, text: 'Cette place n’est plus libre.' },
  CALENDAR_LINK_REVOKED: { status: 410, text: 'Ce lien n’est plus valable.' },
  BENCHMARKS_CLOSED: { status: 409, text: 'Cette vague est fermée.' },
  BENCHMARKS_NOT_CERTIFIED: { status: 403, text: 'Seuls les membres certifiés répondent.' },
  BENCHMARKS_SIREN_MISSING: { status: 409, text: 'Ajoute d’abord ton SIREN à ton profil.' },
  BENCHMARKS_TOO_NEW: { status: 409, text: 'Ton compte doit avoir 90 jours à la fin de la vague.' },
  DEAL_CLOSED: { status: 409, text: 'Ce deal n’en est pas, ou plus, à cette étape.' },
  DEAL_COMPANY_COMMITTED: { status: 409, text: 'Cette entreprise s’est déjà engagée dans ce deal.' },
  DEAL_PROOF_TOO_HEAVY: { status: 413, text: 'Une preuve pèse 10\u00a0Mo au plus.' },
  DEAL_TOTAL_REACHED: { status: 409, text: 'Cette quantité dépasse ce qui est encore libre.' },
  COMMITMENT_TOO_SMALL: {
    status: 422,
    text: ({ minimum }) => `Engage-toi sur ${Number(minimum).toLocaleString('fr-FR')} au moins.`,
  },
  COMMITMENT_TOO_LARGE: {
    status: 422,
    text: ({ maximum }) => `Engage-toi sur ${Number(maximum).toLocaleString('fr-FR')} au plus.`,
  },
  CONSENT_REQUIRED: { status: 409, text: 'Il faut ton accord pour transmettre ton nom et ta quantité.' },
  CONSENT_SENT: { status: 409, text: 'Ton nom et ta quantité sont déjà transmis.' },
  DEAL_CHANGED: { status: 409, text: 'Les conditions ont changé. Relis-les d’abord.' },
  DEAL_REASON_REQUIRED: { status: 422, text: 'Les engagements sont clos\u00a0: donne un motif.' },
  DEAL_DAY_INVALID: { status: 422, text: 'Choisis une date de clôture dans 3 à 60 jours.' },
  DEAL_LED: { status: 409, text: 'Quelqu’un négocie déjà ce deal.' },
  DEAL_LEAD_BUSY: { status: 409, text: 'Tu négocies déjà un deal.' },
  DEALS_EXHAUSTED: { status: 409, text: 'Tu as déjà trois deals en cours.' },
  DEALS_CERTIFIED_ONLY: { status: 403, text: 'Ce deal est réservé aux marchands certifiés.' },
  TIE_REQUIRED: { status: 422, text: 'Dis quel lien tu as avec ce fournisseur.' },
  CONVERSATION_SEALED: {
    status: 403,
    text: 'Cette conversation est privée\u00a0: donne d’abord un motif pour l’ouvrir.',
  },
  CONVERSATION_OPEN: { status: 409, text: 'Tu as déjà ouvert cette conversation.' },
  CONVERSATION_CLOSED: { status: 409, text: 'Ce chat est fermé' },
  REQUESTER_CANNOT_LEAVE: {
    status: 409,
    text: 'C’est ton SOS : ferme-le ou marque-le comme résolu plutôt que de le quitter.',
  },
  MESSAGE_NOT_YOURS: { status: 403, text: 'Seul l’auteur d’un message peut le modifier ou le supprimer.' },
  MESSAGE_EDIT_TOO_LATE: {
    status: 409,
    text: 'Un message se modifie pendant 15 minutes. Tu peux encore le supprimer.',
  },
  MESSAGE_ID_TAKEN: { status: 409, text: 'Ce message porte un identifiant déjà utilisé. Renvoie-le.' },

  FILE_ID_TAKEN: { status: 409, text: 'Ce fichier porte un identifiant déjà utilisé. Ajoute-le de nouveau.' },
  FILES_GONE: {
    status: 410,
    text: 'Un des fichiers n’est plus disponible\u00a0: retire-le, ajoute-le de nouveau, puis renvoie.',
  },
  FILE_PART_WRONG: { status: 422, text: 'L’envoi du fichier a été interrompu. Réessaie.' },
  FILE_TYPE_REFUSED: {
    status: 415,
    text: ({ found }) => REFUSED_FILES[found as Refused] ?? REFUSED_FILES.other,
  },
  FILE_HAS_MACROS: {
    status: 415,
    text: 'Ce document contient des macros, qui peuvent être dangereuses\u00a0: enregistre-le sans macros puis renvoie-le.',
  },
  FILE_PICTURE_UNREADABLE: {
    status: 415,
    text: 'Cette image est abîmée ou incomplète\u00a0: enregistre-la de nouveau puis renvoie-la.',
  },
  PICTURE_TOO_LARGE: {
    status: 415,
    text: ({ megapixels, most }) =>
      `Cette image a ${megapixels}\u00a0mégapixels\u00a0: réduis-la à ${most} au plus, puis renvoie-la.`,
  },
  PICTURE_TOO_SLOW: {
    status: 415,
    text: 'Cette image est trop longue à lire\u00a0: enregistre-la en JPEG, plus petite, puis renvoie-la.',
  },
  VOICE_OFF: { status: 403, text: 'Les messages vocaux sont désactivés dans la communauté.' },
  VOICE_UNREADABLE: {
    status: 415,
    text: 'Cet enregistrement n’a pas pu être lu\u00a0: enregistre-le de nouveau, ou écris ton message.',
  },
  VOICE_TOO_LONG: { status: 415, text: 'Un message vocal dure deux minutes au plus.' },
  FILES_MEMBER_FULL: {
    status: 409,
    text: ({ megabytes }) =>
      `Tes fichiers occupent déjà la place prévue (${megabytes}\u00a0Mo). Supprime des messages avec des fichiers pour en libérer.`,
  },
  FILES_CONVERSATION_FULL: {
    status: 409,
    text: ({ megabytes }) =>
      `Les fichiers de cette conversation occupent déjà la place prévue (${megabytes}\u00a0Mo).`,
  },

  RATING_CORRECTION_LATE: { status: 409, text: 'Une évaluation se corrige pendant 48 heures.' },
  RATING_GIVEN: { status: 409, text: 'C’est toi qui as donné cette évaluation.' },
  RATING_REMOVED: { status: 409, text: 'L’équipe a retiré cette évaluation.' },
  RATING_REPLIED: { status: 409, text: 'Tu as déjà répondu à cette évaluation.' },
  RATING_WITHOUT_COMMENT: { status: 409, text: 'Cette évaluation n’a pas de commentaire.' },

  SUMMARY_SOS_NOT_RESOLVED: { status: 409, text: 'Tu pourras demander un résumé une fois le SOS résolu.' },
  SUMMARY_NOTHING_TO_SAY: {
    status: 409,
    text: 'Aucun membre n’a encore aidé dans cette conversation : il n’y a rien à résumer.',
  },
  SUMMARY_UNDER_WAY: { status: 409, text: 'Un résumé de ce SOS est déjà en préparation.' },
  SUMMARY_EXISTS: { status: 409, text: 'Ce SOS a déjà un résumé.' },
  SUMMARY_NOT_PENDING: { status: 409, text: 'Ce résumé a déjà été modéré.' },
  SUMMARY_WAS_PUBLISHED: { status: 409, text: 'Ce résumé est publié : donne la règle et le motif.' },
  SUMMARY_NOT_APPROVED: {
    status: 409,
    text: 'Ce résumé n’est plus dans la base de connaissances : il a déjà été retiré ou régénéré.',
  },
  SUMMARY_CHANGED: { status: 409, text: 'Ce résumé a changé depuis que tu l’as lu. Relis-le.' },
  SUMMARY_NO_PROPOSAL: { status: 409, text: 'Il n’y a plus d’autre version à choisir.' },
  SUMMARY_REVIEW_OVER: {
    status: 409,
    text: 'Le temps de relecture est passé. Écris à l’équipe, elle peut encore retirer ce résumé.',
  },
  SUMMARY_NOT_TO_REVIEW: { status: 409, text: 'Ce résumé a déjà été revu.' },

  OUTCOME_CLOSED: { status: 410, text: 'Cette question n’est plus ouverte.' },

  INCIDENT_ENDED: { status: 409, text: 'Cette panne est terminée.' },
  INCIDENT_DECIDED: { status: 409, text: 'Un autre membre de l’équipe s’en est déjà occupé.' },

  RATED_NOT_A_HELPER: { status: 422, text: 'Cette personne n’a pas aidé sur ce SOS.' },

  PUSH_SERVICE_UNKNOWN: {
    status: 422,
    text: 'Guilde ne prend pas en charge le service de notifications de ce navigateur.',
  },
} as const satisfies Record<string, Entry>;
