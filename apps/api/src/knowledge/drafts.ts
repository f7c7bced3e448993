import { randomUUID } from 'node:crypto';
import { AppError } from '@guilde/contracts/errors.ts';
import type { consentInput, vetoInput } from '@guilde/contracts/knowledge/input.ts';
import { denyVeto, type SummaryDraftAnswer } from '@guilde/contracts/knowledge/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { publishModeration } from '../auth/administrators.ts';
import { members } from '../auth/tables.ts';
import { iso } from '../platform/clock.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { publishIfDue } from './publishing.ts';
import { linesOfSummary, sentencesOfSummary } from './sentences.ts';
import { sosSummaries, summaryConsents, summaryVetoes } from './tables.ts';
import { peopleOf } from './worked.ts';

type DraftDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'live'>;

type Row = typeof sosSummaries.$inferSelect;

/** Participants read the draft. It is null before it is made and once it is rejected. Throws NOT_FOUND. */
export function readDraft(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  sourceId: string,
): Promise<SummaryDraftAnswer> {
  return draftOf(db.orm, clock.now(), viewer, sourceId);
}

/** Nobody learns whose veto it is. Throws NOT_FOUND, SUMMARY_CHANGED, SUMMARY_REVIEW_OVER. */
export function vetoSentence(
  deps: DraftDeps,
  viewer: Viewer,
  sourceId: string,
  { seen, place, isVetoed, reason }: z.output<typeof vetoInput>,
): Promise<SummaryDraftAnswer> {
  return deps.db.write(async (tx) => {
    const now = deps.clock.now();
    const row = await openDraft(tx, now, viewer, sourceId, seen);
    const line = linesOfSummary(row)[place];
    if (!line) throw new AppError('SUMMARY_CHANGED');
    const own = and(
      eq(summaryVetoes.summaryId, row.id),
      eq(summaryVetoes.memberId, viewer.id),
      eq(summaryVetoes.text, line.text),
    );
    if (isVetoed)
      await tx.orm
        .insert(summaryVetoes)
        .values({
          id: randomUUID(),
          summaryId: row.id,
          memberId: viewer.id,
          text: line.text,
          reason,
          createdAt: now,
        })
        .onConflictDoUpdate({
          target: [summaryVetoes.summaryId, summaryVetoes.memberId, summaryVetoes.text],
          set: { reason },
        });
    else await tx.orm.delete(summaryVetoes).where(own);
    await publishModeration(tx, deps, 'summaries');
    return draftOf(tx.orm, now, viewer, sourceId);
  });
}

/** The review time ends once all participants have consented. Throws as `vetoSentence`. */
export function consentToDraft(
  deps: DraftDeps,
  viewer: Viewer,
  sourceId: string,
  { seen }: z.output<typeof consentInput>,
): Promise<SummaryDraftAnswer> {
  return deps.db.write(async (tx) => {
    const now = deps.clock.now();
    const row = await openDraft(tx, now, viewer, sourceId, seen);
    await tx.orm
      .insert(summaryConsents)
      .values({ summaryId: row.id, memberId: viewer.id, textAt: row.createdAt })
      .onConflictDoUpdate({
        target: [summaryConsents.summaryId, summaryConsents.memberId],
        set: { textAt: row.createdAt },
      });
    if (await haveAllConsented(tx.orm, row)) {
      await tx.orm.update(sosSummaries).set({ reviewUntil: now }).where(eq(sosSummaries.id, row.id));
      await publishIfDue(tx, deps, row.id);
    }
    await publishModeration(tx, deps, 'summaries');
    return draftOf(tx.orm, now, viewer, sourceId);
  });
}

/** A summary is about the conversation of an SOS, or an event. */
export function sourceOf({ sosRequestId, eventId }: Pick<Row, 'sosRequestId' | 'eventId'>): string | null {
  return sosRequestId ?? eventId;
}

function tookPart(sourceId: string) {
  return inArray(members.id, peopleOf(sourceId));
}

export async function participantsOf(queries: Queries, sourceId: string): Promise<string[]> {
  const rows = await queries
    .select({ id: members.id })
    .from(members)
    .where(and(tookPart(sourceId), isNull(members.suspendedAt)));
  return rows.map(({ id }) => id);
}

async function haveAllConsented(queries: Queries, row: Row): Promise<boolean> {
  const sourceId = sourceOf(row);
  const people = sourceId === null ? [] : await participantsOf(queries, sourceId);
  const consents = await queries.$count(
    summaryConsents,
    and(
      eq(summaryConsents.summaryId, row.id),
      eq(summaryConsents.textAt, row.createdAt),
      inArray(summaryConsents.memberId, people),
    ),
  );
  return consents === people.length;
}

async function openDraft(
  { orm }: Tx,
  now: number,
  viewer: Viewer,
  sourceId: string,
  seen: string,
): Promise<Row> {
  const row = await rowFor(orm, viewer, sourceId);
  if (!row) throw new AppError('NOT_FOUND');
  if (row.createdAt !== Date.parse(seen)) throw new AppError('SUMMARY_CHANGED');
  const code = denyVeto({ isOver: isOver(row, now) });
  if (code) throw new AppError(code);
  return row;
}

/** Resolves with null without a draft. Throws NOT_FOUND when the viewer did not take part. */
async function rowFor(queries: Queries, viewer: Viewer, sourceId: string): Promise<Row | null> {
  const [found] = await queries
    .select({ summary: sosSummaries })
    .from(members)
    .leftJoin(
      sosSummaries,
      and(
        or(eq(sosSummaries.sosRequestId, sourceId), eq(sosSummaries.eventId, sourceId)),
        ne(sosSummaries.status, 'rejected'),
      ),
    )
    .where(and(eq(members.id, viewer.id), tookPart(sourceId)));
  if (!found) throw new AppError('NOT_FOUND');
  return found.summary;
}

function isOver({ status, reviewUntil }: Row, now: number): boolean {
  return status !== 'pending' || (reviewUntil ?? 0) <= now;
}

async function draftOf(
  queries: Queries,
  now: number,
  viewer: Viewer,
  sourceId: string,
): Promise<SummaryDraftAnswer> {
  const row = await rowFor(queries, viewer, sourceId);
  if (!row) return { draft: null };
  const own = await queries
    .select({ text: summaryVetoes.text, reason: summaryVetoes.reason })
    .from(summaryVetoes)
    .where(and(eq(summaryVetoes.summaryId, row.id), eq(summaryVetoes.memberId, viewer.id)));
  const consents = await queries.$count(
    summaryConsents,
    and(
      eq(summaryConsents.summaryId, row.id),
      eq(summaryConsents.memberId, viewer.id),
      eq(summaryConsents.textAt, row.createdAt),
    ),
  );
  const reasons = new Map(own.map(({ text, reason }) => [text, reason]));
  const { length: sentences } = sentencesOfSummary(row);
  const draft = {
    sourceId,
    origin: row.origin,
    title: row.title,
    category: row.category,
    seen: iso(row.createdAt),
    until: iso(row.reviewUntil ?? row.createdAt),
    isOver: isOver(row, now),
    hasConsented: consents > 0,
    articleId: row.status === 'approved' ? row.id : null,
    lines: linesOfSummary(row).map(({ text }, index) => ({
      text,
      isPoint: index >= sentences,
      isVetoed: reasons.has(text),
      reason: reasons.get(text) ?? '',
    })),
  };
  return { draft };
}

export async function vetoesOf(queries: Queries, memberId: string) {
  const rows = await queries
    .select({ text: summaryVetoes.text, reason: summaryVetoes.reason, createdAt: summaryVetoes.createdAt })
    .from(summaryVetoes)
    .where(eq(summaryVetoes.memberId, memberId))
    .orderBy(asc(summaryVetoes.createdAt));
  return rows.map(({ createdAt, ...veto }) => ({ ...veto, createdAt: iso(createdAt) }));
}

/** The team sees how many want a sentence out and why, but not who. The query's table is `sosSummaries`. */
export const vetoes = sql<string>`(select json_group_array(json_object('text', ${summaryVetoes.text}, 'reason', ${summaryVetoes.reason}))
  from ${summaryVetoes} where ${summaryVetoes.summaryId} = ${sosSummaries.id})`;
