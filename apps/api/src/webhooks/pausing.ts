import { eq, isNull } from 'drizzle-orm';
import { administratorIds, publishModeration } from '../auth/administrators.ts';
import { administratorAddresses } from '../auth/roles.ts';
import { recordAct, SERVER } from '../platform/audit.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { queueMail } from '../platform/services/mail.ts';
import { type PauseCause, webhookPausedMail } from './mails.ts';
import { webhooks } from './tables.ts';

export type PausingDeps = Pick<Deps, 'clock' | 'jobs' | 'live' | 'config' | 'secrets'>;

/** Its deliveries wait in the log for an administrator. */
export async function pauseWebhook(
  tx: Tx,
  deps: PausingDeps,
  { id, url }: Pick<typeof webhooks.$inferSelect, 'id' | 'url'>,
  cause: PauseCause,
): Promise<void> {
  await tx.orm.update(webhooks).set({ pausedAt: deps.clock.now() }).where(eq(webhooks.id, id));
  const { host } = new URL(url);
  for (const to of await administratorAddresses(tx.orm))
    await queueMail(deps, tx, webhookPausedMail(to, host, deps.config.publicUrl, cause));
  await recordAct(tx, deps, SERVER, {
    action: 'webhook.pause',
    subject: { type: 'webhook', id, label: host },
  });
  await publishModeration(tx, deps, 'integrations');
}

/** Whoever had an administrator's account may have made any of them, or turned it to an address of their own. */
export async function pauseTakenBack(tx: Tx, deps: PausingDeps, memberId: string): Promise<void> {
  if (!(await administratorIds(tx.orm)).includes(memberId)) return;
  for (const hook of await tx.orm.select().from(webhooks).where(isNull(webhooks.pausedAt)))
    await pauseWebhook(tx, deps, hook, 'taken-back');
}
