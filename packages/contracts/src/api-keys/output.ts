import { z } from 'zod';
import { instant, named } from '../shared-output.ts';
import { oneOf } from '../validation.ts';
import { API_KEY_STATES, API_SCOPES } from './rules.ts';

export const apiKeyOutput = z
  .object({
    id: z.string(),
    name: z.string(),
    scopes: z.array(oneOf(API_SCOPES)),
    owner: named,
    state: oneOf(API_KEY_STATES),
    createdAt: instant,
    expiresAt: instant,
    /** The time is exact to ten minutes. */
    lastUsedAt: instant.nullable(),
  })
  .meta({ id: 'ApiKey' });

/** The key itself is in no other answer, because only its hash is stored. */
export const newApiKeyOutput = z.object({ id: z.string(), token: z.string() }).meta({ id: 'NewApiKey' });
