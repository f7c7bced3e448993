import { AppError } from '@guilde/contracts/errors.ts';
import type { MemberNote } from '@guilde/contracts/member-filters.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, desc, eq } from 'drizzle-orm';
import { publishModeration } from '../../auth/administrators.ts';
import { iso, isoOrNull } from '../../platform/clock.ts';
import type { Queries, Tx } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { administer } from '../journal/administer.ts';
import { memberNotes } from '../tables.ts';
import { personById, subjectOf } from './people.ts';

type NoteDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'live'>;

/** The newest first. Of oneself there are none to be seen: they are in one's archive. */
export async function notesOn(queries: Queries, viewer: Viewer, memberId: string): Promise<MemberNote[]> {
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

/** The same id is the same note. Codes: NOT_FOUND, ACT_ON_SELF. */
export function addNote(
  deps: NoteDeps,
  viewer: Viewer,
  memberId: string,
  { id, text }: { id: string; text: string },
): Promise<MemberNote[]> {
  return administer(deps, viewer, async ({ tx, actor, record }) => {
    if (memberId === viewer.id) throw new AppError('ACT_ON_SELF');
    const person = await personById(tx.orm, memberId);
    const author = { authorId: actor.id, authorName: actor.name };
    const createdAt = deps.clock.now();
    const [added] = await tx.orm
      .insert(memberNotes)
      .values({ id, memberId, text, ...author, createdAt })
      .onConflictDoNothing()
      .returning({ id: memberNotes.id });
    if (!added) await ownNote(tx, viewer, memberId, id);
    // The text stays out of the journal, which nobody can change.
    await record({ action: 'note.add', subject: subjectOf(person), after: { characters: text.length } });
    await publishModeration(tx, deps, 'users');
    return notesOn(tx.orm, viewer, memberId);
  });
}

/** Of oneself only. Codes: NOT_FOUND. */
export function changeNote(
  deps: NoteDeps,
  viewer: Viewer,
  { userId, noteId }: { userId: string; noteId: string },
  text: string,
): Promise<MemberNote[]> {
  return administer(deps, viewer, async ({ tx, record }) => {
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
    await publishModeration(tx, deps, 'users');
    return notesOn(tx.orm, viewer, userId);
  });
}

/** Of oneself only. Codes: NOT_FOUND. */
export function deleteNote(
  deps: NoteDeps,
  viewer: Viewer,
  { userId, noteId }: { userId: string; noteId: string },
): Promise<MemberNote[]> {
  return administer(deps, viewer, async ({ tx, record }) => {
    await ownNote(tx, viewer, userId, noteId);
    await tx.orm.delete(memberNotes).where(eq(memberNotes.id, noteId));
    await record({ action: 'note.delete', subject: subjectOf(await personById(tx.orm, userId)) });
    await publishModeration(tx, deps, 'users');
    return notesOn(tx.orm, viewer, userId);
  });
}

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

/** For the member's archive, without the names of the team (docs/decisions.md#notes-on-members). */
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
