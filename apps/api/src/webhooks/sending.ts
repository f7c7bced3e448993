import {
  type DeliveryError,
  type DeliveryEvent,
  WEBHOOK_ATTEMPTS,
  WEBHOOK_FAILURES_MAX,
} from '@guilde/contracts/webhooks/rules.ts';
import { eq, sql } from 'drizzle-orm';
import { iso } from '../platform/clock.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import type { JobPayloads, JobRun } from '../platform/jobs/jobs.ts';
import { type PostOutcome, postPublicly } from '../platform/services/public-post.ts';
import { pauseWebhook } from './pausing.ts';
import { signedHeaders } from './signature.ts';
import { webhookDeliveries, webhooks } from './tables.ts';

const MINUTE_MS = 60_000;
/** The waits between six attempts add up to a day. */
const WAITS_MS = [1, 10, 60, 360, 960].map((minutes) => minutes * MINUTE_MS);
export const SECRET_PURPOSE = 'webhooks';

/** `path` is the page about it; null means that the subject does not exist any more. */
export type WebhookSource = (
  queries: Queries,
  id: string,
) => Promise<{ title?: string; memberId?: string; path?: string } | null>;
export type WebhookSources = Record<DeliveryEvent, WebhookSource>;

export type SendingDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'live' | 'config' | 'secrets'>;

type Hook = typeof webhooks.$inferSelect;
type Delivery = typeof webhookDeliveries.$inferSelect;

/** Receivers may get a delivery twice, always under the same `webhook-id`. */
export async function sendDelivery(
  deps: SendingDeps,
  sources: WebhookSources,
  { deliveryId }: JobPayloads['webhook.send'],
  { signal }: JobRun,
): Promise<void> {
  const { db, clock, config } = deps;
  const [found] = await db.orm
    .select({ delivery: webhookDeliveries, hook: webhooks })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(eq(webhookDeliveries.id, deliveryId));
  if (found?.delivery.state !== 'waiting') return;
  const { delivery, hook } = found;
  if (hook.pausedAt !== null) return giveUp(deps, delivery, 'paused');
  const body = await bodyOf(deps, sources, delivery);
  if (body === null) return giveUp(deps, delivery, 'gone');
  const headers = signedHeaders(delivery.id, clock.now(), body, signingSecrets(deps, hook));
  const outcome = await postPublicly(
    { url: hook.url, headers, body },
    { allowed: config.webhookTestOrigin, signal },
  );
  // A delivery that the stopping server cut off is sent again after the next start.
  signal.throwIfAborted();
  await db.write((tx) => storeOutcome(tx, deps, { delivery, hook, outcome }));
}

/** The body is made when it leaves: what was removed or renamed meanwhile is not sent. */
async function bodyOf(
  { db, config }: SendingDeps,
  sources: WebhookSources,
  { event, subjectId, createdAt }: Delivery,
): Promise<string | null> {
  const subject = await sources[event](db.orm, subjectId);
  if (!subject) return null;
  const { path, ...others } = subject;
  const url = path === undefined ? {} : { url: `${config.publicUrl}${path}` };
  return JSON.stringify({
    type: event,
    timestamp: iso(createdAt),
    data: { id: subjectId, ...others, ...url },
  });
}

function signingSecrets({ secrets, clock }: SendingDeps, hook: Hook): string[] {
  const isFormerValid = hook.formerSecret !== null && (hook.formerUntil ?? 0) > clock.now();
  const sealed = isFormerValid && hook.formerSecret ? [hook.secret, hook.formerSecret] : [hook.secret];
  return sealed.map((secret) => secrets.decrypt(SECRET_PURPOSE, secret));
}

async function giveUp({ db }: SendingDeps, { id }: Delivery, error: DeliveryError): Promise<void> {
  await db.orm.update(webhookDeliveries).set({ state: 'failed', error }).where(eq(webhookDeliveries.id, id));
}

function errorOf(outcome: PostOutcome): DeliveryError | null {
  if (outcome.is !== 'answered') return outcome.is;
  if (outcome.status >= 200 && outcome.status < 300) return null;
  return outcome.status >= 300 && outcome.status < 400 ? 'redirect' : 'status';
}

async function storeOutcome(
  tx: Tx,
  deps: SendingDeps,
  { delivery, hook, outcome }: { delivery: Delivery; hook: Hook; outcome: PostOutcome },
): Promise<void> {
  const error = errorOf(outcome);
  const attempts = delivery.attempts + 1;
  const isLast = attempts >= WEBHOOK_ATTEMPTS;
  await tx.orm
    .update(webhookDeliveries)
    .set({
      state: error === null ? 'delivered' : isLast ? 'failed' : 'waiting',
      attempts,
      status: outcome.is === 'answered' ? outcome.status : null,
      error,
      triedAt: deps.clock.now(),
    })
    .where(eq(webhookDeliveries.id, delivery.id));
  if (error === null) {
    await tx.orm.update(webhooks).set({ failures: 0 }).where(eq(webhooks.id, hook.id));
    return;
  }
  const delay = WAITS_MS[attempts - 1];
  if (!isLast)
    await deps.jobs.enqueue(tx, 'webhook.send', { deliveryId: delivery.id }, { delay: delay ?? 0 });
  await countFailure(tx, deps, hook);
}

async function countFailure(tx: Tx, deps: SendingDeps, { id, url }: Hook): Promise<void> {
  const [counted] = await tx.orm
    .update(webhooks)
    .set({ failures: sql`${webhooks.failures} + 1` })
    .where(eq(webhooks.id, id))
    .returning({ failures: webhooks.failures, pausedAt: webhooks.pausedAt });
  if (!counted || counted.failures < WEBHOOK_FAILURES_MAX || counted.pausedAt !== null) return;
  await pauseWebhook(tx, deps, { id, url }, 'failures');
}
