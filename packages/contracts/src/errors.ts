import type { z } from 'zod';
import { dayText, waitText } from './error-words.ts';
import type { refusalOutput } from './errors-output.ts';

/** The texts of docs/specification.md are used letter for letter. */
type Text = string | ((params: ErrorParams) => string);
type Entry = { status: 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 503; text: Text };

export type ErrorParams = Record<string, string | number>;

const entries = {
  INVALID_INPUT: { status: 422, text: 'Certains champs sont à corriger.' },
  MALFORMED_REQUEST: {
    status: 400,
    text: 'Une erreur technique est survenue. Recharge la page et réessaie.',
  },
  BODY_TOO_LARGE: { status: 413, text: 'L’envoi est trop volumineux.' },
  UNSUPPORTED_CONTENT: {
    status: 415,
    text: 'Une erreur technique est survenue. Recharge la page et réessaie.',
  },
  FOREIGN_ORIGIN: { status: 403, text: 'Cette demande vient d’un autre site : elle est refusée.' },
  NOT_FOUND: { status: 404, text: 'Cette page ou cet élément n’existe pas, ou plus.' },
  UNAUTHENTICATED: { status: 401, text: 'Ta session a expiré. Reconnecte-toi pour continuer.' },
  ALREADY_SIGNED_IN: { status: 409, text: 'Ta session est déjà ouverte.' },
  TERMS_NOT_ACCEPTED: {
    status: 403,
    text: 'Les conditions d’utilisation ont changé. Lis ce qui change et accepte-les pour continuer.',
  },
  TERMS_REVISION_PASSED: { status: 409, text: 'Les conditions ont encore changé\u00a0: relis-les.' },
  PROFILE_INCOMPLETE: { status: 403, text: 'Complète ton profil pour accéder à la communauté.' },
  TEAM_ONLY: { status: 403, text: "Vous n'avez pas les permissions nécessaires pour accéder à cette page." },
  ADMIN_ONLY: { status: 403, text: "Vous n'avez pas les permissions nécessaires pour accéder à cette page." },
  RATE_LIMITED: {
    status: 429,
    text: ({ seconds }) => `Trop de tentatives. Réessaie dans ${waitText(Number(seconds))}.`,
  },
  TOO_BUSY: {
    status: 503,
    text: ({ seconds }) =>
      `Trop de personnes se connectent en même temps. Réessaie dans ${waitText(Number(seconds))}.`,
  },
  INTERNAL: { status: 500, text: 'Une erreur inattendue est survenue. Réessaie dans un instant.' },
  UNAVAILABLE: { status: 503, text: 'Le service est momentanément indisponible. Réessaie dans un instant.' },

  CREDENTIALS_REQUIRED: { status: 422, text: 'Email et mot de passe requis' },
  CREDENTIALS_INVALID: { status: 401, text: 'Email ou mot de passe incorrect' },
  EMAIL_NOT_CONFIRMED: { status: 403, text: 'Vérifie ton email pour confirmer ton compte' },
  EMAIL_TAKEN: { status: 409, text: 'Cet email est déjà utilisé' },
  SIREN_TAKEN: {
    status: 409,
    text: 'Un compte porte déjà ce SIREN. Si c’est celui de ton entreprise, écris à l’équipe par le formulaire de contact.',
  },
  MEMBER_SUSPENDED: {
    status: 403,
    text: ({ until }) =>
      `Votre compte est suspendu${until ? ` jusqu’au ${dayText(String(until))}` : ''}. Le motif vous a été envoyé par e-mail, avec le lien pour contester.`,
  },
  CODE_UNKNOWN_EMAIL: { status: 404, text: 'Aucun compte trouvé avec cet email' },
  CODE_MAILS_RECEIVED: {
    status: 429,
    text: 'Trop de codes ont été envoyés à cette adresse en 24 heures. Connecte-toi avec ton mot de passe.',
  },
  CODE_EXPIRED: { status: 410, text: 'Code expiré, demandez un nouveau code' },
  CODE_INCORRECT: { status: 422, text: 'Code incorrect' },
  CODE_FAILED: { status: 400, text: 'Vérification échouée' },
  SECOND_FACTOR_EXPIRED: {
    status: 410,
    text: 'Cette connexion n’est plus valable. Recommence depuis le début.',
  },
  SECOND_FACTOR_ACTIVE: { status: 409, text: 'La double vérification est déjà activée.' },
  SECOND_FACTOR_INACTIVE: { status: 409, text: 'La double vérification n’est pas activée.' },
  SECOND_FACTOR_SETUP_EXPIRED: {
    status: 410,
    text: 'Cette clé n’est plus valable. Recommence avec une nouvelle clé.',
  },
  SECOND_FACTOR_REQUIRED: {
    status: 403,
    text: 'L’administration demande la double vérification. Active-la, ou confirme que c’est toi.',
  },
  PASSKEY_UNKNOWN: {
    status: 404,
    text: 'Guilde ne reconnaît pas cette clé d’accès. Connecte-toi autrement.',
  },
  PASSKEY_REFUSED: { status: 422, text: 'Cette clé d’accès n’a pas pu être vérifiée. Réessaie.' },
  DESKTOP_CODE_INVALID: {
    status: 410,
    text: 'Cette demande n’est plus valable. Recommence depuis l’application.',
  },
  PASSKEYS_EXHAUSTED: {
    status: 409,
    text: 'Tu as déjà dix clés d’accès\u00a0: retires-en une avant d’en ajouter une autre.',
  },
  PROOF_REQUIRED: { status: 403, text: 'Confirme que c’est toi pour continuer.' },
  EMAIL_CHANGE_INVALID: {
    status: 410,
    text: 'Ce lien n’est plus valable, ou il a déjà servi.',
  },
  EMAIL_MAILS_RECEIVED: {
    status: 429,
    text: 'Cette adresse a déjà reçu trop d’e-mails de Guilde en 24 heures. Réessaie demain.',
  },
  CONFIRMATION_INVALID: { status: 410, text: 'Ce lien de confirmation est invalide ou a expiré.' },
  CONFIRMATION_NEEDS_PASSWORD: {
    status: 409,
    text: 'Choisis un mot de passe pour confirmer ton adresse.',
  },
  RESET_LINK_INVALID: { status: 410, text: 'Lien invalide' },
  RESET_LINK_EXPIRED: { status: 410, text: 'Session expirée' },
  PASSWORD_WRONG: { status: 403, text: 'Ce mot de passe n’est pas le bon.' },
  LAST_ADMINISTRATOR: {
    status: 409,
    text: 'Tu es la seule personne à administrer Guilde. Donne d’abord ce rôle à un autre membre.',
  },
  UNSUBSCRIBE_INVALID: {
    status: 404,
    text: 'Ce lien n’est pas valable. Connecte-toi pour régler tes e-mails.',
  },

  INVITATION_REQUIRED: {
    status: 403,
    text: 'Inscription sur invitation uniquement. Contactez un membre existant pour obtenir une invitation.',
  },
  INVITATION_INVALID: { status: 404, text: 'Invitation invalide ou expirée' },
  INVITATION_EXPIRED: { status: 410, text: 'Cette invitation a expiré' },
  INVITATION_EMAIL_MISMATCH: { status: 422, text: "L'email doit correspondre à celui de l'invitation" },
  INVITATIONS_EXHAUSTED: { status: 409, text: "Tu n'as plus d'invitations disponibles" },
  INVITEE_OBJECTED: {
    status: 409,
    text: 'Cette personne ne souhaite pas recevoir d’invitation. Elle peut changer d’avis avec le lien de l’e-mail qu’elle avait reçu.',
  },
  OBJECTION_INVALID: {
    status: 404,
    text: 'Ce lien n’est pas valable. Écris à l’équipe, qui s’en occupera.',
  },
  INVITATION_PENDING: { status: 409, text: 'Une invitation est déjà en attente pour cette adresse.' },
  INVITATION_MAILS_RECEIVED: {
    status: 429,
    text: 'Cette adresse a déjà reçu deux invitations en 24 heures. Réessaie demain.',
  },
  INVITATION_MAILS_SENT: {
    status: 429,
    text: 'Tu as envoyé trop d’invitations ces dernières 24 heures. Réessaie demain.',
  },
  INVITATION_NOT_PENDING: { status: 409, text: 'Cette invitation n’est plus en attente.' },
  INVITEE_IS_MEMBER: { status: 409, text: 'Cette adresse email est déjà utilisée' },
  NOT_CERTIFIED: { status: 403, text: 'Seuls les membres certifiés peuvent inviter.' },

  PROFILE_STEPS_MISSING: {
    status: 409,
    text: ({ step }) => `Il manque l’étape ${step} de ton profil.`,
  },
  AVATAR_NOT_AN_IMAGE: { status: 415, text: 'Le fichier doit être une image' },
  AVATAR_TOO_LARGE: { status: 413, text: "L'image doit faire moins de 5MB" },
  /** The request is refused before its body is read. */
  IMAGE_TOO_HEAVY: { status: 413, text: "L'image est trop volumineuse" },
  IMAGE_NAME_TAKEN: { status: 409, text: 'Une image avec ce nom existe déjà' },
  IMAGE_REMOVAL_DENIED: { status: 403, text: 'Non autorisé à supprimer cette image' },
  IMAGE_ADDRESS_INVALID: { status: 400, text: "Format d'URL invalide" },
  AVATAR_MISSING: { status: 422, text: 'Choisis une image.' },

  SOS_NOT_YOURS: { status: 403, text: 'Seul l’auteur du SOS peut le faire.' },
  SOS_ENDED: { status: 409, text: 'Ce SOS est terminé.' },
  SOS_OWN: { status: 409, text: 'C’est ton SOS : les autres membres viennent t’aider.' },
  SOS_ADDITIONS_EXHAUSTED: {
    status: 409,
    text: 'Ton SOS a déjà cinq précisions : écris la suite dans le chat.',
  },
  SOS_NOT_CLOSED: { status: 409, text: 'Ce SOS n’est pas fermé.' },
  SOS_REOPEN_TOO_LATE: {
    status: 409,
    text: 'Le délai de 24 heures est passé. Lance un nouveau SOS.',
  },
  SOS_CLOSED_BY_TEAM: {
    status: 409,
    text: 'L’équipe a fermé ce SOS : écris-lui par le formulaire de contact pour qu’elle le rouvre.',
  },
  ALREADY_HELPING: { status: 409, text: 'Cette personne aide déjà sur ce SOS.' },
  HELP_REQUESTS_EXHAUSTED: {
    status: 409,
    text: 'Tu as déjà invité dix membres sur ce SOS\u00a0: laisse-leur le temps de répondre.',
  },
  BLOCK_SELF: { status: 409, text: 'Tu ne peux pas te bloquer toi-même.' },
  BLOCKS_EXHAUSTED: {
    status: 409,
    text: 'Tu bloques déjà trop de membres\u00a0: débloques-en un dans tes réglages.',
  },
  CONVERSATION_SEALED: {
    status: 403,
    text: 'Cette conversation est privée\u00a0: donne d’abord un motif pour l’ouvrir.',
  },
  CONVERSATION_OPEN: { status: 409, text: 'Tu as déjà ouvert cette conversation.' },
  CONVERSATION_FULL: { status: 409, text: 'Cette conversation est complète : les cinq places sont prises.' },
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
    text: 'Ce type de fichier n’est pas accepté. Envoie une image (PNG, JPEG, WebP, GIF), un PDF, un CSV, un XLSX, un DOCX ou un texte.',
  },
  FILE_HAS_MACROS: {
    status: 415,
    text: 'Ce document contient des macros, qui peuvent être dangereuses\u00a0: enregistre-le sans macros puis renvoie-le.',
  },
  FILE_PICTURE_UNREADABLE: {
    status: 415,
    text: 'Cette image est abîmée ou démesurée\u00a0: enregistre-la de nouveau, plus petite, puis renvoie-la.',
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

  RATINGS_INCOMPLETE: {
    status: 409,
    text: ({ remaining }) =>
      Number(remaining) > 1
        ? `Évaluations incomplètes : il reste ${remaining} membres à évaluer.`
        : 'Évaluations incomplètes : il reste 1 membre à évaluer.',
  },
  REPORT_SELF: { status: 409, text: 'Tu ne peux pas te signaler toi-même.' },
  MESSAGE_REPORT_PENDING: {
    status: 409,
    text: 'Tu as déjà signalé ce message : ton signalement est en cours d’examen.',
  },
  REPORT_PENDING: {
    status: 409,
    text: 'Tu as déjà signalé cette personne : ton signalement est en cours d’examen.',
  },

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
  ARTICLE_OWN: {
    status: 409,
    text: 'Tu as participé à cette conversation : c’est aux autres lecteurs de dire si ça marche chez eux.',
  },

  OUTCOME_LINK_INVALID: { status: 404, text: 'Ce lien n’est pas valable, ou ce SOS n’est plus résolu.' },
  OUTCOME_ANSWERED: { status: 409, text: 'Tu as déjà répondu à cette question. Merci !' },
  OUTCOME_CLOSED: { status: 410, text: 'Cette question n’est plus ouverte.' },

  INCIDENT_ENDED: { status: 409, text: 'Cette panne est terminée.' },
  INCIDENT_DECIDED: { status: 409, text: 'Un autre membre de l’équipe s’en est déjà occupé.' },

  RATED_NOT_A_HELPER: { status: 422, text: 'Cette personne n’a pas aidé sur ce SOS.' },

  PUSH_SERVICE_UNKNOWN: {
    status: 422,
    text: 'Guilde ne prend pas en charge le service de notifications de ce navigateur.',
  },
  ANNOUNCEMENT_SENT: {
    status: 409,
    text: 'Cette annonce est déjà envoyée ou annulée\u00a0: tu ne peux plus la modifier.',
  },
  ANNOUNCEMENT_NOT_SHOWN: { status: 409, text: 'Cette annonce n’est pas affichée, ou ne l’est plus.' },
  SAVED_FILTERS_EXHAUSTED: {
    status: 409,
    text: 'Les administrateurs ont déjà trente filtres\u00a0: supprimes-en un avant d’en enregistrer un autre.',
  },
  REMOVAL_OWN: { status: 409, text: 'C’est toi qui l’as écrit\u00a0: demande à quelqu’un de l’équipe.' },
  ACT_ON_SELF: { status: 409, text: 'Tu ne peux pas le faire sur ton propre compte. Passe par ton profil.' },
  ACT_ON_ADMINISTRATOR: {
    status: 409,
    text: 'Cette personne administre Guilde\u00a0: c’est à un administrateur d’agir, depuis sa fiche.',
  },
  ALREADY_SUSPENDED: { status: 409, text: 'Ce membre est déjà suspendu.' },
  NOT_SUSPENDED: { status: 409, text: 'Ce membre n’est pas suspendu.' },
  EVIDENCE_ASKED: { status: 409, text: 'Un justificatif est déjà demandé à ce membre.' },
  EVIDENCE_NOT_ASKED: { status: 409, text: 'Aucun justificatif n’est demandé.' },
  EVIDENCE_NOT_POSSIBLE: { status: 409, text: 'Ce membre doit être certifié et avoir un profil complet.' },
  EVIDENCE_TYPE_REFUSED: { status: 415, text: 'Envoyez une photo ou un PDF.' },
  CERTIFICATION_UNCHANGED: { status: 409, text: 'La certification de ce membre est déjà dans cet état.' },
  ROLE_NOT_POSSIBLE: {
    status: 409,
    text: 'Seul un membre dont le profil est complet et qui n’est pas suspendu peut administrer.',
  },
  HANDOVER_WITHOUT_SECOND_FACTOR: {
    status: 409,
    text: 'Cette personne doit d’abord ajouter une double vérification dans ses réglages.',
  },
  ROLE_UNCHANGED: { status: 409, text: 'Ce membre a déjà ce rôle.' },
  CASE_DECIDED: { status: 409, text: 'Un autre membre de l’équipe s’en est déjà occupé.' },
  CONTEST_LINK_INVALID: {
    status: 410,
    text: 'Ce lien n’est pas valable. Ouvrez celui du dernier e-mail reçu, en entier.',
  },
  CONTEST_EXISTS: {
    status: 409,
    text: 'Cette décision a déjà été contestée : nous vous répondrons par e-mail.',
  },
  CONTEST_TOO_LATE: {
    status: 410,
    text: 'Cette décision ne peut plus être contestée : les six mois sont passés.',
  },
  CONTEST_DECIDED: { status: 409, text: 'Un autre membre de l’équipe s’en est déjà occupé.' },
  CONTEST_OWN_DECISION: {
    status: 409,
    text: 'Tu as pris cette décision : une autre personne de l’équipe doit la réexaminer.',
  },
  REPORT_DECIDED: { status: 409, text: 'Ce signalement est déjà traité.' },
  SOS_STATUS_UNCHANGED: { status: 409, text: 'Ce SOS a déjà ce statut.' },
  MESSAGE_DELETED: { status: 409, text: 'Ce message est déjà supprimé.' },
  CONTACT_STATUS_PASSED: { status: 409, text: 'Ce message a déjà ce statut, ou un statut plus avancé.' },
  JOB_NOT_FAILED: { status: 409, text: 'Cette tâche n’est pas en échec.' },
} as const satisfies Record<string, Entry>;

export type ErrorCode = keyof typeof entries;

export const errorCodes = Object.keys(entries) as ErrorCode[];

/** The keys are field names, dotted for nested fields. */
export type FieldErrors = Record<string, string>;

export type ErrorBody = z.infer<ReturnType<typeof refusalOutput<ErrorCode>>>;

export function errorStatus(code: ErrorCode): Entry['status'] {
  return entries[code].status;
}

export function errorText(code: ErrorCode, params: ErrorParams = {}): string {
  const { text }: Entry = entries[code];
  return typeof text === 'function' ? text(params) : text;
}

/** The examples fill in texts that are shown without a refusal. */
const EXAMPLES: ErrorParams = { seconds: 60, step: 3, remaining: 2, megabytes: 500 };

export function errorExample(code: ErrorCode): string {
  return errorText(code, EXAMPLES);
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(entries, value);
}

/** Verbs throw it, and the API's `onError` makes the answer. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  readonly fields: FieldErrors;

  constructor(code: ErrorCode, params: ErrorParams = {}, fields: FieldErrors = {}) {
    super(errorText(code, params));
    this.name = 'AppError';
    this.code = code;
    this.params = params;
    this.fields = fields;
  }
}

export function refuseIf(code: ErrorCode | null, params: ErrorParams = {}): void {
  if (code) throw new AppError(code, params);
}
