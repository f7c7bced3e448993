/** Why a member may be reported (specification, section 3). */
export const REPORT_REASONS = [
  { id: 'spam', label: 'Spam' },
  { id: 'harassment', label: 'Harcèlement' },
  { id: 'inappropriate_content', label: 'Contenu inapproprié' },
  { id: 'fake_profile', label: 'Faux profil' },
  { id: 'violation_rules', label: 'Non-respect des règles' },
  { id: 'other', label: 'Autre' },
] as const;

export type ReportReason = (typeof REPORT_REASONS)[number]['id'];
export type ReportStatus = 'pending' | 'resolved' | 'dismissed';
