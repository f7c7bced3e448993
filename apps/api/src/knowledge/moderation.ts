import { AppError, type ErrorCode, refuseIf } from '@guilde/contracts/errors.ts';
import {
  REJECTION_NOTE,
  type SummaryPrivacy,
  type SummaryStatus,
} from '@guilde/contracts/knowledge/rules.ts';
import { denyModeration, type Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, isNotNull, isNull, or, type SQL } from 'drizzle-orm';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { publishKnowledgeChanged } from './articles.ts';
import { publishIfDue } from './publishing.ts';
import { sosSummaries } from './tables.ts';

type ModerationDeps = Pick<Deps, 'clock' | 'live' | 'jobs'>;
type Decision = Pick<
  typeof sosSummaries.$inferInsert,
  'status' | 'privacyLevel' | 'scheduledPrivacy' | 'moderationNotes'
>;
type DecidedFrom = Exclude<SummaryStatus, 'rejected'>;

/** The error says that another administrator was faster. */
const TOO_LATE: Record<DecidedFrom, ErrorCode> = {
  pending: 'SUMMARY_NOT_PENDING',
  approved: 'SUMMARY_NOT_APPROVED',
};

/** An approved summary counts as decided, also before it is published. */
export const awaitsDecision = and(eq(sosSummaries.status, 'pending'), isNull(sosSummaries.scheduledPrivacy));

const STATES: Record<DecidedFrom, SQL | undefined> = {
  pending: awaitsDecision,
  approved: or(isNotNull(sosSummaries.privacyLevel), isNotNull(sosSummaries.scheduledPrivacy)),
};

/**
 * Publishes at once when the participants' time is over, else at its end. `seen` is the instant, in
 * milliseconds, of the text that was read; a newer one is refused. Throws TEAM_ONLY, NOT_FOUND,
 * SUMMARY_NOT_PENDING, SUMMARY_CHANGED.
 */
export async function applyApproval(
  tx: Tx,
  deps: ModerationDeps,
  viewer: Viewer,
  id: string,
  privacy: SummaryPrivacy,
  { notes = '', seen }: { notes?: string; seen?: number } = {},
): Promise<void> {
  const decision: Decision = {
    status: 'pending',
    scheduledPrivacy: privacy,
    moderationNotes: notes.trim() || null,
  };
  await decide(tx, deps, viewer, id, { from: 'pending', decision, seen });
  await publishIfDue(tx, deps, id);
}

/** Throws as `applyApproval`. */
export async function applyRejection(
  tx: Tx,
  deps: ModerationDeps,
  viewer: Viewer,
  id: string,
  { notes = REJECTION_NOTE, seen }: { notes?: string; seen?: number } = {},
): Promise<void> {
  const decision: Decision = { status: 'rejected', moderationNotes: notes.trim() || null };
  await decide(tx, deps, viewer, id, { from: 'pending', decision, seen });
}

/**
 * The summary may still wait for the participants' time, or be a new text after the publication. It stays
 * rejected, with the reason as its note, until it is generated again. Throws TEAM_ONLY, NOT_FOUND,
 * SUMMARY_NOT_APPROVED, SUMMARY_CHANGED.
 */
export async function applyWithdrawal(
  tx: Tx,
  deps: ModerationDeps,
  viewer: Viewer,
  id: string,
  { notes, seen }: { notes: string; seen?: number },
): Promise<void> {
  const decision: Decision = {
    status: 'rejected',
    privacyLevel: null,
    scheduledPrivacy: null,
    moderationNotes: notes,
  };
  await decide(tx, deps, viewer, id, { from: 'approved', decision, seen });
  publishKnowledgeChanged(tx, deps);
}

/** Sets the prompt of the next generation; an empty text removes it. Throws TEAM_ONLY, NOT_FOUND. */
export async function setCustomPrompt(
  { orm }: Tx,
  { clock }: Pick<Deps, 'clock'>,
  viewer: Viewer,
  id: string,
  customPrompt: string,
): Promise<void> {
  refuseIf(denyModeration(viewer));
  const [saved] = await orm
    .update(sosSummaries)
    .set({ customPrompt: customPrompt.trim() || null, updatedAt: clock.now() })
    .where(eq(sosSummaries.id, id))
    .returning({ id: sosSummaries.id });
  if (!saved) throw new AppError('NOT_FOUND');
}

/** The update repeats the condition, so that only one administrator decides. */
async function decide(
  { orm }: Tx,
  { clock }: Pick<Deps, 'clock'>,
  viewer: Viewer,
  id: string,
  { from, decision, seen }: { from: DecidedFrom; decision: Decision; seen: number | undefined },
): Promise<void> {
  refuseIf(denyModeration(viewer));
  const now = clock.now();
  const isThere = and(eq(sosSummaries.id, id), STATES[from]);
  const [decided] = await orm
    .update(sosSummaries)
    .set({ ...decision, reviewSince: null, moderatedBy: viewer.id, moderatedAt: now, updatedAt: now })
    .where(seen === undefined ? isThere : and(isThere, eq(sosSummaries.createdAt, seen)))
    .returning({ id: sosSummaries.id });
  if (decided) return;
  const [found] = await orm
    .select({ createdAt: sosSummaries.createdAt })
    .from(sosSummaries)
    .where(eq(sosSummaries.id, id));
  if (!found) throw new AppError('NOT_FOUND');
  const [isOpen] = await orm.select({ id: sosSummaries.id }).from(sosSummaries).where(isThere);
  throw new AppError(isOpen ? 'SUMMARY_CHANGED' : TOO_LATE[from]);
}
