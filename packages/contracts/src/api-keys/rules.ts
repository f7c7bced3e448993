import type { z } from 'zod';
import type * as output from './output.ts';

/** A scope opens few routes of members; nothing else is open to a key (docs/security.md#api-keys). */
export const API_SCOPES = [
  { id: 'members:read', label: 'Lire l’annuaire' },
  { id: 'articles:read', label: 'Lire les résumés' },
  { id: 'invitations:write', label: 'Inviter' },
  { id: 'events:write', label: 'Proposer un événement' },
] as const;

export type ApiScope = (typeof API_SCOPES)[number]['id'];

export const API_KEY_PREFIX = 'glk_';
export const API_KEY_NAME_MAX = 60;
export const API_KEY_DAYS_MAX = 365;
/** The limit counts keys that still work. */
export const API_KEYS_MAX = 20;

/** The owner of an `idle` key does not administer Guilde any more, or is suspended. */
export const API_KEY_STATES = [
  { id: 'active', label: 'Active' },
  { id: 'expired', label: 'Expirée' },
  { id: 'revoked', label: 'Révoquée' },
  { id: 'idle', label: 'Sans effet' },
] as const;

export type ApiKeyState = (typeof API_KEY_STATES)[number]['id'];

export type ApiKey = z.infer<typeof output.apiKeyOutput>;
export type NewApiKey = z.infer<typeof output.newApiKeyOutput>;
