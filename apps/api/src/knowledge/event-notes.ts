import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import type { eventNotesInput } from '@guilde/contracts/events/input.ts';
import { denyNotes, type EventDetail } from '@guilde/contracts/events/rules.ts';
import { SUMMARY_LINES_MAX } from '@guilde/contracts/knowledge/rules.ts';
import { sentencesOf } from '@guilde/contracts/knowledge/sentences.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { publishModeration } from '../auth/administrators.ts';
import { eventDetail } from '../events/queries.ts';
import { hostedEvent } from '../events/verbs.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { ownTitle } from './answer.ts';
import { maskOf } from './conversation-text.ts';
import { UNDECIDED } from './corrections.ts';
import { REVIEW_MS, tellOfDraft } from './draft-notices.ts';
import { participantsOf } from './drafts.ts';
import { linesOf } from './imports.ts';
import { sosSummaries } from './tables.ts';
import { addVersion, textColumns, versionContent } from './versions.ts';

type NotesDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'live'>;
type Text = Pick<typeof sosSummaries.$inferSelect, 'title' | 'category' | 'sentences' | 'keyPoints'> & {
  generationTimeMs: number;
};

/** Notes of 4,000 characters have at most this many lines if neighbours are joined up to that length. */
const JOINED_MAX = 400;

/**
 * The notes become the draft of a « compte rendu », masked before any transaction, because masking is slow.
 * Another text takes its place until the team has decided and the 48 hours are over.
 * @throws NOT_FOUND, EVENT_CANCELLED, EVENT_NOT_STARTED, EVENT_NOTES_DECIDED, INVALID_INPUT.
 */
export async function storeNotes(
  deps: NotesDeps,
  viewer: Viewer,
  eventId: string,
  { notes, category }: z.output<typeof eventNotesInput>,
): Promise<EventDetail> {
  const began = performance.now();
  const event = await hostedEvent(deps.db.orm, viewer, eventId, deps.clock.now());
  refuseIf(denyNotes(event, deps.clock.now()));
  const mask = await maskOf(deps.db.orm, eventId);
  const sentences = linesOf(joined(sentencesOf(mask.neutral(notes))));
  if (sentences.length === 0)
    throw new AppError('INVALID_INPUT', {}, { notes: 'Écris au moins une phrase.' });
  const title = ownTitle({ title: event.title, category, mask });
  const generationTimeMs = Math.round(performance.now() - began);
  await deps.db.write((tx) =>
    storeDraft(tx, deps, eventId, { title, category, sentences, keyPoints: [], generationTimeMs }),
  );
  return eventDetail(deps, viewer, eventId);
}

/** The team corrects at most so many lines. */
function joined(sentences: readonly string[]): string[] {
  if (sentences.length <= SUMMARY_LINES_MAX) return [...sentences];
  const lines: string[] = [];
  for (const sentence of sentences) {
    const longer = `${lines.at(-1) ?? ''} ${sentence}`.trim();
    if (lines.length > 0 && longer.length <= JOINED_MAX) lines[lines.length - 1] = longer;
    else lines.push(sentence);
  }
  return lines;
}

/** Notes that are sent again ask nobody to read them again. */
function isSame(stored: Omit<Text, 'generationTimeMs'>, text: Text): boolean {
  const read = ({ title, category, sentences }: typeof stored) => [title, category, sentences];
  return JSON.stringify(read(stored)) === JSON.stringify(read(text));
}

async function storeDraft(tx: Tx, deps: NotesDeps, eventId: string, text: Text): Promise<void> {
  const [stored] = await tx.orm.select().from(sosSummaries).where(eq(sosSummaries.eventId, eventId));
  if (stored && stored.status !== 'pending') throw new AppError('EVENT_NOTES_DECIDED');
  if (stored && isSame(stored, text)) return;
  const now = Math.max(deps.clock.now(), (stored?.createdAt ?? 0) + 1);
  const participantsCount = (await participantsOf(tx.orm, eventId)).length;
  const reviewUntil = now + REVIEW_MS;
  const set = { ...textColumns(text), participantsCount, reviewUntil, createdAt: now, updatedAt: now };
  if (stored) {
    const content = versionContent({ ...stored, ...text, participantsCount });
    const version = await addVersion(tx, stored, { content, authorId: null, now });
    await tx.orm
      .update(sosSummaries)
      .set({ ...set, ...UNDECIDED, version })
      .where(eq(sosSummaries.id, stored.id));
  } else
    await tx.orm.insert(sosSummaries).values({
      ...set,
      id: randomUUID(),
      eventId,
      origin: 'event',
      sourceMessageCount: 0,
      generationCost: 0,
    });
  await tellOfDraft(tx, deps, { sosRequestId: null, eventId }, { createdAt: now, reviewUntil });
  await publishModeration(tx, deps, 'summaries');
}
