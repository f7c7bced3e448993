import { randomUUID } from 'node:crypto';
import type { benchmarkAnswersInput } from '@guilde/contracts/benchmarks/input.ts';
import {
  type Benchmarks,
  type BenchmarkWave,
  denyBenchmarkAnswer,
  lastWave,
  mayAnswerFrom,
} from '@guilde/contracts/benchmarks/rules.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import { PERIODS } from '@guilde/contracts/retention/periods.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, desc, eq, gt, gte, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { members } from '../auth/tables.ts';
import { iso } from '../platform/clock.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { profiles } from '../profiles/tables.ts';
import { benchmarkAnswers, benchmarkFigures, benchmarkParts, benchmarkWaves } from './tables.ts';

const DAY_MS = 86_400_000;
/** A kind question is asked from so many waves in a row. */
export const UNUSUAL_WAVES = 2;

export type Wave = typeof benchmarkWaves.$inferSelect;
export const NEW_WAVE = { answered: 0, remindedAt: null, publishedAt: null, unusual: 0, short: [] };
type BenchmarkDeps = Pick<Deps, 'db' | 'clock'>;

/** It has no row before its first answer, or until the regular work has opened it. */
export async function currentWave(queries: Queries, now: number): Promise<Wave | null> {
  const [stored] = await queries.select().from(benchmarkWaves).orderBy(desc(benchmarkWaves.opensAt)).limit(1);
  const due = lastWave(now);
  if (now >= due.closesAt || (stored && stored.opensAt >= due.opensAt)) return stored ?? null;
  return { ...due, ...NEW_WAVE };
}

export async function ownBenchmarks({ db, clock }: BenchmarkDeps, viewer: Viewer): Promise<Benchmarks> {
  const now = clock.now();
  const wave = await currentWave(db.orm, now);
  const own = and(
    eq(benchmarkAnswers.quarter, wave?.quarter ?? ''),
    eq(benchmarkAnswers.memberId, viewer.id),
    gt(benchmarkAnswers.erasedAt, now),
  );
  const [answers, parts, published, asker, figures] = await Promise.all([
    db.orm.select().from(benchmarkAnswers).where(own),
    db.orm
      .select({ metric: benchmarkParts.metric })
      .from(benchmarkParts)
      .where(and(eq(benchmarkParts.memberId, viewer.id), gte(benchmarkParts.far, UNUSUAL_WAVES))),
    db.orm
      .select({ quarter: benchmarkWaves.quarter })
      .from(benchmarkWaves)
      .where(isNotNull(benchmarkWaves.publishedAt))
      .orderBy(desc(benchmarkWaves.opensAt)),
    askerOf(db.orm, viewer.id),
    db.orm.$count(benchmarkFigures, eq(benchmarkFigures.memberId, viewer.id)),
  ]);
  return {
    wave: wave && shown(wave, now),
    answers: answers.map(({ metric, value, fromExport }) => ({ metric, value, fromExport })),
    keep: answers.some(({ keep }) => keep),
    hasFigures: figures > 0,
    denied: denyBenchmarkAnswer(asker, wave, now),
    oldEnoughAt: iso(mayAnswerFrom(asker.joinedAt)),
    unusual: parts.map(({ metric }) => metric),
    published: published.map(({ quarter }) => quarter),
  };
}

function shown(wave: Wave, now: number): BenchmarkWave {
  const unpublished = now < wave.closesAt ? 'open' : 'checking';
  return {
    quarter: wave.quarter,
    state: wave.publishedAt === null ? unpublished : 'published',
    closesAt: iso(wave.closesAt),
    publishesAt: iso(wave.publishesAt),
    answered: wave.answered,
  };
}

async function askerOf(queries: Queries, memberId: string) {
  const [row] = await queries
    .select({ isCertified: profiles.isCertified, siren: profiles.siren, joinedAt: members.createdAt })
    .from(members)
    .innerJoin(profiles, eq(profiles.userId, members.id))
    .where(eq(members.id, memberId));
  if (!row) throw new AppError('NOT_FOUND');
  return { isCertified: row.isCertified, hasSiren: row.siren !== null, joinedAt: row.joinedAt.getTime() };
}

/** Throws the codes of `denyBenchmarkAnswer`. */
export async function saveAnswers(
  { db, clock }: BenchmarkDeps,
  viewer: Viewer,
  { quarter, answers, keep }: z.output<typeof benchmarkAnswersInput>,
): Promise<void> {
  await db.write(async (tx) => {
    const now = clock.now();
    const wave = await currentWave(tx.orm, now);
    const open = wave?.quarter === quarter ? wave : null;
    refuseIf(denyBenchmarkAnswer(await askerOf(tx.orm, viewer.id), open, now));
    if (!open) throw new AppError('BENCHMARKS_CLOSED');
    await storeWave(tx, open);
    const before = await withdraw(tx, viewer.id, quarter);
    const erasedAt = open.publishesAt + PERIODS.benchmarkAnswers.days * DAY_MS;
    if (answers.length > 0)
      await tx.orm
        .insert(benchmarkAnswers)
        .values(answers.map((answer) => ({ ...answer, quarter, memberId: viewer.id, keep, erasedAt })));
    await count(tx, quarter, (answers.length > 0 ? 1 : 0) - before);
  });
}

/** An instance that opens it a second time changes nothing. */
export async function storeWave(tx: Tx, wave: Wave): Promise<boolean> {
  const stored = await tx.orm.insert(benchmarkWaves).values(wave).onConflictDoNothing().returning();
  return stored.length > 0;
}

/** @throws BENCHMARKS_CLOSED */
export async function withdrawAnswers({ db, clock }: BenchmarkDeps, viewer: Viewer): Promise<void> {
  await db.write(async (tx) => {
    const now = clock.now();
    const wave = await currentWave(tx.orm, now);
    if (!wave || now >= wave.closesAt) throw new AppError('BENCHMARKS_CLOSED');
    await count(tx, wave.quarter, -(await withdraw(tx, viewer.id, wave.quarter)));
  });
}

/** Resolves with 1 where the member had answered, else 0. */
async function withdraw(tx: Tx, memberId: string, quarter: string): Promise<0 | 1> {
  const gone = await tx.orm
    .delete(benchmarkAnswers)
    .where(and(eq(benchmarkAnswers.quarter, quarter), eq(benchmarkAnswers.memberId, memberId)))
    .returning({ metric: benchmarkAnswers.metric });
  return gone.length > 0 ? 1 : 0;
}

async function count(tx: Tx, quarter: string, change: number): Promise<void> {
  if (change === 0) return;
  await tx.orm
    .update(benchmarkWaves)
    .set({ answered: sql`${benchmarkWaves.answered} + ${change}` })
    .where(eq(benchmarkWaves.quarter, quarter));
}

/**
 * A member who leaves before the publication is not counted any more. That somebody of the published wave left
 * stays known until the next one, without who.
 */
export async function leaveWaves(tx: Tx, memberId: string): Promise<void> {
  const unpublished = await tx.orm
    .select({ quarter: benchmarkWaves.quarter })
    .from(benchmarkWaves)
    .where(isNull(benchmarkWaves.publishedAt));
  for (const { quarter } of unpublished) await count(tx, quarter, -(await withdraw(tx, memberId, quarter)));
  await tx.orm
    .update(benchmarkParts)
    .set({ memberId: randomUUID() })
    .where(eq(benchmarkParts.memberId, memberId));
}

export async function eraseFigures({ db }: Pick<Deps, 'db'>, viewer: Viewer): Promise<void> {
  await db.write(async (tx) => {
    await tx.orm.delete(benchmarkFigures).where(eq(benchmarkFigures.memberId, viewer.id));
    const own = eq(benchmarkAnswers.memberId, viewer.id);
    await tx.orm.update(benchmarkAnswers).set({ keep: false }).where(own);
  });
}

/**
 * A restored backup may have answers whose time is over: this runs before the server answers anybody. The clock may be
 * wrong then, so that a wave that is still to be published keeps its answers.
 */
export async function eraseDueAnswers({ db, clock }: BenchmarkDeps): Promise<void> {
  const published = db.orm
    .select({ quarter: benchmarkWaves.quarter })
    .from(benchmarkWaves)
    .where(isNotNull(benchmarkWaves.publishedAt));
  const isDue = and(
    lte(benchmarkAnswers.erasedAt, clock.now()),
    inArray(benchmarkAnswers.quarter, published),
  );
  if ((await db.orm.$count(benchmarkAnswers, isDue)) > 0) await db.orm.delete(benchmarkAnswers).where(isDue);
}
