import { INACTIVE_AFTER_DAYS } from '@guilde/contracts/conversations/rules.ts';
import { and, eq, inArray, isNotNull, lte } from 'drizzle-orm';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { publishConversations } from './conversations.ts';
import { conversationChanged, enqueueSummary, SUMMARY_DELAY_MS } from './jobs.ts';
import { conversations } from './tables.ts';

const DAY_MS = 86_400_000;
/** A batch is small, so that no message waits for a long transaction. */
const BATCH = 50;

/** An event has its own end. This also requests the summaries (docs/specification.md#conversation). */
export async function deactivateIdleConversations(
  deps: Pick<Deps, 'db' | 'clock' | 'live' | 'jobs'>,
): Promise<void> {
  const silentSince = deps.clock.now() - INACTIVE_AFTER_DAYS * DAY_MS;
  while ((await deactivateBatch(deps, silentSince)) === BATCH);
}

function deactivateBatch(deps: Pick<Deps, 'db' | 'live' | 'jobs'>, silentSince: number): Promise<number> {
  return deps.db.write(async (tx) => {
    const silent = tx.orm
      .select({ id: conversations.id })
      .from(conversations)
      .where(
        and(
          eq(conversations.status, 'active'),
          isNotNull(conversations.sosRequestId),
          lte(conversations.updatedAt, silentSince),
        ),
      )
      .limit(BATCH);
    const fallen = await tx.orm
      .update(conversations)
      .set({ status: 'inactive' })
      .where(inArray(conversations.id, silent))
      .returning({ id: conversations.id, sosId: conversations.sosRequestId });
    for (const { sosId } of fallen) {
      if (sosId === null) continue;
      await enqueueSummary(tx, deps, sosId, { delay: SUMMARY_DELAY_MS });
      await conversationChanged(tx, deps, sosId);
    }
    publishConversations(
      tx,
      deps,
      fallen.map(({ id }) => id),
    );
    return fallen.length;
  });
}

/** Returns the id of its SOS, or null when it was not inactive. */
export async function reactivate(tx: Tx, id: string): Promise<string | null> {
  const [woken] = await tx.orm
    .update(conversations)
    .set({ status: 'active' })
    .where(and(eq(conversations.id, id), eq(conversations.status, 'inactive')))
    .returning({ sosId: conversations.sosRequestId });
  return woken?.sosId ?? null;
}
