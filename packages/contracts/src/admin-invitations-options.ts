export const ADMIN_INVITATION_STATES = [
  { id: 'all', label: 'Toutes' },
  { id: 'pending', label: 'En attente' },
  { id: 'expired', label: 'Expirée' },
  { id: 'accepted', label: 'Acceptée' },
] as const;
