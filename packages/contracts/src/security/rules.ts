import type { z } from 'zod';
import { PERIODS } from '../retention/periods.ts';
import type { securityEntryOutput, securityPageOutput } from './output.ts';

export const SECURITY_EVENTS = [
  { id: 'sign-in', label: 'Connexion' },
  { id: 'sign-in.refused', label: 'Connexion refusée' },
  { id: 'code.requested', label: 'Code de connexion demandé' },
  { id: 'code.refused', label: 'Code de connexion refusé' },
  { id: 'second-factor.asked', label: 'Second code demandé' },
  { id: 'second-factor.refused', label: 'Second code refusé' },
  { id: 'second-factor.given', label: 'Identité confirmée de nouveau' },
  { id: 'second-factor.added', label: 'Double vérification activée' },
  { id: 'second-factor.removed', label: 'Double vérification désactivée' },
  { id: 'recovery-codes.made', label: 'Codes de secours renouvelés' },
  { id: 'passkey.added', label: 'Clé d’accès ajoutée' },
  { id: 'passkey.removed', label: 'Clé d’accès retirée' },
  { id: 'passkey.refused', label: 'Clé d’accès refusée' },
  { id: 'desktop.allowed', label: 'Application de bureau autorisée' },
  { id: 'sign-out', label: 'Déconnexion' },
  { id: 'session.ended', label: 'Session fermée à distance' },
  { id: 'email.confirmed', label: 'Adresse e-mail confirmée' },
  { id: 'email.change-asked', label: 'Changement d’adresse demandé' },
  { id: 'email.changed', label: 'Adresse e-mail changée' },
  { id: 'email.taken-back', label: 'Ancienne adresse reprise' },
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

export const SECURITY_LOG_MONTHS = PERIODS.securityLog.months;
export const SECURITY_PAGE = 50;

/**
 * Only `addressHash` is kept of an address without an account. `source` is the network address, cut to the
 * first half for IPv6. `reason` is a code.
 */
export type SecurityEntry = z.infer<typeof securityEntryOutput>;

export type SecurityPage = z.infer<typeof securityPageOutput>;
