import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import type { createSosInput } from '@guilde/contracts/sos/input.ts';
import { feedRank } from '@guilde/contracts/sos/ranking.ts';
import { denyEndSos, denyReopenSos, type SosDetail } from '@guilde/contracts/sos/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { citeFiles } from '../files/owned.ts';
import { preparedQuery, type Tx } from '../platform/database/db.ts';
import { searchFields } from '../platform/database/search.ts';
import { countedUpAfterChange } from '../platform/database/versioned-cache.ts';
import type { Deps } from '../platform/deps.ts';
import { emitWebhook, listenersOf } from '../webhooks/emit.ts';
import { excludedMembers, hiddenFrom, hiddenRows, publishCard } from './hidden-by-blocks.ts';
import { changeStatus } from './lifecycle.ts';
import { cardOf, publishSos, sosById, sosDetail, toSosDetail, visibleSos } from './queries.ts';
import { sosRequests, sosSpecialties, sosViews } from './tables.ts';
import { storeTools } from './tools.ts';
import { openAlert, publishReach } from './waves/alerts.ts';
import { enqueueWave, resumeWaves } from './waves/waves.ts';

type SosDeps = Pick<Deps, 'db' | 'clock' | 'live' | 'jobs'>;

/** A repeated id of the same member stores one SOS. Throws FILES_GONE. */
export function createSos(
  deps: SosDeps,
  viewer: Viewer,
  input: z.output<typeof createSosInput>,
): Promise<SosDetail> {
  return deps.db.write(async (tx) => {
    const [known] = await tx.orm
      .select({ userId: sosRequests.userId })
      .from(sosRequests)
      .where(eq(sosRequests.id, input.id));
    if (known) {
      if (known.userId === viewer.id) return sosDetail(tx.orm, input.id);
      throw new AppError('INVALID_INPUT', {}, { id: 'Cet identifiant est déjà utilisé. Renvoie ton SOS.' });
    }
    const { files, ...sos } = input;
    await storeSos(tx, viewer, sos, deps.clock.now());
    if (files.length > 0) await citeFiles(tx, viewer, { sosId: input.id }, files);
    await enqueueWave(tx, deps, { sosId: input.id, wave: 1 });
    await storeTools(tx, deps, sos);
    const [detail, listeners] = await Promise.all([
      publishSos(tx, deps, input.id, { type: 'sos.created' }),
      listenersOf(tx.orm, 'sos.created'),
    ]);
    await emitWebhook(tx, deps, 'sos.created', input.id, listeners);
    return detail;
  });
}

async function storeSos(
  { orm }: Tx,
  viewer: Viewer,
  input: Omit<z.output<typeof createSosInput>, 'files'>,
  now: number,
): Promise<void> {
  const specialties = [...new Set(input.specialties)];
  await orm.insert(sosRequests).values({
    ...input,
    specialties,
    citesId: input.citesId && ownSos(viewer, input.citesId),
    userId: viewer.id,
    ...searchFields(`${input.title}\n${input.description}`),
    feedRank: feedRank(now, input.isUrgent),
    createdAt: now,
    updatedAt: now,
  });
  if (specialties.length === 0) return;
  const position = orm
    .select({ position: sosRequests.position })
    .from(sosRequests)
    .where(eq(sosRequests.id, input.id));
  await orm
    .insert(sosSpecialties)
    .values(specialties.map((specialty) => ({ specialty, sosPosition: sql`(${position})` })));
}

function ownSos({ id: memberId }: Viewer, id: string) {
  return sql<string>`(select id from ${sosRequests} where id = ${id} and user_id = ${memberId})`;
}

const viewQueries = preparedQuery((queries) => ({
  insert: queries
    .insert(sosViews)
    .select(
      sql`select id, ${sql.placeholder('memberId')}, ${sql.placeholder('now')} from sos_requests where id = ${sql.placeholder('id')}
        and id not in ${hiddenFrom(sql.placeholder('memberId'))}`,
    )
    .onConflictDoNothing()
    .returning({ sosId: sosViews.sosId })
    .prepare(),
  count: queries
    .update(sosRequests)
    .set({ viewsCount: sql`${sosRequests.viewsCount} + 1` })
    // `changes()` belongs to the statement before.
    .where(sql`${sosRequests.id} = ${sql.placeholder('id')} and changes() > 0`)
    .prepare(),
}));

/** Counts a member's first view. Throws NOT_FOUND. */
export async function viewSos(
  { db, clock, live }: Pick<Deps, 'db' | 'clock' | 'live'>,
  viewer: Viewer,
  id: string,
): Promise<{ viewsCount: number }> {
  const values = { id, memberId: viewer.id, now: clock.now() };
  const { insert, count } = viewQueries(db.orm);
  const { first, rows, opened, excluded, hidden } = await db.batch({
    first: [insert, values],
    count: [count, values],
    invalidated: [countedUpAfterChange(db.orm), values],
    rows: [sosById(db.orm), values],
    opened: [openAlert(db.orm), values],
    excluded: [excludedMembers(db.orm), values],
    hidden: [hiddenRows(db.orm), values],
  });
  if (hidden.some((one) => one.id === id)) throw new AppError('NOT_FOUND');
  const sos = cardOf(toSosDetail(rows));
  if (first.length > 0) publishCard({ live }, 'sos.updated', sos, excluded);
  if (opened.length > 0) publishReach({ live }, id, sos.author?.id ?? null);
  if (first.length + opened.length > 0) live.publish([viewer.id], { type: 'sos.reached', sosId: id });
  return { viewsCount: sos.viewsCount };
}

/** Throws SOS_NOT_YOURS, SOS_ENDED. */
export function closeSos(deps: SosDeps, viewer: Viewer, id: string): Promise<SosDetail> {
  return deps.db.write(async (tx) => {
    const sos = await visibleSos(tx.orm, viewer, id);
    refuseIf(denyEndSos(viewer.id, sos));
    await changeStatus(tx, deps, sos, { to: 'closed', by: 'author', memberId: viewer.id });
    return publishSos(tx, deps, id);
  });
}

/** Throws SOS_NOT_YOURS, SOS_NOT_CLOSED, SOS_REOPEN_TOO_LATE, SOS_CLOSED_BY_TEAM. */
export function reopenSos(deps: SosDeps, viewer: Viewer, id: string): Promise<SosDetail> {
  return deps.db.write(async (tx) => {
    const [sos, excludedBefore] = await Promise.all([
      visibleSos(tx.orm, viewer, id),
      excludedMembers(tx.orm).all({ id }),
    ]);
    refuseIf(denyReopenSos(viewer.id, sos, deps.clock.now()));
    const to = sos.conversation ? 'in_progress' : 'open';
    await changeStatus(tx, deps, sos, { to, memberId: viewer.id });
    await resumeWaves(tx, deps, id);
    return publishSos(tx, deps, id, { excludedBefore });
  });
}
