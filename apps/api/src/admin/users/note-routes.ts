import { userParams } from '@guilde/contracts/admin/input.ts';
import { memberNotesOutput, savedFiltersOutput } from '@guilde/contracts/member-filters/output.ts';
import { Hono } from 'hono';
import type { Deps } from '../../platform/deps.ts';
import { describe, type Env, params, viewerOf } from '../../platform/http/http.ts';
import { logReads } from '../journal/read-log.ts';
import { addNote, changeNote, deleteNote, notesOn } from './notes.ts';
import { personById, subjectOf } from './people.ts';
import { deleteSavedFilter, listSavedFilters, saveFilter } from './saved-filters.ts';

export function noteRoutes(deps: Deps) {
  return new Hono<Env>()
    .get(
      '/:userId/notes',
      describe('What the team has noted about a member, the newest first', memberNotesOutput),
      params(userParams),
      async (c) => {
        const { userId } = c.req.valid('param');
        const subject = subjectOf(await personById(deps.db.orm, userId));
        await logReads(deps, viewerOf(c), [{ action: 'user.read', subject }]);
        return c.json(await notesOn(deps.db.orm, viewerOf(c), userId), 200);
      },
    )
    .post('/:userId/notes', ...addNote.handlers(deps))
    .put('/:userId/notes/:noteId', ...changeNote.handlers(deps))
    .delete('/:userId/notes/:noteId', ...deleteNote.handlers(deps));
}

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
