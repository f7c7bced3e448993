import { ANNOUNCEMENTS_LISTED_MAX, type Announcement } from '@guilde/contracts/announcements/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { iso, isoOrNull } from '../platform/clock.ts';
import { preparedQuery, type Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { announcementRecipients, announcements } from './tables.ts';

const CURRENT_MAX = 5;

const current = preparedQuery((queries) =>
  selectReceived(queries)
    .where(
      and(
        eq(announcementRecipients.memberId, sql.placeholder('memberId')),
        isNull(announcementRecipients.readAt),
        isNull(announcements.endedAt),
      ),
    )
    .orderBy(desc(announcementRecipients.receivedAt))
    .limit(CURRENT_MAX)
    .prepare(),
);

/** Returns the unread announcements that are still shown, from the newest. */
export async function currentAnnouncements(queries: Queries, viewer: Viewer): Promise<Announcement[]> {
  return (await current(queries).all({ memberId: viewer.id })).map(toAnnouncement);
}

export async function receivedAnnouncements(queries: Queries, viewer: Viewer): Promise<Announcement[]> {
  const rows = await selectReceived(queries)
    .where(eq(announcementRecipients.memberId, viewer.id))
    .orderBy(desc(announcementRecipients.receivedAt))
    .limit(ANNOUNCEMENTS_LISTED_MAX);
  return rows.map(toAnnouncement);
}

/** Announcements for other members are ignored, and a reading counts once per member. */
export async function readAnnouncements(
  { db, clock, live }: Pick<Deps, 'db' | 'clock' | 'live'>,
  viewer: Viewer,
  ids: readonly string[],
): Promise<void> {
  await db.write(async (tx) => {
    const readAt = clock.now();
    const read = await tx.orm
      .update(announcementRecipients)
      .set({ readAt })
      .where(
        and(
          eq(announcementRecipients.memberId, viewer.id),
          inArray(announcementRecipients.announcementId, [...ids]),
          isNull(announcementRecipients.readAt),
        ),
      )
      .returning({ id: announcementRecipients.announcementId });
    if (read.length === 0) return;
    const readIds = read.map(({ id }) => id);
    await tx.orm
      .update(announcements)
      .set({ reads: sql`${announcements.reads} + 1` })
      .where(inArray(announcements.id, readIds));
    tx.afterCommit(() => {
      for (const announcementId of readIds)
        live.publish([viewer.id], {
          type: 'announcement.removed',
          announcementId,
          readAt: iso(readAt),
        });
    });
  });
}

function selectReceived(queries: Queries) {
  return queries
    .select({
      id: announcements.id,
      title: announcements.title,
      text: announcements.text,
      link: announcements.link,
      authorName: announcements.authorName,
      receivedAt: announcementRecipients.receivedAt,
      readAt: announcementRecipients.readAt,
    })
    .from(announcementRecipients)
    .innerJoin(announcements, eq(announcements.id, announcementRecipients.announcementId))
    .$dynamic();
}

function toAnnouncement(row: Awaited<ReturnType<typeof selectReceived>>[number]): Announcement {
  return { ...row, receivedAt: iso(row.receivedAt), readAt: isoOrNull(row.readAt) };
}
