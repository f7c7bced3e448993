import { FIGURES_FROM, FIRST_HELPER_AMONG, type Figures } from '@guilde/contracts/information/rules.ts';
import { and, count, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { members } from '../auth/tables.ts';
import { conversations } from '../conversations/tables.ts';
import type { Db, Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { isVisible } from '../profiles/members.ts';
import { profiles } from '../profiles/tables.ts';
import { sosRequests } from '../sos/tables.ts';

/** The figures are public, so they are counted once per interval. */
const KEPT_MS = 600_000;
const MINUTE_MS = 60_000;

const kept = new WeakMap<Db, { at: number; figures: Promise<Figures> }>();

export function figuresOf({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Figures> {
  const now = clock.elapsed();
  const known = kept.get(db);
  if (known && now - known.at < KEPT_MS) return known.figures;
  const figures = readFigures(db.orm);
  kept.set(db, { at: now, figures });
  figures.catch(() => kept.delete(db));
  return figures;
}

async function readFigures(queries: Queries): Promise<Figures> {
  const [[merchants], [resolved], waits] = await Promise.all([
    queries
      .select({ total: count() })
      .from(profiles)
      .innerJoin(members, eq(members.id, profiles.userId))
      .where(and(isVisible, eq(profiles.isCertified, true))),
    queries.select({ total: count() }).from(sosRequests).where(isNotNull(sosRequests.resolvedAt)),
    queries
      .select({ wait: sql<number>`${conversations.createdAt} - ${sosRequests.createdAt}` })
      .from(sosRequests)
      .innerJoin(conversations, eq(conversations.sosRequestId, sosRequests.id))
      .orderBy(desc(sosRequests.position))
      .limit(FIRST_HELPER_AMONG),
  ]);
  return {
    merchants: unlessFew(merchants?.total),
    resolved: unlessFew(resolved?.total),
    firstHelperMinutes: waits.length < FIGURES_FROM ? null : medianMinutes(waits.map(({ wait }) => wait)),
  };
}

function unlessFew(total = 0): number | null {
  return total < FIGURES_FROM ? null : total;
}

function medianMinutes(waits: number[]): number {
  const middle = waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)] ?? 0;
  return Math.max(1, Math.round(middle / MINUTE_MS));
}
