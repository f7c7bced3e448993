import { randomUUID } from 'node:crypto';
import type { DeliveryEvent, WebhookEvent } from '@guilde/contracts/webhooks/rules.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { webhookDeliveries, webhooks } from './tables.ts';

declare module '../platform/jobs/jobs.ts' {
  interface JobPayloads {
    /** One job is one attempt. */
    'webhook.send': { deliveryId: string };
  }
}

type Listener = { id: string; pausedAt: number | null };

/** At most ten rows are read. A verb that counts its trips reads them beside something else. */
export async function listenersOf(queries: Queries, event: WebhookEvent): Promise<Listener[]> {
  const { id, events, pausedAt, createdAt } = webhooks;
  const all = await queries.select({ id, events, pausedAt }).from(webhooks).orderBy(createdAt);
  return all.filter((one) => one.events.includes(event));
}

/**
 * Stores what the webhooks of `event` will send in the transaction of the event. While a webhook is paused,
 * its deliveries wait in the log for an administrator.
 */
export async function emitWebhook(
  tx: Tx,
  { jobs, clock }: Pick<Deps, 'jobs' | 'clock'>,
  event: WebhookEvent,
  subjectId: string,
  listeners?: readonly Listener[],
): Promise<void> {
  for (const { id: webhookId, pausedAt } of listeners ?? (await listenersOf(tx.orm, event))) {
    if (pausedAt === null) await queueDelivery(tx, { jobs, clock }, { webhookId, event, subjectId });
    else {
      const delivery = { id: randomUUID(), webhookId, event, subjectId, createdAt: clock.now() };
      await tx.orm.insert(webhookDeliveries).values({ ...delivery, state: 'failed', error: 'paused' });
    }
  }
}

export async function queueDelivery(
  tx: Tx,
  { jobs, clock }: Pick<Deps, 'jobs' | 'clock'>,
  delivery: { webhookId: string; event: DeliveryEvent; subjectId: string },
): Promise<void> {
  const id = randomUUID();
  const row = { id, ...delivery, state: 'waiting', createdAt: clock.now() } as const;
  await tx.orm.insert(webhookDeliveries).values(row);
  await jobs.enqueue(tx, 'webhook.send', { deliveryId: id });
}
