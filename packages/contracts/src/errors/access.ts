import { dayText, waitText } from '../error-words.ts';
import type { Entry } from './entry.ts';

/** These refuse requests as such, sign-in and invitations. */
export const accessErrors = {
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
  API_KEY_UNKNOWN: { status: 401, text: 'Cette clé API n’existe pas.' },
  API_KEY_REVOKED: { status: 401, text: 'Cette clé API est révoquée.' },
  API_KEY_EXPIRED: { status: 401, text: 'Cette clé API a expiré.' },
  API_KEY_IDLE: { status: 401, text: 'Le membre qui a créé cette clé API n’administre plus Guilde.' },
  API_KEY_NOT_ACCEPTED: { status: 403, text: 'Cette adresse n’est pas ouverte aux clés API.' },
  API_KEY_SCOPE_MISSING: {
    status: 403,
    text: ({ scope }) => `Il manque à cette clé API le droit «\u00a0${scope}\u00a0».`,
  },
  ALREADY_SIGNED_IN: { status: 409, text: 'Ta session est déjà ouverte.' },
  TERMS_NOT_ACCEPTED: {
    status: 403,
    text: 'Les conditions d’utilisation ont changé. Lis ce qui change et accepte-les pour continuer.',
  },
  TERMS_REVISION_PASSED: { status: 409, text: 'Les conditions ont encore changé\u00a0: relis-les.' },
  PROFILE_INCOMPLETE: { status: 403, text: 'Complète ton profil pour accéder à la communauté.' },
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
  PASSKEYS_EXHAUSTED: {
    status: 409,
    text: 'Tu as déjà dix clés d’accès\u00a0: retires-en une avant d’en ajouter une autre.',
  },
  PROOF_REQUIRED: { status: 403, text: 'Confirme que c’est toi pour continuer.' },
  EMAIL_MAILS_RECEIVED: {
    status: 429,
    text: 'Cette adresse a déjà reçu trop d’e-mails de Guilde en 24 heures. Réessaie demain.',
  },
  CONFIRMATION_NEEDS_PASSWORD: {
    status: 409,
    text: 'Choisis un mot de passe pour confirmer ton adresse.',
  },
  PASSWORD_WRONG: { status: 403, text: 'Ce mot de passe n’est pas le bon.' },
  LAST_ADMINISTRATOR: {
    status: 409,
    text: 'Tu es la seule personne à administrer Guilde. Donne d’abord ce rôle à un autre membre.',
  },

  INVITATION_REQUIRED: {
    status: 403,
    text: 'Inscription sur invitation uniquement. Contactez un membre existant pour obtenir une invitation.',
  },
  INVITATION_INVALID: { status: 404, text: 'Invitation invalide ou expirée' },
  INVITATION_EXPIRED: { status: 410, text: 'Cette invitation a expiré' },
  INVITEE_OBJECTED: {
    status: 409,
    text: 'Cette personne ne souhaite pas recevoir d’invitation. Elle peut changer d’avis avec le lien de l’e-mail qu’elle avait reçu.',
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
  ACCESS_LINK_UNKNOWN: {
    status: 404,
    text: 'Ce lien d’accès n’existe pas\u00a0: vérifie que tu l’as copié en entier.',
  },
  ACCESS_LINK_ENDED: {
    status: 410,
    text: 'Ce lien d’accès a pris fin\u00a0: demandes-en un autre à la personne qui te l’a donné.',
  },
  ACCESS_LINK_FULL: {
    status: 410,
    text: 'Ce lien d’accès ne prend plus de demandes\u00a0: demandes-en un autre à la personne qui te l’a donné.',
  },
  ACCESS_LINK_REVOKED: {
    status: 410,
    text: 'Ce lien d’accès est fermé\u00a0: demandes-en un autre à la personne qui te l’a donné.',
  },
  INVITEE_IS_MEMBER: { status: 409, text: 'Cette adresse email est déjà utilisée' },
} as const satisfies Record<string, Entry>;
