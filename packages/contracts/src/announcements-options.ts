export const ANNOUNCEMENT_AUDIENCES = [
  { id: 'everyone', label: 'Tous les membres' },
  { id: 'team', label: 'L’équipe' },
] as const;

export const ANNOUNCEMENT_STATES = [
  { id: 'scheduled', label: 'Programmée' },
  { id: 'sending', label: 'En cours d’envoi' },
  { id: 'shown', label: 'Affichée' },
  { id: 'ended', label: 'Terminée' },
  { id: 'cancelled', label: 'Annulée' },
] as const;
