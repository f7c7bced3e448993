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

export type SecurityKind = (typeof SECURITY_EVENTS)[number]['id'];

/** How long a line of the security log is kept, in months; the privacy policy says the same. */
export const SECURITY_LOG_MONTHS = 12;
export const SECURITY_PAGE = 50;

/**
 * A line of the security log. `member`: whose account, null for an address without one, of which `addressHash` tells only
 * whether it is the same again. `source`: the network address, of IPv6 the first half. `reason`: a code.
 */
export type SecurityEntry = {
  id: string;
  kind: SecurityKind;
  member: { id: string; name: string } | null;
  addressHash: string | null;
  actor: { id: string; name: string } | null;
  source: string | null;
  reason: string | null;
  createdAt: string;
};

export type SecurityPage = { items: SecurityEntry[]; nextCursor: string | null };
