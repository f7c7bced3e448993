import { randomUUID } from 'node:crypto';
import { AppError } from '@guilde/contracts/errors.ts';
import { done } from '@guilde/contracts/shared-output.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import {
  deliveryParams,
  NEEDS_HTTPS,
  webhookInput,
  webhookParams,
} from '@guilde/contracts/webhooks/input.ts';
import { deliveryOutput, newSecretOutput, webhookOutput } from '@guilde/contracts/webhooks/output.ts';
import {
  FORMER_SECRET_HOURS,
  type NewSecret,
  WEBHOOKS_MAX,
  type Webhook,
  type WebhookDelivery,
} from '@guilde/contracts/webhooks/rules.ts';
import { desc, eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { z } from 'zod';
import { publishModeration } from '../../auth/administrators.ts';
import { iso, isoOrNull } from '../../platform/clock.ts';
import type { Queries } from '../../platform/database/db.ts';
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
import { whereItLeads } from '../../platform/services/public-post.ts';
import { queueDelivery } from '../../webhooks/emit.ts';
import { SECRET_PURPOSE } from '../../webhooks/sending.ts';
import { newWebhookSecret } from '../../webhooks/signature.ts';
import { webhookDeliveries, webhooks } from '../../webhooks/tables.ts';
import { act, answersDone } from '../act.ts';
import { administer } from '../journal/administer.ts';
import { ADMIN_ACTS } from '../limits.ts';

const HOUR_MS = 3_600_000;
const DELIVERIES_SHOWN = 50;

type Row = typeof webhooks.$inferSelect;
type HookDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'live' | 'config'>;

/** The rest of the address may be a secret of the receiver. */
function subjectOf({ id, url }: Pick<Row, 'id' | 'url'>) {
  return { type: 'webhook', id, label: new URL(url).host } as const;
}

async function listWebhooks(queries: Queries): Promise<Webhook[]> {
  const rows = await queries.select().from(webhooks).orderBy(desc(webhooks.createdAt));
  return rows.map(({ id, url, events, createdAt, pausedAt }) => ({
    id,
    url,
    events,
    createdAt: iso(createdAt),
    pausedAt: isoOrNull(pausedAt),
  }));
}

/** The newest come first. */
async function listDeliveries(queries: Queries, webhookId: string): Promise<WebhookDelivery[]> {
  const rows = await queries
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookId, webhookId))
    .orderBy(desc(webhookDeliveries.createdAt))
    .limit(DELIVERIES_SHOWN);
  return rows.map(({ id, event, state, attempts, status, error, createdAt, triedAt }) => ({
    id,
    event,
    state,
    attempts,
    status,
    error,
    createdAt: iso(createdAt),
    triedAt: isoOrNull(triedAt),
  }));
}

/** The answer is the only place where the secret is ever shown. */
async function createWebhook(
  deps: HookDeps,
  viewer: Viewer,
  { url, events }: z.output<typeof webhookInput>,
): Promise<NewSecret> {
  const { clock, secrets } = deps;
  await requirePublicAddress(deps, url);
  const [id, secret] = [randomUUID(), newWebhookSecret()];
  await administer(deps, viewer, async ({ tx, record }) => {
    if ((await tx.orm.$count(webhooks)) >= WEBHOOKS_MAX) throw new AppError('WEBHOOKS_EXHAUSTED');
    const sealed = secrets.encrypt(SECRET_PURPOSE, secret);
    const chosen = [...new Set(events)];
    await tx.orm.insert(webhooks).values({ id, url, events: chosen, secret: sealed, createdAt: clock.now() });
    const after = { events: chosen.join(', ') };
    await record({ action: 'webhook.create', subject: subjectOf({ id, url }), after });
    await publishModeration(tx, deps, 'integrations');
  });
  return { id, secret };
}

/** Waiting deliveries go to the new address, signed with the same secret. */
async function changeWebhook(
  deps: HookDeps,
  viewer: Viewer,
  id: string,
  { url, events }: z.output<typeof webhookInput>,
): Promise<void> {
  await requirePublicAddress(deps, url);
  await administer(deps, viewer, async ({ tx, record }) => {
    const hook = await webhookById(tx.orm, id);
    const chosen = [...new Set(events)];
    await tx.orm.update(webhooks).set({ url, events: chosen }).where(eq(webhooks.id, id));
    await record({
      action: 'webhook.change',
      subject: subjectOf({ id, url }),
      before: { host: new URL(hook.url).host, events: hook.events.join(', ') },
      after: { host: new URL(url).host, events: chosen.join(', ') },
    });
    await publishModeration(tx, deps, 'integrations');
  });
}

/** @throws INVALID_INPUT without https, WEBHOOK_ADDRESS_PRIVATE, WEBHOOK_ADDRESS_UNKNOWN */
async function requirePublicAddress({ config }: HookDeps, url: string): Promise<void> {
  if (new URL(url).origin === config.webhookTestOrigin) return;
  if (new URL(url).protocol !== 'https:') throw new AppError('INVALID_INPUT', {}, { url: NEEDS_HTTPS });
  const place = await whereItLeads(url);
  if (place === 'private') throw new AppError('WEBHOOK_ADDRESS_PRIVATE');
  if (place === 'nowhere') throw new AppError('WEBHOOK_ADDRESS_UNKNOWN');
}

/** The former secret signs too for a while, so that the receiver can be changed without a loss. */
async function rotateSecret(deps: HookDeps, viewer: Viewer, id: string): Promise<NewSecret> {
  const { clock, secrets } = deps;
  const secret = newWebhookSecret();
  await administer(deps, viewer, async ({ tx, record }) => {
    const hook = await webhookById(tx.orm, id);
    const formerUntil = clock.now() + FORMER_SECRET_HOURS * HOUR_MS;
    const sealed = secrets.encrypt(SECRET_PURPOSE, secret);
    await tx.orm
      .update(webhooks)
      .set({ secret: sealed, formerSecret: hook.secret, formerUntil })
      .where(eq(webhooks.id, id));
    await record({ action: 'webhook.rotate', subject: subjectOf(hook) });
  });
  return { id, secret };
}

async function webhookById(queries: Queries, id: string): Promise<Row> {
  const [hook] = await queries.select().from(webhooks).where(eq(webhooks.id, id));
  if (!hook) throw new AppError('NOT_FOUND');
  return hook;
}

const onWebhook = {
  ...answersDone,
  params: webhookParams,
  areas: ['integrations'],
} as const;

const resumeWebhook = act({
  ...onWebhook,
  summary: 'Send to a paused webhook again',
  run: async ({ tx, record }, { webhookId: id }) => {
    const hook = await webhookById(tx.orm, id);
    await tx.orm.update(webhooks).set({ pausedAt: null, failures: 0 }).where(eq(webhooks.id, id));
    await record({ action: 'webhook.resume', subject: subjectOf(hook) });
  },
});

/** Its log goes with it. */
const deleteWebhook = act({
  ...onWebhook,
  summary: 'Delete a webhook with its log',
  run: async ({ tx, record }, { webhookId: id }) => {
    const hook = await webhookById(tx.orm, id);
    await tx.orm.delete(webhooks).where(eq(webhooks.id, id));
    await record({ action: 'webhook.delete', subject: subjectOf(hook) });
  },
});

const testWebhook = act({
  ...onWebhook,
  summary: 'Send a test to a webhook',
  refusals: ['WEBHOOK_PAUSED'],
  run: async ({ tx, deps, record }, { webhookId }) => {
    const hook = await webhookById(tx.orm, webhookId);
    if (hook.pausedAt !== null) throw new AppError('WEBHOOK_PAUSED');
    await queueDelivery(tx, deps, { webhookId, event: 'test', subjectId: webhookId });
    await record({ action: 'webhook.test', subject: subjectOf(hook) });
  },
});

/** It is sent under the same id, with what is true now and the present secret. */
const replayDelivery = act({
  ...answersDone,
  summary: 'Send a delivery again',
  refusals: ['WEBHOOK_PAUSED', 'DELIVERY_WAITING'],
  params: deliveryParams,
  areas: ['integrations'],
  run: async ({ tx, deps, record }, { deliveryId }) => {
    const isIt = eq(webhookDeliveries.id, deliveryId);
    const [delivery] = await tx.orm.select().from(webhookDeliveries).where(isIt);
    if (!delivery) throw new AppError('NOT_FOUND');
    if (delivery.state === 'waiting') throw new AppError('DELIVERY_WAITING');
    const hook = await webhookById(tx.orm, delivery.webhookId);
    if (hook.pausedAt !== null) throw new AppError('WEBHOOK_PAUSED');
    await tx.orm.update(webhookDeliveries).set({ state: 'waiting', attempts: 0, error: null }).where(isIt);
    await deps.jobs.enqueue(tx, 'webhook.send', { deliveryId });
    await record({ action: 'webhook.replay', subject: subjectOf(hook), after: { event: delivery.event } });
  },
});

const ADDRESS_REFUSALS = ['WEBHOOK_ADDRESS_PRIVATE', 'WEBHOOK_ADDRESS_UNKNOWN'] as const;

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
