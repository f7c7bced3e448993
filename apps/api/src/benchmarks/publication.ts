import { METRICS } from '@guilde/contracts/benchmarks/metrics.ts';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
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
    // They are folded as those who answered now.
    const memberIds = [...new Set(before.map(({ memberId }) => memberId))];
    const persons = await personsOf(tx.orm, memberIds, wave.closesAt);
    const former = before.flatMap(({ metric, memberId, cells }) =>
      cells.map((key) => ({ metric, key, personId: persons.get(memberId) ?? memberId })),
    );
    const counted = cellsOf({ answers, contributors, former });
    await insertAll(counted, (rows) =>
      tx.orm.insert(benchmarkCells).values(rows.map(({ cell }) => ({ ...cell, quarter }))),
    );
    const far = farAnswers(answers, contributors);
    const given = await tx.orm.select().from(benchmarkAnswers).where(eq(benchmarkAnswers.quarter, quarter));
    const counts = new Map(before.map((part) => [`${part.memberId} ${part.metric}`, part.far]));
    const parts = given.map(({ memberId, metric, value, keep }) => {
      const id = `${memberId} ${metric}`;
      const own = counted.filter((one) => one.cell.metric === metric && one.memberIds.has(memberId));
      const part = { quarter, memberId, metric, cells: own.map(({ cell }) => cell.key).sort(), publishedAt };
      return { ...part, far: far.has(id) ? (counts.get(id) ?? 0) + 1 : 0, value, keep };
    });
    await insertAll(parts, (rows) => tx.orm.insert(benchmarkParts).values(rows));
    const kept = parts.filter(({ keep }) => keep);
    await insertAll(kept, (rows) => tx.orm.insert(benchmarkFigures).values(rows));
    await tx.orm.delete(benchmarkParts).where(ne(benchmarkParts.quarter, quarter));
    const unusual = parts.filter((part) => part.far >= UNUSUAL_WAVES).length;
    const short = METRICS.map(({ id }) => id).filter((id) => counted.every(({ cell }) => cell.metric !== id));
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

/**
 * Runs after a restore, before anybody is answered: due answers go, and a wave that was published is not
 * computed again, because the difference of two publications could tell of who left between them. Without
 * either nothing is written, since a server starts on a full disk too.
 */
export async function settleBenchmarks(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const missed = await deps.db.orm
    .select({ quarter: benchmarkWaves.quarter, publishedAt: erasures.erasedAt })
    .from(benchmarkWaves)
    .innerJoin(erasures, eq(erasures.id, sql`${PUBLISHED} || ${benchmarkWaves.quarter}`))
    .where(isNull(benchmarkWaves.publishedAt));
  for (const { quarter, publishedAt } of missed)
    await deps.db.orm.update(benchmarkWaves).set({ publishedAt }).where(eq(benchmarkWaves.quarter, quarter));
  await eraseDueAnswers(deps);
}
