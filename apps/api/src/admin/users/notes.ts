import { userParams } from '@guilde/contracts/admin/input.ts';
import { denyActOnSelf } from '@guilde/contracts/admin/rules.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import {
  memberNoteChangeInput,
  memberNoteInput,
  memberNoteParams,
} from '@guilde/contracts/member-filters/input.ts';
import { memberNotesOutput } from '@guilde/contracts/member-filters/output.ts';
import type { MemberNote } from '@guilde/contracts/member-filters/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, desc, eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { iso, isoOrNull } from '../../platform/clock.ts';
import type { Queries, Tx } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { describe, type Env, params, viewerOf } from '../../platform/http/http.ts';
import { act } from '../act.ts';
import { UNCHANGED } from '../journal/administer.ts';
import { logReads } from '../journal/read-log.ts';
import { memberNotes } from '../tables.ts';
import { personById, subjectOf } from './people.ts';

/** Members do not see notes on themselves here, only in their archive. */
async function notesOn(queries: Queries, viewer: Viewer, memberId: string): Promise<MemberNote[]> {
  if (memberId === viewer.id) return [];
  const rows = await queries
    .select()
    .from(memberNotes)
    .where(eq(memberNotes.memberId, memberId))
    .orderBy(desc(memberNotes.createdAt));
  return rows.map(({ id, text, authorId, authorName, createdAt, changedAt }) => ({
    id,
    text,
    authorName,
    isMine: authorId === viewer.id,
    createdAt: iso(createdAt),
    changedAt: isoOrNull(changedAt),
  }));
}

const answersNotes = {
  answer: memberNotesOutput,
  show: ({ db }: Deps, viewer: Viewer, { userId }: { userId: string }) => notesOn(db.orm, viewer, userId),
};

/** The same id sent again is the same note. */
const addNote = act({
  ...answersNotes,
  summary: 'Note something about a member',
  refusals: ['ACT_ON_SELF'],
  params: userParams,
  input: memberNoteInput,
  areas: ['users'],
  run: async ({ deps, tx, viewer, actor, record }, { userId: memberId }, { id, text }) => {
    refuseIf(denyActOnSelf(viewer, memberId));
    const person = await personById(tx.orm, memberId);
    const author = { authorId: actor.id, authorName: actor.name };
    const createdAt = deps.clock.now();
    const [added] = await tx.orm
      .insert(memberNotes)
      .values({ id, memberId, text, ...author, createdAt })
      .onConflictDoNothing()
      .returning({ id: memberNotes.id });
    if (!added) {
      await ownNote(tx, viewer, memberId, id);
      return UNCHANGED;
    }
    // The text stays out of the journal, which nobody can change.
    await record({ action: 'note.add', subject: subjectOf(person), after: { characters: text.length } });
    return;
  },
});

/** Only the author may change the note. */
const changeNote = act({
  ...answersNotes,
  summary: 'Change a note of one’s own',
  params: memberNoteParams,
  input: memberNoteChangeInput,
  areas: ['users'],
  run: async ({ deps, tx, viewer, record }, { userId, noteId }, { text }) => {
    const known = await ownNote(tx, viewer, userId, noteId);
    await tx.orm
      .update(memberNotes)
      .set({ text, changedAt: deps.clock.now() })
      .where(eq(memberNotes.id, noteId));
    await record({
      action: 'note.change',
      subject: subjectOf(await personById(tx.orm, userId)),
      before: { characters: known.text.length },
      after: { characters: text.length },
    });
  },
});

/** Only the author may delete the note. */
const deleteNote = act({
  ...answersNotes,
  summary: 'Delete a note of one’s own',
  params: memberNoteParams,
  areas: ['users'],
  run: async ({ tx, viewer, record }, { userId, noteId }) => {
    await ownNote(tx, viewer, userId, noteId);
    await tx.orm.delete(memberNotes).where(eq(memberNotes.id, noteId));
    await record({ action: 'note.delete', subject: subjectOf(await personById(tx.orm, userId)) });
  },
});

async function ownNote({ orm }: Tx, viewer: Viewer, memberId: string, noteId: string) {
  const [note] = await orm
    .select()
    .from(memberNotes)
    .where(
      and(
        eq(memberNotes.id, noteId),
        eq(memberNotes.memberId, memberId),
        eq(memberNotes.authorId, viewer.id),
      ),
    );
  if (!note) throw new AppError('NOT_FOUND');
  return note;
}

/** The archive leaves out the names of the team (docs/decisions.md#notes-on-members). */
export async function notesAbout(queries: Queries, memberId: string) {
  const rows = await queries
    .select()
    .from(memberNotes)
    .where(eq(memberNotes.memberId, memberId))
    .orderBy(asc(memberNotes.createdAt));
  return rows.map(({ text, createdAt, changedAt }) => ({
    text,
    createdAt: iso(createdAt),
    changedAt: isoOrNull(changedAt),
  }));
}

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
