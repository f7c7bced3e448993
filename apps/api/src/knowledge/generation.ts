import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { eq } from 'drizzle-orm';
import { publishModeration } from '../auth/administrators.ts';
import { summaryKey } from '../conversations/jobs.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { JobFailure } from '../platform/jobs/failures.ts';
import { deleteFailedJobs } from '../platform/jobs/job-keys.ts';
import type { JobRun } from '../platform/jobs/jobs.ts';
import type { Ai, AiAnswer, AiRequest } from '../platform/services/ai.ts';
import { AiError, type AiUsage } from '../platform/services/ai.ts';
import { sosRequests } from '../sos/tables.ts';
import { type Draft, readAnswer, textOf } from './answer.ts';
import { articleSearchFields, publishKnowledgeChanged } from './articles.ts';
import { type CallOutcome, markLostCalls, reserveCost, settleCost } from './budget.ts';
import { type ConversationText, conversationTextOf } from './conversation-text.ts';
import { UNDECIDED } from './corrections.ts';
import { REVIEW_MS, tellOfDraft } from './draft-notices.ts';
import { localSummary } from './local-summary.ts';
import { type Reminder, summaryPrompt } from './prompt.ts';
import { sosSummaries, type VersionContent } from './tables.ts';
import { addVersion, versionContent } from './versions.ts';

type GenerationDeps = Pick<Deps, 'db' | 'clock' | 'ai' | 'live' | 'jobs'>;
type Job = Pick<JobRun, 'id' | 'attempt'> & Partial<JobRun>;
/** The fields are those of conversations/jobs.ts. */
export type Wanted = { sosId: string; refresh?: boolean; replaces?: number };

type PaidCall = { id: string; use: AiUsage | null; durationMs: number };
type Written = { draft: Draft; promptUsed: string | null; call: PaidCall | null; model: string };

const ROUNDS = 2;
const RETRY_AFTER_MAX_MS = 3_600_000;

/**
 * Keeps an existing summary, unless the job replaces exactly that one. Errors of the model have effects:
 * - A timeout, a rate limit or an outage makes the job run again, eight times at most.
 * - A stop of the process aborts the call, books it as `lost` with its reserved cost and runs the job again.
 * - A refused key or model makes the job fail at once.
 * - An unusable answer gets one more call with a reminder, then the local summariser.
 * - A refusal, a used-up budget, three paid calls for this job, or a deleted account among the participants,
 *   whose name can no longer be masked, leads to the local summariser.
 */
export async function generateSummary(deps: GenerationDeps, wanted: Wanted, job: Job): Promise<void> {
  const began = performance.now();
  const { orm } = deps.db;
  const existing = await summaryOf(orm, wanted.sosId);
  if (existing && !isNamed(existing, wanted.replaces) && !wanted.refresh) return;
  if (!(await isWanted(orm, wanted))) return;
  const conversation = await conversationTextOf(orm, wanted.sosId);
  if (!conversation || (existing && !isToReplace(existing, wanted, conversation))) return;
  const ai = conversation.areParticipantsKnown ? deps.ai : null;
  const byModel =
    ai && (await writeWithModel(deps, ai, conversation, { sosId: wanted.sosId, job, existing }));
  const written = byModel ?? writeLocally(conversation);
  if (!written) return;
  await store(deps, { wanted, conversation, written, began });
}

/** A summary that a resolution asked for is not wanted once the resolution is undone. */
async function isWanted(queries: Queries, { sosId, refresh }: Wanted): Promise<boolean> {
  const [sos] = await queries
    .select({ status: sosRequests.status })
    .from(sosRequests)
    .where(eq(sosRequests.id, sosId));
  return sos !== undefined && (!refresh || sos.status === 'resolved');
}

type Existing = typeof sosSummaries.$inferSelect;

async function summaryOf(queries: Queries, sosId: string): Promise<Existing | undefined> {
  const [found] = await queries.select().from(sosSummaries).where(eq(sosSummaries.sosRequestId, sosId));
  return found;
}

/**
 * A corrected summary that the job names stays beside the new text. After a resolution an outdated summary is
 * replaced when nobody has moderated it, because marks may be new.
 */
function isToReplace(
  existing: Existing,
  { refresh, replaces }: Wanted,
  conversation: ConversationText,
): boolean {
  if (isNamed(existing, replaces)) return true;
  return (
    refresh === true &&
    existing.status === 'pending' &&
    (existing.sourceMessageCount < conversation.messageCount ||
      conversation.lines.some(({ isSolution }) => isSolution))
  );
}

function isNamed({ createdAt, correctedAt }: Existing, replaces: number | undefined): boolean {
  return createdAt === replaces || (replaces !== undefined && correctedAt !== null);
}

function writeLocally(conversation: ConversationText): Written | null {
  const draft = localSummary(conversation);
  return draft && { draft, promptUsed: null, call: null, model: '' };
}

/** Resolves with null for the local summariser. Rejects when the job must be retried, or has failed. */
async function writeWithModel(
  deps: GenerationDeps,
  ai: Ai,
  conversation: ConversationText,
  { sosId, job, existing }: { sosId: string; job: Job; existing: Existing | undefined },
): Promise<Written | null> {
  await markLostCalls(deps.db, job.id);
  let reminder: Reminder | undefined;
  for (let round = 1; round <= ROUNDS; round++) {
    // The request was not sent, so that it costs nothing.
    job.signal?.throwIfAborted();
    const question = summaryPrompt(conversation, existing?.customPrompt ?? null, reminder);
    const id = await reserveCost(deps, {
      jobId: job.id,
      attempt: job.attempt,
      sosId,
      model: ai.model,
      worstCost: ai.worstCost(question),
      budget: ai.monthlyBudget,
    });
    if (id === null) return null;
    const answer = await ask(deps, ai, question, { id, signal: job.signal });
    const read = answer.refused ? 'refused' : answer.cut ? 'cut' : readAnswer(answer.text, conversation);
    const { use, durationMs } = answer;
    if (typeof read !== 'string') {
      const call = { id, use, durationMs };
      return { draft: read, promptUsed: promptUsed(question, conversation), call, model: ai.model };
    }
    await settleCost(deps.db, id, { outcome: read, use, durationMs });
    if (read === 'refused') return null;
    reminder = read;
  }
  return null;
}

/** The stored prompt has no messages: these stay in the conversation, where they can be removed. */
function promptUsed({ instructions }: AiRequest, { lines }: ConversationText): string {
  const messages = lines.length > 1 ? `${lines.length} messages` : 'un message';
  return `${instructions}\n\n[Le SOS et ${messages} de sa conversation, masqués]`;
}

async function ask(
  deps: GenerationDeps,
  ai: Ai,
  question: AiRequest,
  call: { id: string; signal: AbortSignal | undefined },
): Promise<AiAnswer> {
  try {
    return await ai.ask(question, call.signal);
  } catch (error) {
    if (!(error instanceof AiError)) throw error;
    const outcome: CallOutcome = error.kind === 'stopped' ? 'lost' : error.kind;
    await settleCost(deps.db, call.id, { outcome, use: null, durationMs: error.durationMs });
    const isHopeless = error.kind === 'denied' || error.kind === 'rejected';
    throw new JobFailure(
      `AI_${error.kind.toUpperCase().replaceAll('-', '_')}`,
      isHopeless ? 'never' : Math.min(error.retryAfterMs ?? 0, RETRY_AFTER_MAX_MS),
    );
  }
}

type Result = {
  wanted: Wanted;
  conversation: ConversationText;
  written: Written;
  /** The instant is from `performance.now()`. */
  began: number;
};

/** Stores only the cost when the SOS or its resolution is gone, another worker was faster, or a moderated summary must stay. */
async function store(deps: GenerationDeps, result: Result): Promise<void> {
  const { db, clock } = deps;
  const { wanted, conversation, written } = result;
  const { sosId } = wanted;
  await db.write(async (tx) => {
    if (written.call) await settleCost(tx, written.call.id, { outcome: 'answered', ...written.call });
    if (!(await isWanted(tx.orm, wanted))) return;
    const existing = await summaryOf(tx.orm, sosId);
    const now = Math.max(clock.now(), (existing?.createdAt ?? 0) + 1);
    const row = {
      ...contentOf(result),
      generationCost: 0,
      callsOf: sosId,
      reviewUntil: now + REVIEW_MS,
      createdAt: now,
      updatedAt: now,
    };
    if (!existing) await insert(tx, sosId, row);
    else if (isToReplace(existing, wanted, conversation)) await replace(tx, deps, existing, row);
    else return;
    if (!existing?.correctedAt) await tellOfDraft(tx, deps, { sosRequestId: sosId, eventId: null }, row);
    await deleteFailedJobs(tx.orm, summaryKey(sosId));
    await publishModeration(tx, deps, 'summaries', 'jobs', 'sos');
  });
}

type Row = Omit<typeof sosSummaries.$inferInsert, 'id' | 'position' | 'sosRequestId'>;

async function insert({ orm }: Tx, sosId: string, row: Row): Promise<void> {
  await orm.insert(sosSummaries).values({ ...row, id: randomUUID(), sosRequestId: sosId });
}

/** New content needs a new decision. A corrected text stays until the team chooses between both. */
async function replace(
  tx: Tx,
  deps: GenerationDeps,
  existing: Existing,
  row: Row & VersionContent & { createdAt: number },
): Promise<void> {
  const made = { content: versionContent(row), authorId: null, now: row.createdAt };
  const version = await addVersion(tx, existing, made);
  const changes = existing.correctedAt
    ? { proposedVersion: version, updatedAt: row.createdAt }
    : { ...row, ...UNDECIDED, version };
  await tx.orm.update(sosSummaries).set(changes).where(eq(sosSummaries.id, existing.id));
  if (existing.status === 'approved' && !existing.correctedAt) publishKnowledgeChanged(tx, deps);
}

function contentOf({ conversation, written, began }: Result) {
  const { draft, promptUsed: prompt, model } = written;
  const { title, sentences, keyPoints, category, dropped } = draft;
  const summary = textOf(sentences);
  return {
    title,
    summary,
    sentences,
    keyPoints,
    category,
    dropped,
    participantsCount: conversation.participantsCount,
    sourceMessageCount: conversation.messageCount,
    origin: model === '' ? ('local' as const) : ('ai' as const),
    model,
    generationTimeMs: Math.round(performance.now() - began),
    promptUsed: prompt,
    ...articleSearchFields({ title, summary, keyPoints, category }),
  };
}
