import { PERIODS, periodWords, UNUSED_WARNINGS } from './periods.ts';

/** The period of the same name begins with `since`; `also` says what ends it earlier. */
type Kept = { data: string; since: string; also?: string };

/**
 * The daily work removes these by itself (docs/specification.md#retention); the keys name the server's rules.
 * The privacy policy and `guilde retention` show them.
 */
export const RETENTION = {
  sessions: {
    data: 'Sessions\u00a0: navigateur, dates, et l’adresse de l’appareil auprès de son service de notifications',
    since: 'la connexion',
    also: 'au plus tard à la déconnexion, ou dès que vous retirez les notifications de l’appareil',
  },
  codes: {
    data: 'Codes et liens à usage unique envoyés par e-mail, connexions commencées',
    since: 'leur expiration',
    also: 'effacés avec le compte',
  },
  emailChanges: {
    data: 'Ancienne adresse e-mail, quand vous en changez',
    since: 'le changement',
    also: 'pour que vous puissiez la reprendre\u202f; effacée avec le compte',
  },
  securityLog: {
    data: 'Journal de sécurité\u00a0: connexions, refus, sessions fermées, changements d’accès, avec l’adresse IP',
    since: 'l’événement',
    also: 'effacé avec le compte',
  },
  notices: {
    data: 'Ce qui vous a été annoncé, par quel canal et quand',
    since: 'l’annonce',
    also: 'effacé avec le compte',
  },
  announcements: {
    data: 'Annonces de l’équipe, qui les a reçues et lues',
    since: 'leur envoi',
    also: 'avec le compte pour ce que vous en avez lu',
  },
  incidents: {
    data: 'Pannes d’un outil, et qui a répondu qu’elle dure ou qu’elle est finie',
    since: 'leur début',
    also: 'votre réponse est effacée avec le compte',
  },
  events: {
    data: 'Événements, qui y vient ou attend une place, qui est venu, et ce qu’en disent les participants',
    since: 'leur date',
    also: 'avec le compte pour vos places\u202f; un événement que vous organisez passe à un coorganisateur ou est annulé',
  },
  deals: {
    data: 'Deals groupés, leurs conditions, vos engagements, tenus ou non, et votre avis',
    since: 'leur dernier changement',
    also: 'sans votre nom dès que vous supprimez votre compte ; un engagement en cours est alors retiré',
  },
  dealInterests: {
    data: 'Votre intérêt pour un deal et la tranche de volume que vous avez dite',
    since: 'votre réponse',
    also: 'dès que vous retirez cet intérêt, ou avec le compte',
  },
  dealProofs: {
    data: 'Preuves jointes à un deal',
    since: 'les avis donnés sur ce deal, ou sa fin sans accord',
  },
  calendarLinks: {
    data: 'Adresse de votre agenda (son empreinte)',
    since: 'sa dernière lecture',
    also: 'dès que vous la retirez, ou avec le compte',
  },
  benchmarkAnswers: {
    data: 'Vos ratios, donnés pour les benchmarks du trimestre',
    since: 'la date de publication',
    also: 'dès que vous les retirez avant la fermeture, ou avec le compte',
  },
  benchmarkParts: {
    data: 'Quels indicateurs vous avez donnés, et dans quels groupes ils ont compté, sans les chiffres',
    since: 'la publication',
    also: 'dès la publication suivante, ou avec le compte',
  },
  invitations: {
    data: 'Invitations non acceptées, avec l’adresse de la personne invitée et ce qu’une liste de l’équipe dit d’elle, même sans adresse\u00a0: nom, boutique, site, plateforme, secteur',
    since: 'leur expiration',
    also: 'dès que le parrain retire l’invitation ou supprime son compte\u202f; ce que la liste dit de vous, dès que votre profil est complet',
  },
  accessRequests: {
    data: 'Demandes d’accès\u00a0: nom, SIREN et boutique de la personne',
    since: 'la décision',
    also: 'l’adresse e-mail, dès la décision',
  },
  openAccessRequests: {
    data: 'Demandes d’accès sans réponse',
    since: 'la demande',
  },
  unusedFiles: {
    data: 'Fichiers ajoutés à un message ou à un SOS qui n’a pas été envoyé',
    since: 'leur ajout',
  },
  evidence: {
    data: 'Justificatif demandé par l’équipe pour la certification',
    since: 'la demande',
    also: 'dès la décision, ou avec le compte',
  },
  messageVersions: {
    data: 'Ce qu’un message modifié disait avant',
    since: 'la modification',
  },
  alerts: {
    data: 'Demandes d’aide reçues\u00a0: qui a été prévenu d’un SOS, l’a ouvert ou a décliné',
    since: 'la demande',
    also: 'effacées avec le compte ou le SOS',
  },
  reports: {
    data: 'Signalements, décisions de l’équipe et contestations',
    since: 'la décision',
    also: 'sans le nom d’une personne qui a supprimé son compte\u202f; le texte d’un message signalé, tant que la décision peut être contestée',
  },
  contactMessages: {
    data: 'Messages de contact et leurs réponses',
    since: 'leur envoi',
    also: 'effacés dès la suppression du compte s’ils ont été écrits par un membre connecté',
  },
  memberNotes: {
    data: 'Notes de l’équipe sur un membre',
    since: 'leur écriture',
    also: 'effacées avec le compte du membre\u202f; sans le nom d’un auteur qui a supprimé le sien',
  },
  apiKeys: {
    data: 'Clés API d’un administrateur\u00a0: nom, droits, dernière utilisation',
    since: 'leur expiration ou leur révocation',
    also: 'effacées avec le compte',
  },
  webhookDeliveries: {
    data: 'Envois des webhooks\u00a0: événement, identifiant, résultat',
    since: 'l’événement',
  },
  failedJobs: {
    data: 'E-mails qui n’ont pas pu être envoyés, et autres tâches en échec, chiffrés',
    since: 'l’échec',
  },
  doneJobs: { data: 'Tâches terminées, sans leur contenu', since: 'leur fin' },
  outbox: {
    data: 'E-mails d’une installation d’essai, sans prestataire d’envoi',
    since: 'leur envoi',
  },
  bounces: {
    data: 'Adresses dont les e-mails nous reviennent, sous forme d’empreinte',
    since: 'le premier retour',
    also: 'effacées avec le compte',
  },
  mailCounts: {
    data: 'Nombre d’e-mails envoyés à une même adresse, sous forme d’empreinte',
    since: 'l’envoi',
  },
  erasures: {
    data: 'Identifiants des comptes effacés, sans autre donnée, pour que le retour d’une sauvegarde ne les remette pas en service',
    since: 'l’effacement, le temps que durent les sauvegardes',
  },
  journal: {
    data: 'Journal des actes et des consultations de l’administration',
    since: 'le mois de l’acte',
    also: 'rien n’y est modifié ni effacé avant, pour servir de preuve (délai de prescription, art.\u00a02224 du Code civil)',
  },
  unusedAccounts: {
    data: 'Comptes inutilisés, sauf ceux des administrateurs',
    since: 'la dernière utilisation',
    also: `un e-mail vous prévient ${UNUSED_WARNINGS.join('\u00a0et ')} jours avant, et vous connecter suffit à garder le compte`,
  },
} as const satisfies Partial<Record<keyof typeof PERIODS, Kept>>;

export type RetentionRule = keyof typeof RETENTION;

/** Formats a rule as « 3 ans après la décision\u202f; sans le nom… ». */
export function retentionWords(rule: RetentionRule): string {
  const { since, also }: Kept = RETENTION[rule];
  return `${periodWords(PERIODS[rule])} après ${since}${also ? `\u202f; ${also}` : ''}`;
}

/** These data stay as long as other data do. */
export const KEPT = {
  account: {
    data: 'Compte, profil, photo, réglages, clés d’accès, double vérification, rôle',
    kept: 'La durée du compte\u202f; effacés à sa suppression',
  },
  writings: {
    data: 'SOS, messages, fichiers et messages vocaux envoyés, réactions, participation aux conversations',
    kept: 'La durée de votre compte\u202f; à sa suppression, ils sont conservés sans votre nom pour les autres participants. Un SOS sans réponse est effacé',
  },
  readings: {
    data: 'Ce que vous avez lu\u00a0: SOS consultés, position de lecture',
    kept: 'La durée du compte, ou du SOS',
  },
  helpRequests: {
    data: 'Invitations à aider sur un SOS',
    kept: 'La durée du SOS\u202f; effacées dès la suppression du compte de la personne invitée',
  },
  ratings: {
    data: 'Évaluations',
    kept: 'La durée du compte de la personne évaluée\u202f; sans leur auteur s’il a supprimé le sien',
  },
  benchmarkFigures: {
    data: 'Vos ratios de chaque trimestre, si vous choisissez de les garder pour voir votre évolution',
    kept: 'Jusqu’à ce que vous les effaciez, ou la durée du compte',
  },
  outcomes: {
    data: 'Réponses à «\u00a0Est-ce que ça tient\u202f?\u00a0», phrase et chiffre\u202f; résumés qui ont marché chez vous',
    kept: 'La durée du SOS ou du résumé\u202f; sans votre nom, ou effacés, après la suppression du compte',
  },
  summaries: {
    data: 'Résumés de la base de connaissances',
    kept: 'Jusqu’à leur retrait\u202f; ensuite, seuls les administrateurs les voient. Ils ne nomment personne',
  },
  suggestions: {
    data: 'Résumés ouverts pendant l’écriture d’un SOS',
    kept: 'La durée du compte\u202f; ils sont ensuite comptés sans votre nom',
  },
  sponsorships: {
    data: 'Invitations acceptées\u00a0: qui a parrainé qui, et l’adresse invitée',
    kept: 'La durée des deux comptes\u202f; l’adresse est effacée dès que l’un des deux est supprimé',
  },
  batches: {
    data: 'Listes d’invitations de l’équipe\u00a0: titre, texte de la lettre, nombre de personnes invitées',
    kept: 'La durée de Guilde, pour que la même liste n’écrive à personne deux fois\u202f; sans votre nom si vous l’avez envoyée et supprimé votre compte',
  },
  objections: {
    data: 'Refus d’invitation\u00a0: une empreinte de l’adresse, sans l’adresse',
    kept: 'Sans limite, pour respecter ce choix, ou jusqu’à ce que la personne en change',
  },
  serverLogs: {
    data: 'Journaux techniques du serveur',
    kept: `${periodWords(PERIODS.serverLogs)} au plus`,
  },
  evidence: {
    data: 'Éléments nécessaires à la preuve ou à la défense d’un droit',
    kept: '3\u00a0ans au plus après la clôture du compte, en archivage séparé',
  },
  billing: {
    data: 'Données de facturation, s’il y en a',
    kept: '10\u00a0ans (code de commerce, art. L.\u00a0123-22)',
  },
} as const;
