import type { Entry } from './entry.ts';

/** These refuse acts of the back office and what answers them. */
export const teamErrors = {
  ANNOUNCEMENT_SENT: {
    status: 409,
    text: 'Cette annonce est déjà envoyée ou annulée\u00a0: tu ne peux plus la modifier.',
  },
  ANNOUNCEMENT_NOT_SHOWN: { status: 409, text: 'Cette annonce n’est pas affichée, ou ne l’est plus.' },
  SAVED_FILTERS_EXHAUSTED: {
    status: 409,
    text: 'Les administrateurs ont déjà trente filtres\u00a0: supprimes-en un avant d’en enregistrer un autre.',
  },
  API_KEYS_EXHAUSTED: {
    status: 409,
    text: 'Vingt clés API sont déjà actives\u00a0: révoques-en une avant d’en créer une autre.',
  },
  WEBHOOKS_EXHAUSTED: {
    status: 409,
    text: 'Guilde a déjà dix webhooks\u00a0: supprimes-en un avant d’en créer un autre.',
  },
  WEBHOOK_ADDRESS_PRIVATE: {
    status: 422,
    text: 'Cette adresse mène à un réseau privé\u00a0: un webhook ne part que vers Internet.',
  },
  WEBHOOK_ADDRESS_UNKNOWN: { status: 422, text: 'Cette adresse est introuvable\u00a0: vérifie-la.' },
  WEBHOOK_PAUSED: { status: 409, text: 'Ce webhook est en pause\u00a0: reprends d’abord les envois.' },
  DELIVERY_WAITING: { status: 409, text: 'Cet envoi est déjà en attente.' },
  REMOVAL_OWN: {
    status: 409,
    text: 'Cela te concerne\u00a0: demande à quelqu’un d’autre de l’équipe. Si tu administres seul, nomme d’abord un second administrateur.',
  },
  ACT_ON_SELF: { status: 409, text: 'Tu ne peux pas le faire sur ton propre compte. Passe par ton profil.' },
  ACT_ON_ADMINISTRATOR: {
    status: 409,
    text: 'Cette personne administre Guilde\u00a0: c’est à un administrateur d’agir, depuis sa fiche.',
  },
  ALREADY_SUSPENDED: { status: 409, text: 'Ce membre est déjà suspendu.' },
  ALREADY_WARNED: { status: 409, text: 'Ce membre n’a pas encore lu le même avertissement.' },
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
  ACCESS_REQUEST_DECIDED: { status: 409, text: 'Un autre membre de l’équipe s’en est déjà occupé.' },
  CONTEST_EXISTS: {
    status: 409,
    text: 'Cette décision a déjà été contestée : nous vous répondrons par e-mail.',
  },
  CONTEST_DECIDED: { status: 409, text: 'Un autre membre de l’équipe s’en est déjà occupé.' },
  CONTEST_OWN_DECISION: {
    status: 409,
    text: 'Tu as pris cette décision, ou elle te concerne\u00a0: une autre personne de l’équipe doit la réexaminer.',
  },
  REPORT_DECIDED: { status: 409, text: 'Ce signalement est déjà traité.' },
  SOS_STATUS_UNCHANGED: { status: 409, text: 'Ce SOS a déjà ce statut.' },
  CONTACT_STATUS_PASSED: { status: 409, text: 'Ce message a déjà ce statut, ou un statut plus avancé.' },
  JOB_NOT_FAILED: { status: 409, text: 'Cette tâche n’est pas en échec.' },
} as const satisfies Record<string, Entry>;
