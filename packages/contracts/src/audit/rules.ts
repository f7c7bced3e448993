import type { z } from 'zod';
import type * as output from './output.ts';

export const AUDIT_ACTIONS = [
  { id: 'user.suspend', label: 'Membre suspendu' },
  { id: 'user.restore', label: 'Membre rétabli' },
  { id: 'user.warn', label: 'Membre averti' },
  { id: 'certification.withdraw', label: 'Certification retirée' },
  { id: 'certification.return', label: 'Certification rétablie' },
  { id: 'evidence.ask', label: 'Justificatif demandé' },
  { id: 'evidence.accept', label: 'Justificatif accepté' },
  { id: 'evidence.read', label: 'Justificatif lu' },
  { id: 'bounce.lift', label: 'E-mails de nouveau envoyés' },
  { id: 'user.delete', label: 'Compte supprimé' },
  { id: 'role.grant', label: 'Rôle donné' },
  { id: 'role.remove', label: 'Rôle retiré' },
  { id: 'second-factor.remove', label: 'Double vérification retirée' },
  { id: 'report.resolve', label: 'Signalement résolu' },
  { id: 'report.dismiss', label: 'Signalement rejeté' },
  { id: 'case.dismiss', label: 'Dossier classé sans suite' },
  { id: 'case.settle', label: 'Dossier réglé sans mesure' },
  { id: 'contest.uphold', label: 'Contestation\u00a0: décision maintenue' },
  { id: 'contest.reverse', label: 'Contestation\u00a0: décision annulée' },
  { id: 'sos.status', label: 'Statut de SOS changé' },
  { id: 'sos.assign', label: 'Membre affecté à un SOS' },
  { id: 'sos.delete', label: 'SOS supprimé' },
  { id: 'message.delete', label: 'Message supprimé' },
  { id: 'summary.request', label: 'Résumé demandé' },
  { id: 'summary.import', label: 'Résumé importé' },
  { id: 'summary.approve', label: 'Résumé approuvé' },
  { id: 'summary.correct', label: 'Résumé corrigé' },
  { id: 'summary.reject', label: 'Résumé rejeté' },
  { id: 'summary.withdraw', label: 'Résumé retiré' },
  { id: 'summary.review', label: 'Résumé revu' },
  { id: 'summary.prompt', label: 'Prompt personnalisé changé' },
  { id: 'job.retry', label: 'Tâche relancée' },
  { id: 'contact.status', label: 'Message de contact\u00a0: statut changé' },
  { id: 'contact.answer', label: 'Message de contact\u00a0: réponse envoyée' },
  { id: 'contact.delete', label: 'Message de contact supprimé' },
  { id: 'incident.confirm', label: 'Panne confirmée' },
  { id: 'incident.dismiss', label: 'Panne écartée' },
  { id: 'incident.end', label: 'Panne terminée' },
  { id: 'rating.remove', label: 'Évaluation retirée' },
  { id: 'event.approve', label: 'Événement approuvé' },
  { id: 'event.cancel', label: 'Événement annulé' },
  { id: 'event.hand-over', label: 'Événement confié à un autre hôte' },
  { id: 'deal.approve', label: 'Deal approuvé' },
  { id: 'deal.refuse', label: 'Deal refusé' },
  { id: 'deal.cancel', label: 'Deal annulé' },
  { id: 'deal.release', label: 'Deal laissé à un autre membre' },
  { id: 'deal.export', label: 'Engagés d’un deal exportés' },
  { id: 'community.change', label: 'Réglages de la communauté changés' },
  { id: 'community.export', label: 'Communauté exportée' },
  { id: 'users.export', label: 'Liste des membres exportée' },
  { id: 'filter.save', label: 'Filtre enregistré' },
  { id: 'filter.delete', label: 'Filtre supprimé' },
  { id: 'note.add', label: 'Note sur un membre ajoutée' },
  { id: 'note.change', label: 'Note sur un membre modifiée' },
  { id: 'note.delete', label: 'Note sur un membre supprimée' },
  { id: 'announcement.create', label: 'Annonce écrite' },
  { id: 'announcement.change', label: 'Annonce changée' },
  { id: 'announcement.cancel', label: 'Annonce annulée' },
  { id: 'announcement.end', label: 'Annonce retirée' },
  { id: 'invitation.create', label: 'Invitation créée' },
  { id: 'invitation.delete', label: 'Invitation supprimée par le parrain' },
  { id: 'batch.send', label: 'Liste d’invitations envoyée' },
  { id: 'batch.remind', label: 'Liste d’invitations relancée' },
  { id: 'access-link.create', label: 'Lien d’accès créé' },
  { id: 'access-link.revoke', label: 'Lien d’accès fermé' },
  { id: 'access-request.accept', label: 'Demande d’accès acceptée' },
  { id: 'access-request.refuse', label: 'Demande d’accès refusée' },
  { id: 'access-request.read', label: 'Demande d’accès lue' },
  { id: 'api-key.create', label: 'Clé API créée' },
  { id: 'api-key.revoke', label: 'Clé API révoquée' },
  { id: 'webhook.create', label: 'Webhook créé' },
  { id: 'webhook.change', label: 'Webhook modifié' },
  { id: 'webhook.test', label: 'Test de webhook envoyé' },
  { id: 'webhook.rotate', label: 'Secret de webhook changé' },
  { id: 'webhook.replay', label: 'Envoi de webhook rejoué' },
  { id: 'webhook.pause', label: 'Webhook en pause' },
  { id: 'webhook.resume', label: 'Webhook repris' },
  { id: 'webhook.delete', label: 'Webhook supprimé' },
  { id: 'conversation.open', label: 'Conversation privée ouverte' },
  { id: 'conversation.read', label: 'Conversation lue' },
  { id: 'user.read', label: 'Fiche et adresse e-mail lues' },
  { id: 'users.read', label: 'Liste des membres lue' },
  { id: 'invitations.read', label: 'Invitations lues' },
  { id: 'security.read', label: 'Journal de sécurité lu' },
  { id: 'outbox.read', label: 'Boîte d’envoi lue' },
  { id: 'account.delete', label: 'Compte supprimé par le membre' },
  { id: 'account.erase-again', label: 'Compte effacé de nouveau, après une restauration' },
  { id: 'account.expire', label: 'Compte inutilisé effacé' },
  { id: 'journal.export', label: 'Journal exporté' },
  { id: 'journal.seal', label: 'Journal scellé' },
  { id: 'journal.prune', label: 'Lignes anciennes du journal effacées' },
] as const;

export const AUDIT_SUBJECTS = [
  { id: 'user', label: 'Membre' },
  { id: 'report', label: 'Signalement' },
  { id: 'case', label: 'Dossier' },
  { id: 'sos', label: 'SOS' },
  { id: 'message', label: 'Message' },
  { id: 'summary', label: 'Résumé' },
  { id: 'contact', label: 'Message de contact' },
  { id: 'job', label: 'Tâche' },
  { id: 'invitation', label: 'Invitation' },
  { id: 'batch', label: 'Liste d’invitations' },
  { id: 'access-link', label: 'Lien d’accès' },
  { id: 'access-request', label: 'Demande d’accès' },
  { id: 'conversation', label: 'Conversation' },
  { id: 'incident', label: 'Panne' },
  { id: 'event', label: 'Événement' },
  { id: 'deal', label: 'Deal' },
  { id: 'community', label: 'Communauté' },
  { id: 'announcement', label: 'Annonce' },
  { id: 'api-key', label: 'Clé API' },
  { id: 'webhook', label: 'Webhook' },
  { id: 'outbox', label: 'Boîte d’envoi' },
  { id: 'list', label: 'Liste' },
  { id: 'journal', label: 'Journal' },
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number]['id'];

export type AuditSubject = (typeof AUDIT_SUBJECTS)[number]['id'];

export const COMMAND_LINE = { id: 'command-line', name: 'Ligne de commande' } as const;
export const AUDIT_PAGE = 50;
/** A longer journal is exported in several periods. */
export const AUDIT_EXPORT_MAX = 20_000;

export const AUDIT_READINGS = AUDIT_ACTIONS.map(({ id }) => id).filter((id) => id.endsWith('.read'));

export type AuditValues = z.infer<typeof output.auditValuesOutput>;

/** The names are those of the day of the entry. */
export type AuditEntry = z.infer<typeof output.auditEntryOutput>;

/** `names` maps ids in `before` and `after` to present names. */
export type AuditDetail = z.infer<typeof output.auditDetailOutput>;

/** `actors` are the present administrators, whom the filter offers. */
export type AuditPage = z.infer<typeof output.auditPageOutput>;
