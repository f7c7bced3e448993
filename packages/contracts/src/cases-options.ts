/** Of what a member wrote. */
export const REMOVALS = [
  { id: 'article-removal', label: 'Retrait d’un résumé' },
  { id: 'message-removal', label: 'Suppression d’un message' },
  { id: 'sos-removal', label: 'Suppression d’un SOS' },
] as const;

/** From the mildest; each names a rule of conduct.ts (docs/specification.md#cases-and-measures). */
export const MEASURES = [
  ...REMOVALS,
  { id: 'warning', label: 'Avertissement' },
  { id: 'certification', label: 'Retrait de la certification' },
  { id: 'suspension', label: 'Suspension' },
  { id: 'deletion', label: 'Suppression du compte' },
] as const;

/** The one decision of a case: without a measure, or a measure. */
export const CASE_OUTCOMES = [
  { id: 'dismissed', label: 'Classé sans suite' },
  { id: 'settled', label: 'Réglé sans mesure' },
  ...MEASURES,
] as const;

export const CONTEST_OUTCOMES = [
  { id: 'upheld', label: 'Décision maintenue' },
  { id: 'reversed', label: 'Décision annulée' },
] as const;
