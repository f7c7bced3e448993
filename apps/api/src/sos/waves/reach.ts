import { AppError } from '@guilde/contracts/errors.ts';
import { feedRank } from '@guilde/contracts/sos/ranking.ts';
import { type Reach, UNHELPED, USUAL_DAYS, USUAL_FROM, WAVES } from '@guilde/contracts/sos/waves.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, gte, isNotNull, sql } from 'drizzle-orm';
import { conversations } from '../../conversations/tables.ts';
import { iso } from '../../platform/clock.ts';
import { type Db, preparedQuery, type Queries } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { sosAlerts, sosRequests, sosWaves } from '../tables.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** The figure is the same for all, so it is counted once per interval. */
const KEPT_MS = 600_000;

const reachQuery = preparedQuery((queries) =>
  queries
    .select({
      authorId: sosRequests.userId,
      wave: sosWaves.wave,
      nextAt: sosWaves.nextAt,
      alerted: sosWaves.alerted,
      unhelpedAt: sosWaves.unhelpedAt,
      opened: sql<number>`${queries
        .select({ count: sql`count(*)` })
        .from(sosAlerts)
        .where(and(eq(sosAlerts.sosId, sosRequests.id), isNotNull(sosAlerts.openedAt)))}`,
    })
    .from(sosRequests)
    .leftJoin(sosWaves, eq(sosWaves.sosId, sosRequests.id))
    .where(eq(sosRequests.id, sql.placeholder('sosId')))
    .prepare(),
);

/** Only the author gets the figures, which do not show who was asked or cannot help. Throws NOT_FOUND. */
export async function reachOf(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  sosId: string,
): Promise<Reach> {
  const [[row], usual] = await Promise.all([reachQuery(deps.db.orm).all({ sosId }), usualWait(deps)]);
  if (!row || row.authorId !== viewer.id) throw new AppError('NOT_FOUND');
  const alerted = row.alerted ?? 0;
  const step = (row.wave ?? 0) + 1;
  return {
    alerted,
    opened: Math.min(row.opened, alerted),
    next: row.nextAt === null ? null : { at: iso(row.nextAt), asks: askedBy(step) },
    isTeamTold: row.unhelpedAt !== null,
    usual,
  };
}

function askedBy(step: number): NonNullable<Reach['next']>['asks'] {
  if (step === UNHELPED) return 'team';
  return step === WAVES ? 'everybody' : 'some';
}

const kept = new WeakMap<Db, { at: number; usual: Promise<Reach['usual']> }>();

function usualWait({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Reach['usual']> {
  const at = clock.elapsed();
  const known = kept.get(db);
  if (known && at - known.at < KEPT_MS) return known.usual;
  const usual = readUsualWait(db.orm, clock.now());
  kept.set(db, { at, usual });
  usual.catch(() => kept.delete(db));
  return usual;
}

async function readUsualWait(queries: Queries, now: number): Promise<Reach['usual']> {
  const wait = sql<number>`${conversations.createdAt} - ${sosRequests.createdAt}`;
  const answered = queries
    .select({ wait: sql<number>`${wait}`.as('wait') })
    .from(sosRequests)
    .innerJoin(conversations, eq(conversations.sosRequestId, sosRequests.id))
    .where(gte(sosRequests.feedRank, feedRank(now - USUAL_DAYS * DAY_MS, false)));
  const ordered = answered.as('sent');
  const [row] = await queries
    .select({
      cases: sql<number>`count(*)`,
      median: sql<number | null>`(select wait from ${answered.as('ranked')} order by wait
        limit 1 offset (select count(*) / 2 from ${answered.as('page')}))`,
    })
    .from(ordered);
  if (!row || row.median === null || row.cases < USUAL_FROM) return null;
  return { minutes: Math.max(1, Math.round(row.median / MINUTE_MS)), cases: row.cases };
}
