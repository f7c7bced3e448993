import {
  announcementChangeInput,
  announcementInput,
  announcementParams,
} from '@guilde/contracts/announcements/input.ts';
import { adminAnnouncementOutput } from '@guilde/contracts/announcements/output.ts';
import {
  type AdminAnnouncement,
  type AnnouncementState,
  denyAnnouncementChange,
  denyAnnouncementEnd,
} from '@guilde/contracts/announcements/rules.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { beginAnnouncement } from '../announcements/delivery.ts';
import { announcements } from '../announcements/tables.ts';
import { iso, isoOrNull } from '../platform/clock.ts';
import type { Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { act } from './act.ts';
import { UNCHANGED } from './journal/administer.ts';
import { newestPage } from './paging.ts';

type Row = typeof announcements.$inferSelect;
type Written = z.output<typeof announcementChangeInput>;

export async function listAnnouncements(
  queries: Queries,
  page: { cursor?: string | undefined; limit: number },
): Promise<{ items: AdminAnnouncement[]; nextCursor: string | null }> {
  const { rows, nextCursor } = await newestPage(queries.select().from(announcements).$dynamic(), {
    ...page,
    where: undefined,
    at: announcements.createdAt,
    id: announcements.id,
    placeOf: ({ createdAt, id }) => ({ at: createdAt, id }),
  });
  return { items: rows.map(toAdminAnnouncement), nextCursor };
}

/** @throws NOT_FOUND */
export async function announcementDetail(queries: Queries, id: string): Promise<AdminAnnouncement> {
  return toAdminAnnouncement(await announcementById(queries, id));
}

const answersAnnouncement = {
  params: announcementParams,
  answer: adminAnnouncementOutput,
  show: ({ db }: Deps, _viewer: Viewer, { announcementId }: { announcementId: string }) =>
    announcementDetail(db.orm, announcementId),
};

export const createAnnouncement = act({
  summary:
    'Write an announcement, which leaves at once or when it is scheduled; the same id sent again is the same one',
  answer: adminAnnouncementOutput,
  input: announcementInput,
  areas: ['announcements'],
  run: async ({ deps, tx, viewer, actor, record }, _params, { id, ...written }) => {
    const createdAt = deps.clock.now();
    const author = { authorId: actor.id, authorName: actor.name };
    const [stored] = await tx.orm
      .insert(announcements)
      .values({ id, ...columnsOf(written, createdAt), ...author, createdAt })
      .onConflictDoNothing()
      .returning({ id: announcements.id });
    if (!stored) {
      const kept = await announcementById(tx.orm, id);
      if (kept.authorId !== viewer.id || kept.title !== written.title || kept.text !== written.text)
        throw new AppError('INVALID_INPUT', {}, { id: 'Cet identifiant est déjà utilisé.' });
      return UNCHANGED;
    }
    await record({ action: 'announcement.create', subject: subjectOf(id, written), after: shown(written) });
    await beginAnnouncement(tx, deps, id);
  },
  show: ({ db }, _viewer, _params, { id }) => announcementDetail(db.orm, id),
});

export const changeAnnouncement = act({
  ...answersAnnouncement,
  summary: 'Change an announcement that has not left',
  refusals: ['ANNOUNCEMENT_SENT'],
  input: announcementChangeInput,
  areas: ['announcements'],
  run: async ({ deps, tx, record }, { announcementId: id }, written) => {
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
  },
});

export const cancelAnnouncement = act({
  ...answersAnnouncement,
  summary: 'Cancel an announcement that has not left',
  refusals: ['ANNOUNCEMENT_SENT'],
  areas: ['announcements'],
  run: async ({ deps, tx, record }, { announcementId: id }) => {
    const known = await announcementById(tx.orm, id);
    refuseIf(denyAnnouncementChange(known));
    await tx.orm.update(announcements).set({ cancelledAt: deps.clock.now() }).where(eq(announcements.id, id));
    await record({ action: 'announcement.cancel', subject: subjectOf(id, known) });
  },
});

export const endAnnouncement = act({
  ...answersAnnouncement,
  summary: 'Take an announcement off all pages',
  refusals: ['ANNOUNCEMENT_NOT_SHOWN'],
  areas: ['announcements'],
  run: async ({ deps, tx, record }, { announcementId: id }) => {
    const known = await announcementById(tx.orm, id);
    refuseIf(denyAnnouncementEnd(known));
    const endedAt = deps.clock.now();
    await tx.orm
      .update(announcements)
      .set({ endedAt, sentAt: known.sentAt ?? endedAt })
      .where(eq(announcements.id, id));
    await record({ action: 'announcement.end', subject: subjectOf(id, known) });
    tx.afterCommit(() =>
      deps.live.publish('everyone', { type: 'announcement.removed', announcementId: id, readAt: null }),
    );
  },
});

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

/** The journal is never erased, so the text stays out of it. */
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
