import { z } from 'zod';
import { component, instant, named } from '../shared-output.ts';
import { oneOf } from '../validation.ts';
import { API_KEY_STATES, API_SCOPES } from './rules.ts';

export const apiKeyOutput = component('ApiKey', {
  id: z.string(),
  name: z.string(),
  scopes: z.array(oneOf(API_SCOPES)),
  owner: named,
  state: oneOf(API_KEY_STATES),
  createdAt: instant,
  expiresAt: instant,
  /** The time is exact to ten minutes. */
  lastUsedAt: instant.nullable(),
});

/** The key itself is in no other answer, because only its hash is stored. */
export const newApiKeyOutput = component('NewApiKey', { id: z.string(), token: z.string() });
