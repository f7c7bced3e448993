import { apiKeyInput } from '@guilde/contracts/api-keys/input.ts';
import { apiKeyOutput, newApiKeyOutput } from '@guilde/contracts/api-keys/output.ts';
import { done } from '@guilde/contracts/shared-output.ts';
import { webhookInput, webhookParams } from '@guilde/contracts/webhooks/input.ts';
import { deliveryOutput, newSecretOutput, webhookOutput } from '@guilde/contracts/webhooks/output.ts';
import { Hono } from 'hono';
import { z } from 'zod';
import type { Deps } from '../../platform/deps.ts';
import {
  body,
  describe,
  type Env,
  limitMember,
  params,
  recentProofOnly,
  viewerOf,
} from '../../platform/http/http.ts';
import { ADMIN_ACTS } from '../limits.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  replayDelivery,
  resumeWebhook,
  rotateSecret,
  testWebhook,
} from './webhooks.ts';

const ADDRESS_REFUSALS = ['WEBHOOK_ADDRESS_PRIVATE', 'WEBHOOK_ADDRESS_UNKNOWN'] as const;

export function apiKeyRoutes(deps: Deps) {
  const { db, clock, limits } = deps;
  return new Hono<Env>()
    .get(
      '/',
      describe('API keys of all administrators, the newest first', z.array(apiKeyOutput)),
      async (c) => c.json(await listApiKeys(db.orm, clock.now()), 200),
    )
    .post(
      '/',
      describe('Make an API key, which is shown this once', newApiKeyOutput, ['API_KEYS_EXHAUSTED']),
      recentProofOnly(clock),
      limitMember(limits, ADMIN_ACTS),
      body(apiKeyInput),
      async (c) => c.json(await createApiKey(deps, viewerOf(c), c.req.valid('json')), 200),
    )
    .post('/:keyId/revoke', ...revokeApiKey.handlers(deps));
}

export function webhookRoutes(deps: Deps) {
  const { db, clock, limits } = deps;
  return new Hono<Env>()
    .get('/', describe('Webhooks, the newest first', z.array(webhookOutput)), async (c) =>
      c.json(await listWebhooks(db.orm), 200),
    )
    .post(
      '/',
      describe('Make a webhook, whose secret is shown this once', newSecretOutput, [
        'WEBHOOKS_EXHAUSTED',
        ...ADDRESS_REFUSALS,
      ]),
      recentProofOnly(clock),
      limitMember(limits, ADMIN_ACTS),
      body(webhookInput),
      async (c) => c.json(await createWebhook(deps, viewerOf(c), c.req.valid('json')), 200),
    )
    .post(
      '/:webhookId/secret',
      describe('Make another secret; the former one signs too for a day', newSecretOutput),
      recentProofOnly(clock),
      limitMember(limits, ADMIN_ACTS),
      params(webhookParams),
      async (c) => c.json(await rotateSecret(deps, viewerOf(c), c.req.valid('param').webhookId), 200),
    )
    .put(
      '/:webhookId',
      describe('Change the address and the events of a webhook', done, ADDRESS_REFUSALS),
      recentProofOnly(clock),
      limitMember(limits, ADMIN_ACTS),
      params(webhookParams),
      body(webhookInput),
      async (c) => {
        await changeWebhook(deps, viewerOf(c), c.req.valid('param').webhookId, c.req.valid('json'));
        return c.json({ ok: true } as const, 200);
      },
    )
    .post('/:webhookId/test', ...testWebhook.handlers(deps))
    .post('/:webhookId/resume', ...resumeWebhook.handlers(deps))
    .post('/:webhookId/delete', ...deleteWebhook.handlers(deps))
    .get(
      '/:webhookId/deliveries',
      describe('What was sent to a webhook, the newest first', z.array(deliveryOutput)),
      params(webhookParams),
      async (c) => c.json(await listDeliveries(db.orm, c.req.valid('param').webhookId), 200),
    )
    .post('/deliveries/:deliveryId/replay', ...replayDelivery.handlers(deps));
}
