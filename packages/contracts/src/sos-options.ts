export const SOS_CATEGORIES = [
  { id: 'ads', label: 'Publicité' },
  { id: 'conversion', label: 'Conversion' },
  { id: 'tech', label: 'Technique' },
  { id: 'sourcing', label: 'Sourcing' },
  { id: 'team', label: 'Équipe' },
  { id: 'legal', label: 'Juridique' },
  { id: 'other', label: 'Autre' },
] as const;

export const SOS_STATUSES = [
  { id: 'open', label: 'Ouvert' },
  { id: 'in_progress', label: 'En cours' },
  { id: 'resolved', label: 'Résolu' },
  { id: 'closed', label: 'Fermé' },
] as const;
