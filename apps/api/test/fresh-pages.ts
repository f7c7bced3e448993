import { isDeepStrictEqual } from 'node:util';
import { historyQuery } from '@guilde/contracts/conversations/input.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import { directoryQuery } from '@guilde/contracts/profiles/input.ts';
import { feedQuery } from '@guilde/contracts/sos/input.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, isNotNull, notInArray } from 'drizzle-orm';
import { expect } from 'vitest';
import { members, sessions } from '../src/auth/tables.ts';
import { historyFor } from '../src/conversations/history.ts';
import { participants } from '../src/conversations/tables.ts';
import { homeOf } from '../src/home/home.ts';
import type { Db } from '../src/platform/database/db.ts';
import { queriesOver } from '../src/platform/database/query-client.ts';
import type { Deps } from '../src/platform/deps.ts';
import { listMembers } from '../src/profiles/directory.ts';
import { profiles } from '../src/profiles/tables.ts';
import { listSos } from '../src/sos/feed.ts';

/** The limits keep a test with a crowd from taking minutes. */
const MEMBERS_MAX = 8;
const ROOMS_MAX = 8;

type PageDeps = Pick<Deps, 'db' | 'clock'>;
type Pages = Record<string, unknown>;

/**
 * The server's cached pages must equal what the database has, for every member who is signed in. A change
 * between the two readings is no fault: the pages are compared until they are equal, and fail when they
 * differ twice in the same way. `unused` holds the ids of signed-in members whom the test does not use, so
 * that their pages are not read.
 */
export async function expectFreshPages(deps: PageDeps, unused: ReadonlySet<string>): Promise<void> {
  const viewers = await signedIn(deps.db, unused);
  let differing: string | null = null;
  for (;;) {
    const cached = await pagesOf(deps, viewers);
    const fresh = await pagesOf({ ...deps, db: withoutCache(deps.db) }, viewers);
    const stale = Object.keys(fresh).find((name) => !isDeepStrictEqual(cached[name], fresh[name]));
    if (stale === undefined) return;
    const seen = JSON.stringify([cached[stale], fresh[stale]]);
    if (seen === differing) expect(cached[stale], `the cached ${stale}`).toEqual(fresh[stale]);
    differing = seen;
  }
}

/** Caches belong to an `orm`, so a new one has none. */
function withoutCache(db: Db): Db {
  return { ...db, orm: queriesOver(db.client) };
}

async function signedIn(
  { orm }: Db,
  unused: ReadonlySet<string>,
): Promise<{ viewer: Viewer; rooms: string[] }[]> {
  const rows = await orm
    .selectDistinct({ id: members.id })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.userId))
    .innerJoin(profiles, and(eq(profiles.userId, members.id), isNotNull(profiles.completedAt)))
    .where(notInArray(members.id, [...unused]))
    .limit(MEMBERS_MAX);
  return Promise.all(
    rows.map(async ({ id }) => {
      const seats = await orm
        .select({ id: participants.conversationId })
        .from(participants)
        .where(and(eq(participants.userId, id), eq(participants.isActive, true)))
        .limit(ROOMS_MAX);
      return { viewer: viewerOf({ id }), rooms: seats.map((seat) => seat.id) };
    }),
  );
}

export function viewerOf({ id }: { id: string }): Viewer {
  return { id, sessionId: '', role: 'member', profileComplete: true, termsAccepted: true, provenAt: null };
}

async function pagesOf(deps: PageDeps, viewers: Awaited<ReturnType<typeof signedIn>>): Promise<Pages> {
  const { orm } = deps.db;
  const pages: Pages = {};
  for (const { viewer, rooms } of viewers) {
    pages[`feed of ${viewer.id}`] = parsed(await listSos(deps, viewer, feedQuery.parse({})));
    pages[`home of ${viewer.id}`] = await homeOf(deps, viewer);
    pages[`directory of ${viewer.id}`] = parsed(await listMembers(deps, viewer, directoryQuery.parse({})));
    for (const room of rooms)
      pages[`page of ${room} for ${viewer.id}`] = await historyFor(
        orm,
        viewer,
        room,
        historyQuery.parse({}),
      ).then(parsed, codeOf);
  }
  return pages;
}

/** The member may have given the seat back meanwhile. */
function codeOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  throw error;
}

function parsed(json: Uint8Array): unknown {
  return JSON.parse(Buffer.from(json).toString());
}
