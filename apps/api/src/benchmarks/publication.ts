import { METRICS, type MetricId } from '@guilde/contracts/benchmarks/metrics.ts';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Queries } from '../platform/database/db.ts';
import { noteErasure } from '../platform/database/erasures.ts';
import { erasures } from '../platform/database/tables.ts';
import type { Deps } from '../platform/deps.ts';
import { eraseDueAnswers, UNUSUAL_WAVES } from './answers.ts';
import { cellsOf } from './cells.ts';
import { tellMembers } from './notices.ts';
import { countedAnswers, personsOf } from './people.ts';
import {
  benchmarkAnswers,
  benchmarkCells,
  benchmarkFigures,
  benchmarkParts,
  benchmarkWaves,
} from './tables.ts';
import { farAnswers } from './unusual.ts';

const ROWS_AT_ONCE = 500;
/** A restored backup may lack the publication, which these marks among the erasures say. */
const PUBLISHED = 'benchmarks:';

type PublicationDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>;

/** One transaction computes and publishes, so that a killed server publishes all or nothing. */
export async function publishWave(deps: PublicationDeps, quarter: string): Promise<void> {
  await deps.db.write(async (tx) => {
    const publishedAt = deps.clock.now();
    const [wave] = await tx.orm
      .update(benchmarkWaves)
      .set({ publishedAt })
      .where(and(eq(benchmarkWaves.quarter, quarter), isNull(benchmarkWaves.publishedAt)))
      .returning();
    if (!wave) return;
    const { answers, contributors } = await countedAnswers(tx.orm, wave);
    const before = await tx.orm.select().from(benchmarkParts).where(ne(benchmarkParts.quarter, quarter));
    const former = await formerCells(tx.orm, before, wave.closesAt);
    const { cells, membership } = cellsOf({ answers, contributors, former });
    await insertAll(cells, (rows) =>
      tx.orm.insert(benchmarkCells).values(rows.map((cell) => ({ ...cell, quarter }))),
    );
    const far = farAnswers(answers, contributors);
    const given = await tx.orm.select().from(benchmarkAnswers).where(eq(benchmarkAnswers.quarter, quarter));
    const counts = new Map(before.map((part) => [`${part.memberId} ${part.metric}`, part.far]));
    const parts = given.map(({ memberId, metric, value, keep }) => {
      const id = `${memberId} ${metric}`;
      const cellsOfPart = membership.get(memberId)?.get(metric) ?? [];
      const part = { quarter, memberId, metric, cells: cellsOfPart, publishedAt };
      return { ...part, far: far.has(id) ? (counts.get(id) ?? 0) + 1 : 0, value, keep };
    });
    await insertAll(parts, (rows) => tx.orm.insert(benchmarkParts).values(rows));
    const kept = parts.filter(({ keep }) => keep);
    await insertAll(kept, (rows) => tx.orm.insert(benchmarkFigures).values(rows));
    await tx.orm.delete(benchmarkParts).where(ne(benchmarkParts.quarter, quarter));
    const unusual = parts.filter((part) => part.far >= UNUSUAL_WAVES).length;
    const short = METRICS.map(({ id }) => id).filter((id) => cells.every(({ metric }) => metric !== id));
    await tx.orm.update(benchmarkWaves).set({ unusual, short }).where(eq(benchmarkWaves.quarter, quarter));
    await noteErasure(tx, deps, PUBLISHED + quarter);
    await tellMembers(tx, deps, { what: 'published', quarter });
  });
}

/** A statement has a limited number of values. */
async function insertAll<T>(rows: T[], insert: (rows: T[]) => PromiseLike<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await insert(rows.slice(from, from + ROWS_AT_ONCE));
}

/** The people of each cell of the last publication, folded as those who answered now. */
async function formerCells(
  queries: Queries,
  parts: (typeof benchmarkParts.$inferSelect)[],
  closesAt: number,
): Promise<Parameters<typeof cellsOf>[0]['former']> {
  const persons = await personsOf(queries, [...new Set(parts.map(({ memberId }) => memberId))], closesAt);
  const former = new Map<MetricId, Map<string, Set<string>>>();
  for (const { metric, memberId, cells } of parts)
    for (const key of cells) {
      const ofMetric = former.get(metric) ?? new Map<string, Set<string>>();
      const people = ofMetric.get(key) ?? new Set();
      former.set(metric, ofMetric.set(key, people.add(persons.get(memberId) ?? memberId)));
    }
  return former;
}

/**
 * After a restore, before anybody is answered: due answers go, and a wave that was published is not computed
 * again, because the difference of two publications could tell of who left between them. Without either
 * nothing is written, since a server starts on a full disk too.
 */
export async function settleBenchmarks(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await eraseDueAnswers(deps);
  const missed = await deps.db.orm
    .select({ quarter: benchmarkWaves.quarter, publishedAt: erasures.erasedAt })
    .from(benchmarkWaves)
    .innerJoin(erasures, eq(erasures.id, sql`${PUBLISHED} || ${benchmarkWaves.quarter}`))
    .where(isNull(benchmarkWaves.publishedAt));
  for (const { quarter, publishedAt } of missed)
    await deps.db.orm.update(benchmarkWaves).set({ publishedAt }).where(eq(benchmarkWaves.quarter, quarter));
}
