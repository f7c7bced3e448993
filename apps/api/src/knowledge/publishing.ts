import { ALL_VETOED_NOTE } from '@guilde/contracts/knowledge/rules.ts';
import { eq } from 'drizzle-orm';
import { publishModeration } from '../auth/administrators.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { emitWebhook } from '../webhooks/emit.ts';
import { textOf } from './answer.ts';
import { articleSearchFields, publishKnowledgeChanged } from './articles.ts';
import { linesOfSummary, sentencesOfSummary } from './sentences.ts';
import { sosSummaries, summaryVetoes } from './tables.ts';

declare module '../platform/jobs/jobs.ts' {
  interface JobPayloads {
    /** The job runs at the end of the participants' time. */
    'summary.publish': { summaryId: string };
  }
}

type PublishingDeps = Pick<Deps, 'clock' | 'jobs' | 'live'>;

/**
 * Sentences under veto are left out; nothing is published when none is left. Before the end of the
 * participants' time a job waits for it.
 */
export async function publishIfDue(tx: Tx, deps: PublishingDeps, summaryId: string): Promise<void> {
  const [row] = await tx.orm.select().from(sosSummaries).where(eq(sosSummaries.id, summaryId));
  if (row?.status !== 'pending' || row.scheduledPrivacy === null) return;
  const now = deps.clock.now();
  const wait = (row.reviewUntil ?? now) - now;
  if (wait > 0) {
    // The key names this end, because a job that still waits for a former one would take its place.
    const options = { key: `summary.publish:${summaryId}:${row.reviewUntil}`, delay: wait };
    await deps.jobs.enqueue(tx, 'summary.publish', { summaryId }, options);
    return;
  }
  const left = await withoutVetoed(tx, row);
  const isEmpty = left !== null && left.sentences.length + left.keyPoints.length === 0;
  await tx.orm
    .update(sosSummaries)
    .set(
      isEmpty
        ? {
            status: 'rejected',
            privacyLevel: null,
            scheduledPrivacy: null,
            moderationNotes: ALL_VETOED_NOTE,
            updatedAt: now,
          }
        : {
            status: 'approved',
            privacyLevel: row.scheduledPrivacy,
            scheduledPrivacy: null,
            // The digest has what is new since then.
            moderatedAt: now,
            ...(left && { ...left, ...articleSearchFields({ ...row, ...left }) }),
            updatedAt: now,
          },
    )
    .where(eq(sosSummaries.id, summaryId));
  if (!isEmpty) {
    publishKnowledgeChanged(tx, deps);
    await emitWebhook(tx, deps, 'article.published', summaryId);
  }
  await publishModeration(tx, deps, 'summaries', 'sos');
}

/** Returns null when there is no veto. */
async function withoutVetoed({ orm }: Tx, row: typeof sosSummaries.$inferSelect) {
  const vetoed = await orm
    .select({ text: summaryVetoes.text })
    .from(summaryVetoes)
    .where(eq(summaryVetoes.summaryId, row.id));
  const out = new Set(vetoed.map(({ text }) => text));
  if (!linesOfSummary(row).some(({ text }) => out.has(text))) return null;
  const sentences = sentencesOfSummary(row).filter(({ text }) => !out.has(text));
  const keyPoints = row.keyPoints.filter(({ text }) => !out.has(text));
  return { sentences, keyPoints, summary: textOf(sentences) };
}
