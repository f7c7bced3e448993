import type { correctionInput, proposalInput } from '@guilde/contracts/admin/input.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import { type CitedText, SUMMARY_LINE_MAX, SUMMARY_TITLE_MAX } from '@guilde/contracts/knowledge/rules.ts';
import { denyModeration, type Viewer } from '@guilde/contracts/viewer.ts';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { publishKnowledgeChanged } from './articles.ts';
import { maskOf } from './conversation-text.ts';
import { REVIEW_MS, tellOfDraft } from './draft-notices.ts';
import { sourceOf } from './drafts.ts';
import { frenchLine } from './french.ts';
import { linesOfSummary } from './sentences.ts';
import { sosSummaries, summaryConsents } from './tables.ts';
import { addVersion, textColumns, versionContent, versionOf } from './versions.ts';

type CorrectionDeps = Pick<Deps, 'clock' | 'jobs' | 'live'>;
type Row = typeof sosSummaries.$inferSelect;
type Correction = z.output<typeof correctionInput>;

/**
 * Masks what the team writes and stores what was generated as a version. New sentences start the
 * participants' review time again. Throws TEAM_ONLY, NOT_FOUND, SUMMARY_CHANGED, SUMMARY_NOT_PENDING.
 */
export async function correctSummary(
  tx: Tx,
  deps: CorrectionDeps,
  viewer: Viewer,
  id: string,
  { seen, title, sentences, keyPoints }: Correction,
): Promise<void> {
  const row = await rowAsRead(tx, viewer, id, seen);
  if (row.status !== 'pending' || row.scheduledPrivacy !== null) throw new AppError('SUMMARY_NOT_PENDING');
  const known = linesOfSummary(row);
  const mask = await maskOf(tx.orm, sourceOf(row));
  const masked = (line: string) => frenchLine(mask.neutral(line), SUMMARY_LINE_MAX);
  const text = {
    title: title === row.title ? title : frenchLine(mask.neutral(title), SUMMARY_TITLE_MAX),
    category: row.category,
    sentences: sentences.map((line) => corrected(line, known, masked)),
    keyPoints: keyPoints.map((line) => corrected(line, known, masked)),
  };
  const after = linesOfSummary({ ...text, summary: '' });
  const before = new Set(known.map((line) => line.text));
  const isNew = text.title !== row.title || after.some((line) => !before.has(line.text));
  const now = Math.max(deps.clock.now(), row.createdAt + 1);
  const content = versionContent({ ...row, ...text });
  const version = await addVersion(tx, row, { content, authorId: viewer.id, now });
  // An imported text has no participants who could veto.
  const reviewUntil = isNew && row.origin !== 'import' ? now + REVIEW_MS : row.reviewUntil;
  await tx.orm
    .update(sosSummaries)
    .set({ ...textColumns(text), version, correctedAt: now, reviewUntil, createdAt: now, updatedAt: now })
    .where(eq(sosSummaries.id, id));
  if (isNew) await tellOfDraft(tx, deps, row, { createdAt: now, reviewUntil: now + REVIEW_MS });
  // A consent to the longer text covers the shorter one.
  if (!isNew)
    await tx.orm.update(summaryConsents).set({ textAt: now }).where(eq(summaryConsents.summaryId, id));
}

function corrected(
  { text, from }: Correction['sentences'][number],
  known: readonly CitedText[],
  masked: (text: string) => string,
): CitedText {
  const original = from === null ? undefined : known[from];
  if (original?.text === text) return original;
  return { text: masked(text), messages: original?.messages ?? [], byTeam: true };
}

/**
 * A new text needs a new decision.
 * @throws TEAM_ONLY, NOT_FOUND, SUMMARY_CHANGED, SUMMARY_NO_PROPOSAL
 */
export async function decideProposal(
  tx: Tx,
  deps: CorrectionDeps,
  viewer: Viewer,
  id: string,
  { seen, adopt }: z.output<typeof proposalInput>,
): Promise<void> {
  const row = await rowAsRead(tx, viewer, id, seen);
  const content = row.proposedVersion === null ? null : await versionOf(tx, id, row.proposedVersion);
  if (row.proposedVersion === null || !content) throw new AppError('SUMMARY_NO_PROPOSAL');
  const now = Math.max(deps.clock.now(), row.createdAt + 1);
  if (!adopt) {
    await tx.orm
      .update(sosSummaries)
      .set({ proposedVersion: null, updatedAt: now })
      .where(eq(sosSummaries.id, id));
    return;
  }
  const reviewUntil = now + REVIEW_MS;
  await tx.orm
    .update(sosSummaries)
    .set({
      ...textColumns(content),
      ...UNDECIDED,
      version: row.proposedVersion,
      reviewUntil,
      createdAt: now,
      updatedAt: now,
    })
    .where(eq(sosSummaries.id, id));
  if (row.status === 'approved') publishKnowledgeChanged(tx, deps);
  await tellOfDraft(tx, deps, row, { createdAt: now, reviewUntil });
}

/** Another text needs another decision. `privacyLevel` says that the text before it was published. */
export const UNDECIDED = {
  status: 'pending',
  scheduledPrivacy: null,
  moderationNotes: null,
  moderatedBy: null,
  moderatedAt: null,
  reviewSince: null,
  correctedAt: null,
  proposedVersion: null,
} as const;

async function rowAsRead({ orm }: Tx, viewer: Viewer, id: string, seen: string): Promise<Row> {
  refuseIf(denyModeration(viewer));
  const [row] = await orm.select().from(sosSummaries).where(eq(sosSummaries.id, id));
  if (!row) throw new AppError('NOT_FOUND');
  if (row.createdAt !== Date.parse(seen)) throw new AppError('SUMMARY_CHANGED');
  return row;
}
