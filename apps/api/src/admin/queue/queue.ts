import type { queueQuery } from '@guilde/contracts/queue/input.ts';
import type { QueueKind, QueuePage } from '@guilde/contracts/queue/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import type { z } from 'zod';
import { iso, isoOrNull } from '../../platform/clock.ts';
import type { Queries } from '../../platform/database/db.ts';
import { pageOf, readTimeCursor, timeCursor } from '../../platform/paging.ts';
import { openContests, reportedCases } from './cases.ts';
import {
  accessRequestsToDecide,
  contactWithoutAnswer,
  dealsToRead,
  evidenceToExamine,
  flaggedArticles,
  proposedEvents,
  proposedIncidents,
  rightRequests,
  summariesToRead,
  unhelpedSos,
} from './others.ts';
import { FIRST, type QueueReader, type QueueSource } from './sources.ts';

/** A new kind is a source here and an option in the contracts (docs/specification.md#queue). */
const SOURCES: readonly QueueSource[] = [
  unhelpedSos,
  proposedIncidents,
  rightRequests,
  reportedCases,
  openContests,
  evidenceToExamine,
  accessRequestsToDecide,
  proposedEvents,
  dealsToRead,
  contactWithoutAnswer,
  summariesToRead,
  flaggedArticles,
];

/** These kinds come first: they get worse by the hour, or the law sets a date for the answer. */
const URGENT_KINDS: readonly QueueKind[] = ['unhelped', 'incident', 'right'];

/** Kinds of one rank are sorted together, from the oldest. */
function rankOf(kind: QueueKind): number {
  const rank = URGENT_KINDS.indexOf(kind);
  return rank < 0 ? URGENT_KINDS.length : rank;
}

export async function listQueue(
  queries: Queries,
  viewer: Viewer,
  { kind, cursor, limit }: z.output<typeof queueQuery>,
  now: number,
): Promise<QueuePage> {
  const after = readPlace(cursor);
  const sources = sourcesFor(viewer);
  const chosen = sources
    .filter((source) => kind === 'all' || source.kind === kind)
    .filter((source) => rankOf(source.kind) >= after.rank);
  const found = await Promise.all(
    chosen.map(async (source) => {
      const rank = rankOf(source.kind);
      const place = rank === after.rank ? after.place : FIRST;
      const rows = await source.waiting(queries, viewer, place, limit + 1, now);
      return rows.map((row) => ({ ...row, rank, kind: source.kind }));
    }),
  );
  const sorted = found.flat().sort((a, b) => a.rank - b.rank || a.at - b.at || (a.id < b.id ? -1 : 1));
  const page = pageOf(sorted, limit, ({ rank, at, id }) => `${rank}.${timeCursor(at, id)}`);
  return {
    items: page.rows.map(({ at, dueAt = null, rank: _rank, ...row }) => ({
      ...row,
      since: iso(at),
      dueAt: isoOrNull(dueAt),
    })),
    nextCursor: page.nextCursor,
    counts: await Promise.all(sources.map((source) => countOf(source, queries, viewer, now))),
  };
}

/** The cursor is the rank and the place in it. */
function readPlace(cursor: string | undefined) {
  if (!cursor) return { rank: 0, place: FIRST };
  return { rank: Number(cursor.charAt(0)), place: readTimeCursor(cursor.slice(2)) };
}

/** Kinds without a row are left out. */
export async function queueCounts(
  queries: Queries,
  viewer: QueueReader,
  now: number,
): Promise<{ kind: QueueKind; count: number }[]> {
  const counts = await Promise.all(
    sourcesFor(viewer).map(async ({ kind, count }) => ({ kind, count: await count(queries, viewer, now) })),
  );
  return counts.filter(({ count }) => count > 0);
}

function sourcesFor({ role }: QueueReader): QueueSource[] {
  return SOURCES.filter(({ isForModerators }) => isForModerators || role === 'admin');
}

async function countOf(source: QueueSource, queries: Queries, viewer: QueueReader, now: number) {
  const [oldest] = await source.waiting(queries, viewer, FIRST, 1, now);
  return {
    kind: source.kind,
    count: await source.count(queries, viewer, now),
    oldest: isoOrNull(oldest?.at ?? null),
  };
}
