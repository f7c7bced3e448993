/** What the security log knows: who came in, who was refused, and what changed on the way in. */
export const SECURITY_EVENTS = [
  { id: 'sign-in', label: 'Connexion' },
  { id: 'sign-in.refused', label: 'Connexion refusée' },
  { id: 'code.requested', label: 'Code de connexion demandé' },
  { id: 'code.refused', label: 'Code de connexion refusé' },
  { id: 'sign-out', label: 'Déconnexion' },
  { id: 'session.ended', label: 'Session fermée à distance' },
  { id: 'email.confirmed', label: 'Adresse e-mail confirmée' },
  { id: 'confirmation.refused', label: 'Confirmation d’adresse refusée' },
  { id: 'reset.requested', label: 'Nouveau mot de passe demandé' },
  { id: 'reset.refused', label: 'Nouveau mot de passe refusé' },
  { id: 'password.reset', label: 'Mot de passe choisi par e-mail' },
  { id: 'password.changed', label: 'Mot de passe changé' },
  { id: 'password.refused', label: 'Mot de passe actuel refusé' },
  { id: 'role.changed', label: 'Rôle changé' },
  { id: 'account.suspended', label: 'Compte suspendu' },
  { id: 'account.restored', label: 'Compte rétabli' },
] as const;
