import type { queueQuery } from '@guilde/contracts/queue/input.ts';
import type { QueueKind, QueuePage } from '@guilde/contracts/queue/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import type { z } from 'zod';
import { iso, isoOrNull } from '../../platform/clock.ts';
import type { Queries } from '../../platform/database/db.ts';
import { pageOf, readTimeCursor, timeCursor } from '../paging.ts';
import { openContests, reportedCases } from './cases.ts';
import {
  contactWithoutAnswer,
  evidenceToExamine,
  flaggedArticles,
  proposedIncidents,
  rightRequests,
  summariesToRead,
  unhelpedSos,
} from './others.ts';
import { FIRST, type QueueReader, type QueueSource } from './sources.ts';

/** A new kind is a source here and an option in the contracts (docs/specification.md#queue). */
const SOURCES: readonly QueueSource[] = [
  reportedCases,
  openContests,
  rightRequests,
  evidenceToExamine,
  unhelpedSos,
  proposedIncidents,
  contactWithoutAnswer,
  summariesToRead,
  flaggedArticles,
];

export async function listQueue(
  queries: Queries,
  viewer: Viewer,
  { kind, cursor, limit }: z.output<typeof queueQuery>,
  now: number,
): Promise<QueuePage> {
  const after = cursor ? readTimeCursor(cursor) : FIRST;
  const sources = sourcesFor(viewer);
  const chosen = sources.filter((source) => kind === 'all' || source.kind === kind);
  const found = await Promise.all(
    chosen.map(async (source) =>
      (await source.waiting(queries, viewer, after, limit + 1, now)).map((row) => ({
        ...row,
        kind: source.kind,
      })),
    ),
  );
  const oldest = found.flat().sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  const page = pageOf(oldest.slice(0, limit + 1), limit, ({ at, id }) => timeCursor(at, id));
  return {
    items: page.rows.map(({ at, dueAt = null, ...row }) => ({
      ...row,
      since: iso(at),
      dueAt: isoOrNull(dueAt),
    })),
    nextCursor: page.nextCursor,
    counts: await Promise.all(sources.map((source) => countOf(source, queries, viewer, now))),
  };
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
