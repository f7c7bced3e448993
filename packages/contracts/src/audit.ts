/** Every administrative act that the journal knows, and what it is called. */
export const AUDIT_ACTIONS = [
  { id: 'user.suspend', label: 'Membre suspendu' },
  { id: 'user.restore', label: 'Membre rétabli' },
  { id: 'user.delete', label: 'Compte supprimé' },
  { id: 'role.grant', label: 'Rôle d’administrateur donné' },
  { id: 'role.remove', label: 'Rôle d’administrateur retiré' },
  { id: 'report.resolve', label: 'Signalement résolu' },
  { id: 'report.dismiss', label: 'Signalement rejeté' },
  { id: 'sos.status', label: 'Statut de SOS changé' },
  { id: 'sos.delete', label: 'SOS supprimé' },
  { id: 'message.delete', label: 'Message supprimé' },
  { id: 'summary.request', label: 'Résumé demandé' },
  { id: 'summary.approve', label: 'Résumé approuvé' },
  { id: 'summary.reject', label: 'Résumé rejeté' },
  { id: 'summary.withdraw', label: 'Résumé retiré' },
  { id: 'summary.prompt', label: 'Prompt personnalisé changé' },
  { id: 'job.retry', label: 'Tâche relancée' },
  { id: 'contact.status', label: 'Message de contact\u00a0: statut changé' },
  { id: 'contact.answer', label: 'Message de contact\u00a0: réponse envoyée' },
  { id: 'contact.delete', label: 'Message de contact supprimé' },
  { id: 'invitation.create', label: 'Invitation créée' },
  { id: 'conversation.read', label: 'Conversation lue' },
  { id: 'user.read', label: 'Fiche et adresse e-mail lues' },
  { id: 'users.read', label: 'Liste des membres lue' },
  { id: 'security.read', label: 'Journal de sécurité lu' },
  { id: 'outbox.read', label: 'Boîte d’envoi lue' },
  { id: 'account.delete', label: 'Compte supprimé par le membre' },
  { id: 'journal.export', label: 'Journal exporté' },
  { id: 'journal.seal', label: 'Journal scellé' },
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number]['id'];

export const AUDIT_SUBJECTS = [
  { id: 'user', label: 'Membre' },
  { id: 'report', label: 'Signalement' },
  { id: 'sos', label: 'SOS' },
  { id: 'message', label: 'Message' },
  { id: 'summary', label: 'Résumé' },
  { id: 'contact', label: 'Message de contact' },
  { id: 'job', label: 'Tâche' },
  { id: 'invitation', label: 'Invitation' },
  { id: 'conversation', label: 'Conversation' },
  { id: 'outbox', label: 'Boîte d’envoi' },
  { id: 'list', label: 'Liste' },
  { id: 'journal', label: 'Journal' },
] as const;

export type AuditSubject = (typeof AUDIT_SUBJECTS)[number]['id'];

/** Who acts where nobody is signed in: the command line on the server. */
export const COMMAND_LINE = { id: 'command-line', name: 'Ligne de commande' } as const;
export const AUDIT_PAGE = 50;
/** Rows of an export at most; a longer journal is exported by dates. */
export const AUDIT_EXPORT_MAX = 20_000;

/** Acts that only read: what an administrator was shown of others. */
export const AUDIT_READINGS = AUDIT_ACTIONS.map(({ id }) => id).filter((id) => id.endsWith('.read'));

/** What an act changed: a few named values, as they were or became. */
export type AuditValues = Record<string, string | number | boolean | null>;

/** One administrative act. Names are those of that day. */
export type AuditEntry = {
  id: string;
  actorId: string;
  actorName: string;
  action: AuditAction;
  subjectType: AuditSubject;
  subjectId: string;
  subjectLabel: string;
  before: AuditValues | null;
  after: AuditValues | null;
  reason: string;
  createdAt: string;
};

/** `names`: who the ids in `before` and `after` are today; one of an account that is gone is not in it. */
export type AuditDetail = AuditEntry & { names: Record<string, string> };

/** `actors`: who administers now, for the filter. */
export type AuditPage = {
  items: AuditEntry[];
  nextCursor: string | null;
  actors: { id: string; name: string }[];
};
