import { OPENING_CAUSES } from '../admin/rules.ts';
import type { ContactStatus } from '../contact/rules.ts';
import { INCIDENT_STATES } from '../incidents/rules.ts';
import type { SummaryPrivacy, SummaryStatus } from '../knowledge/rules.ts';
import type { ReportStatus } from '../reports/rules.ts';
import { SOS_STATUSES } from '../sos/rules.ts';
import type { AuditSubject } from './rules.ts';

const NAMES: Record<string, string> = {
  action: 'Acte',
  actor: 'Auteur de l’acte',
  answer: 'Réponse',
  answers: 'Réponses',
  attempts: 'Essais',
  audience: 'Destinataires',
  author: 'Auteur',
  batch: 'Acte groupé',
  cause: 'Cause',
  case: 'Dossier',
  certified: 'Certifié',
  characters: 'Caractères',
  conversation: 'Conversation',
  customPrompt: 'Prompt personnalisé',
  benchmarks: 'Benchmarks',
  competitionRead: 'Texte sur la concurrence lu',
  deals: 'Deals groupés',
  email: 'Adresse e-mail',
  error: 'Erreur',
  from: 'Depuis',
  event: 'Événement',
  events: 'Événements',
  expiresAt: 'Expiration',
  filter: 'Filtre',
  hash: 'Empreinte',
  host: 'Destinataire',
  helper: 'Membre qui aide',
  helpers: 'Membres qui aident',
  helps: 'Aide apportée',
  invited: 'Invitations envoyées',
  mail: 'E-mail',
  named: 'Noms sans adresse',
  moderationNotes: 'Notes de modération',
  notes: 'Notes de modération',
  ongoing: 'Votes «\u00a0encore en panne\u00a0»',
  order: 'Ordre',
  organiser: 'Hôte',
  privacyLevel: 'Visibilité',
  measure: 'Mesure',
  push: 'Notification',
  q: 'Recherche',
  regenerate: 'Nouvelle génération',
  restored: 'Votes «\u00a0ça remarche\u00a0»',
  role: 'Rôle',
  scopes: 'Droits',
  scheduledAt: 'Envoi prévu',
  rows: 'Lignes',
  rule: 'Règle enfreinte',
  sender: 'Expéditeur',
  sentAt: 'Envoyé le',
  sector: 'Secteur',
  seen: 'Dernière visite',
  selected: 'Membres choisis',
  seq: 'Numéro du message',
  specialty: 'Spécialité',
  skipped: 'Lignes écartées',
  status: 'Statut',
  subject: 'Objet',
  suspended: 'Suspendu',
  through: 'Jusqu’à la ligne',
  to: 'Jusqu’au',
  tool: 'Outil',
  until: 'Fin prévue',
  uses: 'Demandes au plus',
  voiceMessages: 'Messages vocaux',
};

export const AUDIT_CHOICES: Record<string, string> = {
  all: 'Actes et consultations',
  acts: 'Tous les actes',
  readings: 'Toutes les consultations',
};

export const AUDIT_ROLES: Record<string, string> = {
  member: 'Membre',
  moderator: 'Modérateur',
  admin: 'Administrateur',
};

export function auditValueName(name: string): string {
  return NAMES[name] ?? name;
}

export const REPORT_STATUS_LABELS: Record<ReportStatus, string> = {
  pending: 'En attente',
  resolved: 'Résolu',
  dismissed: 'Rejeté',
};

export const CONTACT_STATUS_LABELS: Record<ContactStatus, string> = {
  pending: 'En attente',
  in_progress: 'En cours',
  resolved: 'Résolu',
};

export const SUMMARY_STATUS_LABELS: Record<SummaryStatus, string> = {
  pending: 'En attente',
  approved: 'Approuvé',
  rejected: 'Rejeté',
};

export const PRIVACY_LABELS: Record<SummaryPrivacy, string> = { public: 'Public', members: 'Membres' };

const STATUSES: Partial<Record<AuditSubject, Record<string, string>>> = {
  sos: Object.fromEntries(SOS_STATUSES.map(({ id, label }) => [id, label])),
  report: REPORT_STATUS_LABELS,
  contact: CONTACT_STATUS_LABELS,
  summary: SUMMARY_STATUS_LABELS,
  event: { proposed: 'Proposé', published: 'Publié', cancelled: 'Annulé' },
  incident: Object.fromEntries(INCIDENT_STATES.map(({ id, label }) => [id, label])),
};

/** The cause says why a private conversation was opened. */
export function auditCauseText(cause: string): string {
  return OPENING_CAUSES.find(({ id }) => id === cause)?.label ?? cause;
}

/** The text is null for an unknown status. */
export function auditStatusText(subject: AuditSubject, status: string): string | null {
  const words = STATUSES[subject] ?? {};
  return Object.hasOwn(words, status) ? (words[status] ?? null) : null;
}
