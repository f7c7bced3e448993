import { AppError } from '@guilde/contracts/errors.ts';
import type { SavedFilter } from '@guilde/contracts/member-filters.ts';
import { type savedFilterInput, savedMemberFilters } from '@guilde/contracts/member-filters-input.ts';
import { SAVED_FILTERS_MAX } from '@guilde/contracts/member-filters-options.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { asc, eq, ne } from 'drizzle-orm';
import type { z } from 'zod';
import { publishModeration } from '../../auth/administrators.ts';
import type { Queries } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { administer } from '../journal/administer.ts';
import { savedFilters } from '../tables.ts';

type FilterDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'live'>;

/** By name. At most SAVED_FILTERS_MAX. */
export async function listSavedFilters(queries: Queries): Promise<SavedFilter[]> {
  const rows = await queries
    .select()
    .from(savedFilters)
    .orderBy(asc(savedFilters.name), asc(savedFilters.id))
    .limit(SAVED_FILTERS_MAX);
  return rows.map(({ id, name, filters }) => ({
    id,
    name,
    // A filter of an older version has what it did not know yet.
    filters: savedMemberFilters.parse(filters),
  }));
}

/** Codes: SAVED_FILTERS_EXHAUSTED. The same id saves once. */
export function saveFilter(
  deps: FilterDeps,
  viewer: Viewer,
  { id, name, filters }: z.output<typeof savedFilterInput>,
): Promise<SavedFilter[]> {
  return administer(deps, viewer, async ({ tx, record }) => {
    const others = await tx.orm.$count(savedFilters, ne(savedFilters.id, id));
    if (others >= SAVED_FILTERS_MAX) throw new AppError('SAVED_FILTERS_EXHAUSTED');
    await tx.orm
      .insert(savedFilters)
      .values({ id, name, filters })
      .onConflictDoUpdate({ target: savedFilters.id, set: { name, filters } });
    await record({ action: 'filter.save', subject: { type: 'list', id, label: name } });
    await publishModeration(tx, deps, 'users');
    return listSavedFilters(tx.orm);
  });
}

/** Codes: NOT_FOUND. */
export function deleteSavedFilter(deps: FilterDeps, viewer: Viewer, id: string): Promise<SavedFilter[]> {
  return administer(deps, viewer, async ({ tx, record }) => {
    const [gone] = await tx.orm
      .delete(savedFilters)
      .where(eq(savedFilters.id, id))
      .returning({ name: savedFilters.name });
    if (!gone) throw new AppError('NOT_FOUND');
    await record({ action: 'filter.delete', subject: { type: 'list', id, label: gone.name } });
    await publishModeration(tx, deps, 'users');
    return listSavedFilters(tx.orm);
  });
}
