import type { AnnouncementAudience } from '@guilde/contracts/announcements/rules.ts';
import { ANNOUNCEMENT_WITHOUT_EXTRACT } from '@guilde/contracts/notices/rules.ts';
import { and, asc, eq, gt, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { members, userRoles } from '../auth/tables.ts';
import type { DescribeNotice, NoticeMail, NoticePlace } from '../notices/content.ts';
import { notify } from '../notices/notify.ts';
import { iso } from '../platform/clock.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import type { JobPayloads } from '../platform/jobs/jobs.ts';
import { settingsOf } from '../settings/settings.ts';
import { canRead, deleteTargets, storeTargets } from './receivers.ts';
import { announcementRecipients, announcements, announcementTargets } from './tables.ts';

/** The batch is small, so that no message waits for a long transaction. */
const PAGE = 50;

declare module '../platform/jobs/jobs.ts' {
  interface JobPayloads {
    /** The page has the members whose id follows `after`. */
    'announcement.page': { announcementId: string; after: string };
  }
}

export type DeliveryDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'live'>;
type Row = typeof announcements.$inferSelect;

export async function beginDueAnnouncements(deps: DeliveryDeps): Promise<void> {
  const due = await deps.db.orm
    .select({ id: announcements.id })
    .from(announcements)
    .where(
      and(
        isNull(announcements.startedAt),
        isNull(announcements.cancelledAt),
        lte(announcements.scheduledAt, deps.clock.now()),
      ),
    );
  for (const { id } of due) await deps.db.write((tx) => beginAnnouncement(tx, deps, id));
}

/** Starts the announcement if it is due and no other instance has started it. */
export async function beginAnnouncement(
  tx: Tx,
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  announcementId: string,
): Promise<void> {
  const now = clock.now();
  const [begun] = await tx.orm
    .update(announcements)
    .set({ startedAt: now })
    .where(
      and(
        eq(announcements.id, announcementId),
        isNull(announcements.startedAt),
        isNull(announcements.cancelledAt),
        lte(announcements.scheduledAt, now),
      ),
    )
    .returning({ audience: announcements.audience, filters: announcements.filters });
  if (!begun) return;
  if (begun.audience === 'filter') await storeTargets(tx, announcementId, { ...begun, memberIds: [] }, now);
  await jobs.enqueue(tx, 'announcement.page', { announcementId, after: '' });
}

/**
 * The row has the progress, so that a page that runs twice, after a kill or on two instances, reaches each
 * member once.
 */
export async function deliverPage(
  deps: DeliveryDeps,
  { announcementId, after }: JobPayloads['announcement.page'],
): Promise<void> {
  const { db, clock, jobs } = deps;
  await db.write(async (tx) => {
    const isNext = and(
      eq(announcements.id, announcementId),
      eq(announcements.after, after),
      isNull(announcements.sentAt),
      isNull(announcements.endedAt),
    );
    const [announcement] = await tx.orm.select().from(announcements).where(isNext);
    if (!announcement) return;
    const ids = await nextMembers(tx.orm, announcement);
    const last = ids.at(-1);
    if (last !== undefined) await reach(tx, deps, announcement, ids);
    const isLastPage = ids.length < PAGE;
    await tx.orm
      .update(announcements)
      .set({
        // The last member may leave Guilde: the id is kept no longer than needed.
        after: isLastPage ? '' : last,
        recipients: sql`${announcements.recipients} + ${ids.length}`,
        sentAt: isLastPage ? clock.now() : null,
      })
      .where(eq(announcements.id, announcementId));
    if (isLastPage) await deleteTargets(tx, announcementId);
    if (last !== undefined && !isLastPage)
      await jobs.enqueue(tx, 'announcement.page', { announcementId, after: last });
  });
}

async function nextMembers(queries: Queries, { id, audience, after }: Row): Promise<string[]> {
  const rows = await queries
    .select({ id: members.id })
    .from(members)
    .where(and(gt(members.id, after), canRead, AUDIENCES[audience](queries, id)))
    .orderBy(asc(members.id))
    .limit(PAGE);
  return rows.map(({ id }) => id);
}

const AUDIENCES: Record<AnnouncementAudience, (queries: Queries, id: string) => SQL | undefined> = {
  everyone: () => undefined,
  team: (queries) => inArray(members.id, queries.select({ id: userRoles.userId }).from(userRoles)),
  filter: isTarget,
  selection: isTarget,
};

function isTarget(queries: Queries, announcementId: string): SQL {
  const targets = queries
    .select({ id: announcementTargets.memberId })
    .from(announcementTargets)
    .where(eq(announcementTargets.announcementId, announcementId));
  return inArray(members.id, targets);
}

async function reach(tx: Tx, deps: DeliveryDeps, announcement: Row, memberIds: string[]): Promise<void> {
  const { id, title, text, link, authorName } = announcement;
  const receivedAt = deps.clock.now();
  await tx.orm
    .insert(announcementRecipients)
    .values(memberIds.map((memberId) => ({ announcementId: id, memberId, receivedAt })))
    .onConflictDoNothing();
  if (announcement.push || announcement.mail)
    await notify(tx, deps, { kind: 'announcement', memberIds, subject: id });
  tx.afterCommit(() =>
    deps.live.publish(memberIds, {
      type: 'announcement.received',
      announcement: { id, title, text, link, authorName, receivedAt: iso(receivedAt), readAt: null },
      isPushed: announcement.push,
    }),
  );
}

export const placeOfAnnouncement = (id: string): NoticePlace => ({ id, path: '/announcements' });

/** Returns null once it is read, put away or ended. */
export const describeAnnouncement: DescribeNotice = async (queries, memberId, announcementId) => {
  const [row] = await queries
    .select({ announcement: announcements })
    .from(announcementRecipients)
    .innerJoin(announcements, eq(announcements.id, announcementRecipients.announcementId))
    .where(
      and(
        eq(announcementRecipients.announcementId, announcementId),
        eq(announcementRecipients.memberId, memberId),
        isNull(announcementRecipients.readAt),
        isNull(announcements.endedAt),
      ),
    );
  if (!row) return null;
  const { title, text, push, mail } = row.announcement;
  const { pushExtracts } = await settingsOf(queries, memberId);
  return {
    title: `Annonce\u00a0: ${title}`,
    body: pushExtracts ? text : ANNOUNCEMENT_WITHOUT_EXTRACT,
    tag: `announcement:${announcementId}`,
    isPushed: push,
    ...(mail && { mail: announcementMail(row.announcement) }),
  };
};

export function announcementMail({ title, text }: Pick<Row, 'title' | 'text'>): NoticeMail {
  return {
    subject: `Annonce\u00a0: ${title}`,
    heading: title,
    paragraphs: text.split(/\n{2,}/),
    action: 'Lire l’annonce',
  };
}
