import {
  type AdminAnnouncement,
  type AnnouncementState,
  denyAnnouncementChange,
  denyAnnouncementEnd,
} from '@guilde/contracts/announcements.ts';
import type { announcementChangeInput, announcementInput } from '@guilde/contracts/announcements-input.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { desc, eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { beginAnnouncement } from '../announcements/delivery.ts';
import { announcements } from '../announcements/tables.ts';
import { publishModeration } from '../auth/administrators.ts';
import { iso, isoOrNull } from '../platform/clock.ts';
import { isDuplicate } from '../platform/database/database-errors.ts';
import type { Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { administer } from './journal/administer.ts';
import { pageOf, readTimeCursor, timeCursor } from './paging.ts';

type AnnouncementDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'jobs' | 'live'>;
type Row = typeof announcements.$inferSelect;
type Written = z.output<typeof announcementChangeInput>;

/** The newest first. */
export async function listAnnouncements(
  queries: Queries,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: AdminAnnouncement[]; nextCursor: string | null }> {
  const rows = await queries
    .select()
    .from(announcements)
    .where(cursor ? before(readTimeCursor(cursor)) : undefined)
    .orderBy(desc(announcements.createdAt), desc(announcements.id))
    .limit(limit + 1);
  const page = pageOf(rows, limit, ({ createdAt, id }) => timeCursor(createdAt, id));
  return { items: page.rows.map(toAdminAnnouncement), nextCursor: page.nextCursor };
}

function before({ at, id }: { at: number; id: string }): SQL {
  return sql`(${announcements.createdAt}, ${announcements.id}) < (${at}, ${id})`;
}

/** Codes: NOT_FOUND. */
export async function announcementDetail(queries: Queries, id: string): Promise<AdminAnnouncement> {
  return toAdminAnnouncement(await announcementById(queries, id));
}

/** The same id sent again is the same announcement. */
export async function createAnnouncement(
  deps: AnnouncementDeps,
  viewer: Viewer,
  input: z.output<typeof announcementInput>,
): Promise<AdminAnnouncement> {
  try {
    return await storeAnnouncement(deps, viewer, input);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    const kept = await announcementById(deps.db.orm, input.id);
    if (kept.authorId !== viewer.id || kept.title !== input.title || kept.text !== input.text)
      throw new AppError('INVALID_INPUT', {}, { id: 'Cet identifiant est déjà utilisé.' });
    return toAdminAnnouncement(kept);
  }
}

function storeAnnouncement(
  deps: AnnouncementDeps,
  viewer: Viewer,
  { id, ...written }: z.output<typeof announcementInput>,
): Promise<AdminAnnouncement> {
  return administer(deps, viewer, async ({ tx, actor, record }) => {
    const createdAt = deps.clock.now();
    const author = { authorId: actor.id, authorName: actor.name };
    await tx.orm.insert(announcements).values({ id, ...columnsOf(written, createdAt), ...author, createdAt });
    await record({ action: 'announcement.create', subject: subjectOf(id, written), after: shown(written) });
    await beginAnnouncement(tx, deps, id);
    await publishModeration(tx, deps, 'announcements');
    return announcementDetail(tx.orm, id);
  });
}

/** Codes: NOT_FOUND, ANNOUNCEMENT_SENT. */
export function changeAnnouncement(
  deps: AnnouncementDeps,
  viewer: Viewer,
  id: string,
  written: Written,
): Promise<AdminAnnouncement> {
  return administer(deps, viewer, async ({ tx, record }) => {
    const known = await announcementById(tx.orm, id);
    refuseIf(denyAnnouncementChange(known));
    await tx.orm
      .update(announcements)
      .set(columnsOf(written, deps.clock.now()))
      .where(eq(announcements.id, id));
    await record({
      action: 'announcement.change',
      subject: subjectOf(id, written),
      before: shown({ ...known, scheduledAt: iso(known.scheduledAt) }),
      after: shown(written),
    });
    await beginAnnouncement(tx, deps, id);
    await publishModeration(tx, deps, 'announcements');
    return announcementDetail(tx.orm, id);
  });
}

/** Codes: NOT_FOUND, ANNOUNCEMENT_SENT. */
export function cancelAnnouncement(
  deps: AnnouncementDeps,
  viewer: Viewer,
  id: string,
): Promise<AdminAnnouncement> {
  return administer(deps, viewer, async ({ tx, record }) => {
    const known = await announcementById(tx.orm, id);
    refuseIf(denyAnnouncementChange(known));
    await tx.orm.update(announcements).set({ cancelledAt: deps.clock.now() }).where(eq(announcements.id, id));
    await record({ action: 'announcement.cancel', subject: subjectOf(id, known) });
    await publishModeration(tx, deps, 'announcements');
    return announcementDetail(tx.orm, id);
  });
}

/** It leaves all banners, and reaches nobody any more. Codes: NOT_FOUND, ANNOUNCEMENT_NOT_SHOWN. */
export function endAnnouncement(
  deps: AnnouncementDeps,
  viewer: Viewer,
  id: string,
): Promise<AdminAnnouncement> {
  return administer(deps, viewer, async ({ tx, record }) => {
    const known = await announcementById(tx.orm, id);
    refuseIf(denyAnnouncementEnd(known));
    const endedAt = deps.clock.now();
    await tx.orm
      .update(announcements)
      .set({ endedAt, sentAt: known.sentAt ?? endedAt })
      .where(eq(announcements.id, id));
    await record({ action: 'announcement.end', subject: subjectOf(id, known) });
    await publishModeration(tx, deps, 'announcements');
    tx.afterCommit(() =>
      deps.live.publish('everyone', { type: 'announcement.removed', announcementId: id, readAt: null }),
    );
    return announcementDetail(tx.orm, id);
  });
}

async function announcementById(queries: Queries, id: string): Promise<Row> {
  const [row] = await queries.select().from(announcements).where(eq(announcements.id, id));
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

function columnsOf({ scheduledAt, ...written }: Written, now: number) {
  return { ...written, scheduledAt: scheduledAt === null ? now : Date.parse(scheduledAt) };
}

function subjectOf(id: string, { title }: { title: string }) {
  return { type: 'announcement', id, label: title } as const;
}

/** The journal is never erased: the text stays out of it. */
function shown({ audience, push, mail, scheduledAt }: Omit<Written, 'title' | 'text' | 'link'>) {
  return { audience, push, mail, ...(scheduledAt !== null && { scheduledAt }) };
}

function toAdminAnnouncement(row: Row): AdminAnnouncement {
  const { authorId: _authorId, after: _after, sentAt: _sentAt, ...known } = row;
  return {
    ...known,
    state: stateOf(row),
    createdAt: iso(row.createdAt),
    scheduledAt: iso(row.scheduledAt),
    startedAt: isoOrNull(row.startedAt),
    cancelledAt: isoOrNull(row.cancelledAt),
    endedAt: isoOrNull(row.endedAt),
  };
}

function stateOf({ startedAt, sentAt, cancelledAt, endedAt }: Row): AnnouncementState {
  if (cancelledAt !== null) return 'cancelled';
  if (endedAt !== null) return 'ended';
  if (startedAt === null) return 'scheduled';
  return sentAt === null ? 'sending' : 'shown';
}
