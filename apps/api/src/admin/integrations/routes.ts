import { apiKeyInput } from '@guilde/contracts/api-keys/input.ts';
import { apiKeyOutput, newApiKeyOutput } from '@guilde/contracts/api-keys/output.ts';
import { Hono } from 'hono';
import { z } from 'zod';
import type { Deps } from '../../platform/deps.ts';
import {
  body,
  describe,
  type Env,
  limitMember,
  recentProofOnly,
  viewerOf,
} from '../../platform/http/http.ts';
import { ADMIN_ACTS } from '../limits.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';

export function integrationRoutes(deps: Deps) {
  const { db, clock, limits } = deps;
  return new Hono<Env>()
    .get(
      '/keys',
      describe('API keys of all administrators, the newest first', z.array(apiKeyOutput)),
      async (c) => c.json(await listApiKeys(db.orm, clock.now()), 200),
    )
    .post(
      '/keys',
      describe('Make an API key, which is shown this once', newApiKeyOutput, ['API_KEYS_EXHAUSTED']),
      recentProofOnly(clock),
      limitMember(limits, ADMIN_ACTS),
      body(apiKeyInput),
      async (c) => c.json(await createApiKey(deps, viewerOf(c), c.req.valid('json')), 200),
    )
    .post('/keys/:keyId/revoke', ...revokeApiKey.handlers(deps));
}
