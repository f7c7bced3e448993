import { AppError, refuse } from '@guilde/contracts/errors.ts';
import { REJECTION_NOTE, type SummaryPrivacy } from '@guilde/contracts/knowledge.ts';
import { denyAdministration, type Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../platform/db.ts';
import type { Deps } from '../platform/deps.ts';
import { publishKnowledgeChanged } from './articles.ts';
import { sosSummaries } from './tables.ts';

type ModerationDeps = Pick<Deps, 'clock' | 'live'>;
type Decision = Pick<typeof sosSummaries.$inferInsert, 'status' | 'privacyLevel' | 'moderationNotes'>;

/**
 * Lists a pending summary in the knowledge base, for everybody or for members, and tells every client. `seen`: when the text that was read was
 * made, in milliseconds; a text that nobody read is not published. Codes: ADMIN_ONLY, NOT_FOUND, SUMMARY_NOT_PENDING,
 * SUMMARY_CHANGED.
 */
export async function approveSummary(
  tx: Tx,
  deps: ModerationDeps,
  viewer: Viewer,
  id: string,
  privacy: SummaryPrivacy,
  { notes = '', seen }: { notes?: string; seen?: number } = {},
): Promise<void> {
  const decision: Decision = {
    status: 'approved',
    privacyLevel: privacy,
    moderationNotes: notes.trim() || null,
  };
  await decide(tx, deps, viewer, id, { decision, seen });
  publishKnowledgeChanged(tx, deps);
}

/** Keeps a pending summary out of the knowledge base. Codes as for approving. */
export async function rejectSummary(
  tx: Tx,
  deps: ModerationDeps,
  viewer: Viewer,
  id: string,
  { notes = REJECTION_NOTE, seen }: { notes?: string; seen?: number } = {},
): Promise<void> {
  const decision: Decision = { status: 'rejected', moderationNotes: notes.trim() || null };
  await decide(tx, deps, viewer, id, { decision, seen });
}

/**
 * Saves what an administrator wants a summary to say, for its next generation, at any time; an empty text removes it.
 * Codes: ADMIN_ONLY, NOT_FOUND.
 */
export async function setCustomPrompt(
  { orm }: Tx,
  { clock }: Pick<Deps, 'clock'>,
  viewer: Viewer,
  id: string,
  customPrompt: string,
): Promise<void> {
  refuse(denyAdministration(viewer));
  const [saved] = await orm
    .update(sosSummaries)
    .set({ customPrompt: customPrompt.trim() || null, updatedAt: clock.now() })
    .where(eq(sosSummaries.id, id))
    .returning({ id: sosSummaries.id });
  if (!saved) throw new AppError('NOT_FOUND');
}

/** The condition stands in the write: of two administrators, one decides. */
async function decide(
  { orm }: Tx,
  { clock }: Pick<Deps, 'clock'>,
  viewer: Viewer,
  id: string,
  { decision, seen }: { decision: Decision; seen: number | undefined },
): Promise<void> {
  refuse(denyAdministration(viewer));
  const now = clock.now();
  const isPending = and(eq(sosSummaries.id, id), eq(sosSummaries.status, 'pending'));
  const [decided] = await orm
    .update(sosSummaries)
    .set({ ...decision, moderatedBy: viewer.id, moderatedAt: now, updatedAt: now })
    .where(seen === undefined ? isPending : and(isPending, eq(sosSummaries.createdAt, seen)))
    .returning({ id: sosSummaries.id });
  if (decided) return;
  const [found] = await orm
    .select({ status: sosSummaries.status })
    .from(sosSummaries)
    .where(eq(sosSummaries.id, id));
  if (!found) throw new AppError('NOT_FOUND');
  throw new AppError(found.status === 'pending' ? 'SUMMARY_CHANGED' : 'SUMMARY_NOT_PENDING');
}
