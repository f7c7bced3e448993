import { AppError } from '@guilde/contracts/errors.ts';
import type { Alert } from '@guilde/contracts/sos/waves.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, desc, eq, isNull, notInArray, sql } from 'drizzle-orm';
import { preparedQuery, type Tx } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { hiddenFrom } from '../hidden-by-blocks.ts';
import { cardOf, sosDetail } from '../queries.ts';
import { sosAlerts } from '../tables.ts';

/** A member is asked less often in days. */
const ALERTS_LOOKED_AT = 30;

/** Publishes to the members, and to the author that the figures have changed. */
export async function publishAlert(
  tx: Tx,
  { live }: Pick<Deps, 'live'>,
  sos: { id: string; authorId: string | null },
  memberIds: string[],
): Promise<void> {
  const card = cardOf(await sosDetail(tx.orm, sos.id));
  tx.afterCommit(() => {
    live.publish(memberIds, { type: 'sos.alerted', sos: card });
    publishReach({ live }, sos.id, sos.authorId);
  });
}

export function publishReach({ live }: Pick<Deps, 'live'>, sosId: string, authorId: string | null): void {
  if (authorId) live.publish([authorId], { type: 'sos.reached', sosId });
}

/** The refusal stays secret; a repeated one changes nothing. Throws NOT_FOUND. */
export function declineAlert(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'live'>,
  viewer: Viewer,
  sosId: string,
): Promise<void> {
  return deps.db.write(async (tx) => {
    const own = and(
      eq(sosAlerts.sosId, sosId),
      eq(sosAlerts.memberId, viewer.id),
      notInArray(sosAlerts.sosId, hiddenFrom(sql`${viewer.id}`)),
    );
    const [declined] = await tx.orm
      .update(sosAlerts)
      .set({ declinedAt: deps.clock.now() })
      .where(and(own, isNull(sosAlerts.declinedAt)))
      .returning({ sosId: sosAlerts.sosId });
    if (declined) {
      const payload = { sosId, memberId: viewer.id };
      await deps.jobs.enqueue(tx, 'sos.wave-place', payload, { key: `wave-place:${sosId}:${viewer.id}` });
      tx.afterCommit(() => deps.live.publish([viewer.id], { type: 'sos.declined', sosId }));
    } else if ((await tx.orm.$count(sosAlerts, own)) === 0) throw new AppError('NOT_FOUND');
  });
}

/** The query binds `sosId` and `memberId`. */
export const ownAlert = preparedQuery((queries) =>
  queries
    .select({ declinedAt: sosAlerts.declinedAt })
    .from(sosAlerts)
    .where(
      and(eq(sosAlerts.sosId, sql.placeholder('sosId')), eq(sosAlerts.memberId, sql.placeholder('memberId'))),
    )
    .prepare(),
);

/** The query returns the newest SOS that ask for a member and were not declined; it binds `memberId`. */
export const alertsOf = preparedQuery((queries) =>
  queries
    .select({ sosId: sosAlerts.sosId })
    .from(sosAlerts)
    .where(and(eq(sosAlerts.memberId, sql.placeholder('memberId')), isNull(sosAlerts.declinedAt)))
    .orderBy(desc(sosAlerts.createdAt))
    .limit(ALERTS_LOOKED_AT)
    .prepare(),
);

export function toAlert(alert: { declinedAt: number | null } | undefined): Alert | null {
  if (!alert) return null;
  return alert.declinedAt === null ? 'asked' : 'declined';
}

/** The query notes when an asked member first opens the SOS; it binds `id`, `memberId` and `now`. */
export const openAlert = preparedQuery((queries) =>
  queries
    .update(sosAlerts)
    .set({ openedAt: sql`${sql.placeholder('now')}` })
    .where(
      and(
        eq(sosAlerts.sosId, sql.placeholder('id')),
        eq(sosAlerts.memberId, sql.placeholder('memberId')),
        isNull(sosAlerts.openedAt),
        notInArray(sosAlerts.sosId, hiddenFrom(sql.placeholder('memberId'))),
      ),
    )
    .returning({ sosId: sosAlerts.sosId })
    .prepare(),
);
