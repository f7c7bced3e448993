import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import type { Env } from '../platform/http/http.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { olderThan } from '../platform/retention.ts';
import { type PausingDeps, pauseTakenBack } from './pausing.ts';
import { SECRET_PURPOSE, type SendingDeps, sendDelivery, type WebhookSources } from './sending.ts';
import { webhooks as table, webhookDeliveries } from './tables.ts';

const HOUR_MS = 3_600_000;
/** A slow receiver leaves places for other jobs. */
const AT_ONCE = 2;

export const webhooks = {
  /** Its routes belong to the back office. */
  routes: () => new Hono<Env>(),
  personalData: (deps: PausingDeps): PersonalData => ({
    takeBack: (tx, memberId) => pauseTakenBack(tx, deps, memberId),
  }),
  retention: (deps: Pick<Deps, 'db'>) => [
    olderThan(deps, 'webhookDeliveries', { table: webhookDeliveries, at: webhookDeliveries.createdAt }),
  ],
};

export function startWebhooks(deps: SendingDeps, sources: WebhookSources): void {
  deps.jobs.handle('webhook.send', (asked, run) => sendDelivery(deps, sources, asked, run), {
    atOnce: AT_ONCE,
  });
  deps.jobs.every('webhooks.keys', HOUR_MS, () => renewSealing(deps));
}

/** While the installation's secret is being changed, what the former one encrypted is encrypted again. */
export async function renewSealing({
  db,
  secrets,
  config,
}: Pick<Deps, 'db' | 'secrets' | 'config'>): Promise<void> {
  if (config.previousSecret === undefined) return;
  const renewed = (sealed: string) =>
    secrets.encrypt(SECRET_PURPOSE, secrets.decrypt(SECRET_PURPOSE, sealed));
  await db.write(async (tx) => {
    for (const { id, secret, formerSecret } of await tx.orm.select().from(table))
      await tx.orm
        .update(table)
        .set({ secret: renewed(secret), formerSecret: formerSecret && renewed(formerSecret) })
        .where(eq(table.id, id));
  });
}
