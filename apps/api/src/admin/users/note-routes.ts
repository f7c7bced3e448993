import { userParams } from '@guilde/contracts/admin-input.ts';
import {
  memberNoteChangeInput,
  memberNoteInput,
  memberNoteParams,
  savedFilterInput,
  savedFilterParams,
} from '@guilde/contracts/member-filters-input.ts';
import { memberNotesOutput, savedFiltersOutput } from '@guilde/contracts/member-filters-output.ts';
import { Hono } from 'hono';
import type { Deps } from '../../platform/deps.ts';
import { body, describe, type Env, limitMember, params, viewerOf } from '../../platform/http/http.ts';
import { logReads } from '../journal/read-log.ts';
import { ADMIN_ACTS } from '../limits.ts';
import { addNote, changeNote, deleteNote, notesOn } from './notes.ts';
import { personById, subjectOf } from './people.ts';
import { deleteSavedFilter, listSavedFilters, saveFilter } from './saved-filters.ts';

export function noteRoutes(deps: Deps) {
  const limitActs = limitMember(deps.limits, ADMIN_ACTS);
  const withNote = params(memberNoteParams);
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
    .post(
      '/:userId/notes',
      describe('Note something about a member', memberNotesOutput, ['ACT_ON_SELF']),
      limitActs,
      params(userParams),
      body(memberNoteInput),
      async (c) => {
        const { userId } = c.req.valid('param');
        return c.json(await addNote(deps, viewerOf(c), userId, c.req.valid('json')), 200);
      },
    )
    .put(
      '/:userId/notes/:noteId',
      describe('Change a note of one’s own', memberNotesOutput),
      limitActs,
      withNote,
      body(memberNoteChangeInput),
      async (c) => {
        const { text } = c.req.valid('json');
        return c.json(await changeNote(deps, viewerOf(c), c.req.valid('param'), text), 200);
      },
    )
    .delete(
      '/:userId/notes/:noteId',
      describe('Delete a note of one’s own', memberNotesOutput),
      limitActs,
      withNote,
      async (c) => c.json(await deleteNote(deps, viewerOf(c), c.req.valid('param')), 200),
    );
}

export function savedFilterRoutes(deps: Deps) {
  const limitActs = limitMember(deps.limits, ADMIN_ACTS);
  return new Hono<Env>()
    .get(
      '/',
      describe('Filters of the list of members that the administrator has saved', savedFiltersOutput),
      async (c) => c.json(await listSavedFilters(deps.db.orm, viewerOf(c)), 200),
    )
    .post(
      '/',
      describe('Save a filter for oneself; the same id is the same one', savedFiltersOutput, [
        'SAVED_FILTERS_EXHAUSTED',
        'NOT_FOUND',
      ]),
      limitActs,
      body(savedFilterInput),
      async (c) => c.json(await saveFilter(deps, viewerOf(c), c.req.valid('json')), 200),
    )
    .delete(
      '/:savedFilterId',
      describe('Delete a filter of one’s own', savedFiltersOutput),
      limitActs,
      params(savedFilterParams),
      async (c) =>
        c.json(await deleteSavedFilter(deps, viewerOf(c), c.req.valid('param').savedFilterId), 200),
    );
}
