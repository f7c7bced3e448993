import { dayText, waitText } from '../error-words.ts';
import { type Entry, entry } from './entry.ts';

/** These refuse requests as such, sign-in and invitations. */
export const accessErrors = {
  INVALID_INPUT: entry(422, 'Certains champs sont à corriger.'),
  MALFORMED_REQUEST: entry(400, 'Une erreur technique est survenue. Recharge la page et réessaie.'),
  BODY_TOO_LARGE: entry(413, 'L’envoi est trop volumineux.'),
  UNSUPPORTED_CONTENT: entry(415, 'Une erreur technique est survenue. Recharge la page et réessaie.'),
  FOREIGN_ORIGIN: entry(403, 'Cette demande vient d’un autre site : elle est refusée.'),
  NOT_FOUND: entry(404, 'Cette page ou cet élément n’existe pas, ou plus.'),
  API_KEY_UNKNOWN: entry(401, 'Cette clé API n’existe pas.'),
  API_KEY_REVOKED: entry(401, 'Cette clé API est révoquée.'),
  API_KEY_EXPIRED: entry(401, 'Cette clé API a expiré.'),
  API_KEY_IDLE: entry(401, 'Le membre qui a créé cette clé API n’administre plus Guilde.'),
  API_KEY_NOT_ACCEPTED: entry(403, 'Cette adresse n’est pas ouverte aux clés API.'),
  API_KEY_SCOPE_MISSING: entry(
    403,
    ({ scope }) => `Il manque à cette clé API le droit «\u00a0${scope}\u00a0».`,
  ),
  ALREADY_SIGNED_IN: entry(409, 'Ta session est déjà ouverte.'),
  TERMS_NOT_ACCEPTED: entry(
    403,
    'Les conditions d’utilisation ont changé. Lis ce qui change et accepte-les pour continuer.',
  ),
  TERMS_REVISION_PASSED: entry(409, 'Les conditions ont encore changé\u00a0: relis-les.'),
  PROFILE_INCOMPLETE: entry(403, 'Complète ton profil pour accéder à la communauté.'),
  ADMIN_ONLY: entry(403, "Vous n'avez pas les permissions nécessaires pour accéder à cette page."),
  RATE_LIMITED: entry(
    429,
    ({ seconds }) => `Trop de tentatives. Réessaie dans ${waitText(Number(seconds))}.`,
  ),
  TOO_BUSY: entry(
    503,
    ({ seconds }) =>
      `Trop de personnes se connectent en même temps. Réessaie dans ${waitText(Number(seconds))}.`,
  ),
  INTERNAL: entry(500, 'Une erreur inattendue est survenue. Réessaie dans un instant.'),
  UNAVAILABLE: entry(503, 'Le service est momentanément indisponible. Réessaie dans un instant.'),

  CREDENTIALS_REQUIRED: entry(422, 'Email et mot de passe requis'),
  CREDENTIALS_INVALID: entry(401, 'Email ou mot de passe incorrect'),
  EMAIL_NOT_CONFIRMED: entry(403, 'Vérifie ton email pour confirmer ton compte'),
  EMAIL_TAKEN: entry(409, 'Cet email est déjà utilisé'),
  SIREN_TAKEN: entry(
    409,
    'Un compte porte déjà ce SIREN. Si c’est celui de ton entreprise, écris à l’équipe par le formulaire de contact.',
  ),
  MEMBER_SUSPENDED: entry(
    403,
    ({ until }) =>
      `Votre compte est suspendu${until ? ` jusqu’au ${dayText(String(until))}` : ''}. Le motif vous a été envoyé par e-mail, avec le lien pour contester.`,
  ),
  CODE_UNKNOWN_EMAIL: entry(404, 'Aucun compte trouvé avec cet email'),
  CODE_MAILS_RECEIVED: entry(
    429,
    'Trop de codes ont été envoyés à cette adresse en 24 heures. Connecte-toi avec ton mot de passe.',
  ),
  CODE_EXPIRED: entry(410, 'Code expiré, demandez un nouveau code'),
  CODE_INCORRECT: entry(422, 'Code incorrect'),
  CODE_FAILED: entry(400, 'Vérification échouée'),
  SECOND_FACTOR_EXPIRED: entry(410, 'Cette connexion n’est plus valable. Recommence depuis le début.'),
  SECOND_FACTOR_ACTIVE: entry(409, 'La double vérification est déjà activée.'),
  SECOND_FACTOR_INACTIVE: entry(409, 'La double vérification n’est pas activée.'),
  SECOND_FACTOR_SETUP_EXPIRED: entry(410, 'Cette clé n’est plus valable. Recommence avec une nouvelle clé.'),
  SECOND_FACTOR_REQUIRED: entry(
    403,
    'L’administration demande la double vérification. Active-la, ou confirme que c’est toi.',
  ),
  PASSKEY_UNKNOWN: entry(404, 'Guilde ne reconnaît pas cette clé d’accès. Connecte-toi autrement.'),
  PASSKEY_REFUSED: entry(422, 'Cette clé d’accès n’a pas pu être vérifiée. Réessaie.'),
  PASSKEYS_EXHAUSTED: entry(
    409,
    'Tu as déjà dix clés d’accès\u00a0: retires-en une avant d’en ajouter une autre.',
  ),
  PROOF_REQUIRED: entry(403, 'Confirme que c’est toi pour continuer.'),
  EMAIL_MAILS_RECEIVED: entry(
    429,
    'Cette adresse a déjà reçu trop d’e-mails de Guilde en 24 heures. Réessaie demain.',
  ),
  CONFIRMATION_NEEDS_PASSWORD: entry(409, 'Choisis un mot de passe pour confirmer ton adresse.'),
  PASSWORD_WRONG: entry(403, 'Ce mot de passe n’est pas le bon.'),
  LAST_ADMINISTRATOR: entry(
    409,
    'Tu es la seule personne à administrer Guilde. Donne d’abord ce rôle à un autre membre.',
  ),

  INVITATION_REQUIRED: entry(
    403,
    'Inscription sur invitation uniquement. Contactez un membre existant pour obtenir une invitation.',
  ),
  INVITATION_INVALID: entry(404, 'Invitation invalide ou expirée'),
  INVITATION_EXPIRED: entry(410, 'Cette invitation a expiré'),
  INVITEE_OBJECTED: entry(
    409,
    'Cette personne ne souhaite pas recevoir d’invitation. Elle peut changer d’avis avec le lien de l’e-mail qu’elle avait reçu.',
  ),
  INVITATION_PENDING: entry(409, 'Une invitation est déjà en attente pour cette adresse.'),
  INVITATION_MAILS_RECEIVED: entry(
    429,
    'Cette adresse a déjà reçu deux invitations en 24 heures. Réessaie demain.',
  ),
  INVITATION_MAILS_SENT: entry(
    429,
    'Tu as envoyé trop d’invitations ces dernières 24 heures. Réessaie demain.',
  ),
  INVITATION_NOT_PENDING: entry(409, 'Cette invitation n’est plus en attente.'),
  ACCESS_LINK_UNKNOWN: entry(404, 'Ce lien d’accès n’existe pas\u00a0: vérifie que tu l’as copié en entier.'),
  ACCESS_LINK_ENDED: entry(
    410,
    'Ce lien d’accès a pris fin\u00a0: demandes-en un autre à la personne qui te l’a donné.',
  ),
  ACCESS_LINK_FULL: entry(
    410,
    'Ce lien d’accès ne prend plus de demandes\u00a0: demandes-en un autre à la personne qui te l’a donné.',
  ),
  ACCESS_LINK_REVOKED: entry(
    410,
    'Ce lien d’accès est fermé\u00a0: demandes-en un autre à la personne qui te l’a donné.',
  ),
  INVITEE_IS_MEMBER: entry(409, 'Cette adresse email est déjà utilisée'),
} as const satisfies Record<string, Entry>;
