import { AppError } from '@guilde/contracts/errors.ts';
import {
  savedFilterInput,
  savedFilterParams,
  savedMemberFilters,
} from '@guilde/contracts/member-filters/input.ts';
import { savedFiltersOutput } from '@guilde/contracts/member-filters/output.ts';
import { SAVED_FILTERS_MAX, type SavedFilter } from '@guilde/contracts/member-filters/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, eq, ne } from 'drizzle-orm';
import { Hono } from 'hono';
import type { Queries } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { describe, type Env, viewerOf } from '../../platform/http/http.ts';
import { act } from '../act.ts';
import { savedFilters } from '../tables.ts';

async function listSavedFilters(
  queries: Queries,
  { id: ownerId }: Pick<Viewer, 'id'>,
): Promise<SavedFilter[]> {
  const rows = await queries
    .select()
    .from(savedFilters)
    .where(eq(savedFilters.ownerId, ownerId))
    .orderBy(asc(savedFilters.name), asc(savedFilters.id))
    .limit(SAVED_FILTERS_MAX);
  return rows.map(({ id, name, filters }) => ({
    id,
    name,
    // A filter of an older version lacks newer fields.
    filters: savedMemberFilters.parse(filters),
  }));
}

const answersFilters = {
  answer: savedFiltersOutput,
  show: ({ db }: Deps, viewer: Viewer) => listSavedFilters(db.orm, viewer),
};

/** The same id saves once; another administrator's filter is not found. */
const saveFilter = act({
  ...answersFilters,
  summary: 'Save a filter for oneself; the same id is the same one',
  refusals: ['SAVED_FILTERS_EXHAUSTED', 'NOT_FOUND'],
  input: savedFilterInput,
  areas: ['users'],
  run: async ({ tx, viewer, record }, _params, { id, name, filters }) => {
    const isOwn = eq(savedFilters.ownerId, viewer.id);
    const others = await tx.orm.$count(savedFilters, and(isOwn, ne(savedFilters.id, id)));
    if (others >= SAVED_FILTERS_MAX) throw new AppError('SAVED_FILTERS_EXHAUSTED');
    const [saved] = await tx.orm
      .insert(savedFilters)
      .values({ id, name, filters, ownerId: viewer.id })
      .onConflictDoUpdate({ target: savedFilters.id, set: { name, filters }, setWhere: isOwn })
      .returning({ id: savedFilters.id });
    if (!saved) throw new AppError('NOT_FOUND');
    await record({ action: 'filter.save', subject: { type: 'list', id, label: name } });
  },
});

const deleteSavedFilter = act({
  ...answersFilters,
  summary: 'Delete a filter of one’s own',
  params: savedFilterParams,
  areas: ['users'],
  run: async ({ tx, viewer, record }, { savedFilterId: id }) => {
    const [gone] = await tx.orm
      .delete(savedFilters)
      .where(and(eq(savedFilters.id, id), eq(savedFilters.ownerId, viewer.id)))
      .returning({ name: savedFilters.name });
    if (!gone) throw new AppError('NOT_FOUND');
    await record({ action: 'filter.delete', subject: { type: 'list', id, label: gone.name } });
  },
});

export function savedFilterRoutes(deps: Deps) {
  return new Hono<Env>()
    .get(
      '/',
      describe('Filters of the list of members that the administrator has saved', savedFiltersOutput),
      async (c) => c.json(await listSavedFilters(deps.db.orm, viewerOf(c)), 200),
    )
    .post('/', ...saveFilter.handlers(deps))
    .delete('/:savedFilterId', ...deleteSavedFilter.handlers(deps));
}
