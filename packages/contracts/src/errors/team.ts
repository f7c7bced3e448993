import { type Entry, entry } from './entry.ts';

/** These refuse acts of the back office and what answers them. */
export const teamErrors = {
  ANNOUNCEMENT_SENT: entry(
    409,
    'Cette annonce est déjà envoyée ou annulée\u00a0: tu ne peux plus la modifier.',
  ),
  ANNOUNCEMENT_NOT_SHOWN: entry(409, 'Cette annonce n’est pas affichée, ou ne l’est plus.'),
  SAVED_FILTERS_EXHAUSTED: entry(
    409,
    'Les administrateurs ont déjà trente filtres\u00a0: supprimes-en un avant d’en enregistrer un autre.',
  ),
  API_KEYS_EXHAUSTED: entry(
    409,
    'Vingt clés API sont déjà actives\u00a0: révoques-en une avant d’en créer une autre.',
  ),
  WEBHOOKS_EXHAUSTED: entry(
    409,
    'Guilde a déjà dix webhooks\u00a0: supprimes-en un avant d’en créer un autre.',
  ),
  WEBHOOK_ADDRESS_PRIVATE: entry(
    422,
    'Cette adresse mène à un réseau privé\u00a0: un webhook ne part que vers Internet.',
  ),
  WEBHOOK_ADDRESS_UNKNOWN: entry(422, 'Cette adresse est introuvable\u00a0: vérifie-la.'),
  WEBHOOK_PAUSED: entry(409, 'Ce webhook est en pause\u00a0: reprends d’abord les envois.'),
  DELIVERY_WAITING: entry(409, 'Cet envoi est déjà en attente.'),
  REMOVAL_OWN: entry(
    409,
    'Cela te concerne\u00a0: demande à quelqu’un d’autre de l’équipe. Si tu administres seul, nomme d’abord un second administrateur.',
  ),
  ACT_ON_SELF: entry(409, 'Tu ne peux pas le faire sur ton propre compte. Passe par ton profil.'),
  ACT_ON_ADMINISTRATOR: entry(
    409,
    'Cette personne administre Guilde\u00a0: c’est à un administrateur d’agir, depuis sa fiche.',
  ),
  ALREADY_SUSPENDED: entry(409, 'Ce membre est déjà suspendu.'),
  ALREADY_WARNED: entry(409, 'Ce membre n’a pas encore lu le même avertissement.'),
  NOT_SUSPENDED: entry(409, 'Ce membre n’est pas suspendu.'),
  EVIDENCE_ASKED: entry(409, 'Un justificatif est déjà demandé à ce membre.'),
  EVIDENCE_NOT_ASKED: entry(409, 'Aucun justificatif n’est demandé.'),
  EVIDENCE_NOT_POSSIBLE: entry(409, 'Ce membre doit être certifié et avoir un profil complet.'),
  EVIDENCE_TYPE_REFUSED: entry(415, 'Envoyez une photo ou un PDF.'),
  CERTIFICATION_UNCHANGED: entry(409, 'La certification de ce membre est déjà dans cet état.'),
  ROLE_NOT_POSSIBLE: entry(
    409,
    'Seul un membre dont le profil est complet et qui n’est pas suspendu peut administrer.',
  ),
  HANDOVER_WITHOUT_SECOND_FACTOR: entry(
    409,
    'Cette personne doit d’abord ajouter une double vérification dans ses réglages.',
  ),
  ROLE_UNCHANGED: entry(409, 'Ce membre a déjà ce rôle.'),
  CASE_DECIDED: entry(409, 'Un autre membre de l’équipe s’en est déjà occupé.'),
  ACCESS_REQUEST_DECIDED: entry(409, 'Un autre membre de l’équipe s’en est déjà occupé.'),
  CONTEST_EXISTS: entry(409, 'Cette décision a déjà été contestée : nous vous répondrons par e-mail.'),
  CONTEST_DECIDED: entry(409, 'Un autre membre de l’équipe s’en est déjà occupé.'),
  CONTEST_OWN_DECISION: entry(
    409,
    'Tu as pris cette décision, ou elle te concerne\u00a0: une autre personne de l’équipe doit la réexaminer.',
  ),
  REPORT_DECIDED: entry(409, 'Ce signalement est déjà traité.'),
  SOS_STATUS_UNCHANGED: entry(409, 'Ce SOS a déjà ce statut.'),
  CONTACT_STATUS_PASSED: entry(409, 'Ce message a déjà ce statut, ou un statut plus avancé.'),
  JOB_NOT_FAILED: entry(409, 'Cette tâche n’est pas en échec.'),
} as const satisfies Record<string, Entry>;
