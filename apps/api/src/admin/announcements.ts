import {
  adminAnnouncementsQuery,
  announcementChangeInput,
  announcementInput,
  announcementParams,
} from '@guilde/contracts/announcements/input.ts';
import {
  adminAnnouncementOutput,
  adminAnnouncementPageOutput,
  announcementPreviewOutput,
} from '@guilde/contracts/announcements/output.ts';
import {
  type AdminAnnouncement,
  type AnnouncementPreview,
  type AnnouncementState,
  denyAnnouncementChange,
  denyAnnouncementEnd,
} from '@guilde/contracts/announcements/rules.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import { NOTICES } from '@guilde/contracts/notices/channels.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { eq, getTableColumns, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { z } from 'zod';
import { announcementMail, beginAnnouncement } from '../announcements/delivery.ts';
import { countReceivers, deleteTargets, storeTargets } from '../announcements/receivers.ts';
import { announcements, announcementTargets } from '../announcements/tables.ts';
import { iso, isoOrNull } from '../platform/clock.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { body, describe, type Env, limitMember, params, query } from '../platform/http/http.ts';
import { newestPage } from '../platform/paging.ts';
import { mailOf } from '../platform/services/mail.ts';
import { act } from './act.ts';
import { UNCHANGED } from './journal/administer.ts';
import { ADMIN_ACTS } from './limits.ts';
import { recordedFilters } from './users/filters.ts';

type Row = Awaited<ReturnType<typeof selectAnnouncements>>[number];
type Written = z.output<typeof announcementChangeInput>;

async function listAnnouncements(
  queries: Queries,
  page: { cursor?: string | undefined; limit: number },
): Promise<{ items: AdminAnnouncement[]; nextCursor: string | null }> {
  const { rows, nextCursor } = await newestPage(selectAnnouncements(queries), {
    ...page,
    where: undefined,
    at: announcements.createdAt,
    id: announcements.id,
    placeOf: ({ createdAt, id }) => ({ at: createdAt, id }),
  });
  return { items: rows.map(toAdminAnnouncement), nextCursor };
}

/** @throws NOT_FOUND */
async function announcementDetail(queries: Queries, id: string): Promise<AdminAnnouncement> {
  return toAdminAnnouncement(await announcementById(queries, id));
}

/** Says whom an announcement would reach now, and shows its mail; nothing is stored. */
async function previewAnnouncement(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  written: Written,
): Promise<AnnouncementPreview> {
  const mail = announcementMail(written);
  const { subject, text } = mailOf(
    {
      ...mail,
      to: '',
      action: { label: mail.action, url: `${config.publicUrl}/announcements` },
      footnote: NOTICES.announcement.footnote,
    },
    config,
  );
  return {
    receivers: await countReceivers(db.orm, written, clock.now()),
    mail: written.mail ? { subject, text } : null,
  };
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
    await keepAudience(tx, id, written, createdAt);
    await record({ action: 'announcement.create', subject: subjectOf(id, written), after: shown(written) });
    await beginAnnouncement(tx, deps, id);
  },
  show: ({ db }, _viewer, _params, { id }) => announcementDetail(db.orm, id),
});

const changeAnnouncement = act({
  ...answersAnnouncement,
  summary: 'Change an announcement that has not left',
  refusals: ['ANNOUNCEMENT_SENT'],
  input: announcementChangeInput,
  areas: ['announcements'],
  run: async ({ deps, tx, record }, { announcementId: id }, written) => {
    const known = await announcementById(tx.orm, id);
    refuseIf(denyAnnouncementChange(known));
    const now = deps.clock.now();
    await deleteTargets(tx, id);
    await keepAudience(tx, id, written, now);
    await tx.orm.update(announcements).set(columnsOf(written, now)).where(eq(announcements.id, id));
    await record({
      action: 'announcement.change',
      subject: subjectOf(id, written),
      before: shown({ ...known, scheduledAt: iso(known.scheduledAt) }),
      after: shown(written),
    });
    await beginAnnouncement(tx, deps, id);
  },
});

const cancelAnnouncement = act({
  ...answersAnnouncement,
  summary: 'Cancel an announcement that has not left',
  refusals: ['ANNOUNCEMENT_SENT'],
  areas: ['announcements'],
  run: async ({ deps, tx, record }, { announcementId: id }) => {
    const known = await announcementById(tx.orm, id);
    refuseIf(denyAnnouncementChange(known));
    await tx.orm.update(announcements).set({ cancelledAt: deps.clock.now() }).where(eq(announcements.id, id));
    await deleteTargets(tx, id);
    await record({ action: 'announcement.cancel', subject: subjectOf(id, known) });
  },
});

const endAnnouncement = act({
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
      .set({ endedAt, sentAt: known.sentAt ?? endedAt, after: '' })
      .where(eq(announcements.id, id));
    await deleteTargets(tx, id);
    await record({ action: 'announcement.end', subject: subjectOf(id, known) });
    tx.afterCommit(() =>
      deps.live.publish('everyone', { type: 'announcement.removed', announcementId: id, readAt: null }),
    );
  },
});

async function announcementById(queries: Queries, id: string): Promise<Row> {
  const [row] = await selectAnnouncements(queries).where(eq(announcements.id, id));
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** `memberIds` are the members of a selection until each has the announcement. */
function selectAnnouncements(queries: Queries) {
  const memberIds = sql`(select json_group_array(${announcementTargets.memberId}) from ${announcementTargets}
    where ${announcements.audience} = 'selection' and ${announcementTargets.announcementId} = ${announcements.id})`;
  return queries
    .select({
      ...getTableColumns(announcements),
      memberIds: memberIds.mapWith((ids: string): string[] => JSON.parse(ids)),
    })
    .from(announcements)
    .$dynamic();
}

/**
 * A selection is kept from now on, a filter is read when the announcement leaves
 * (docs/decisions.md#announcements).
 */
async function keepAudience(tx: Tx, id: string, written: Written, now: number): Promise<void> {
  const isLater = written.audience === 'filter' && written.scheduledAt !== null;
  if (!isLater && (await countReceivers(tx.orm, written, now)) === 0)
    throw new AppError('INVALID_INPUT', {}, { audience: 'Personne ne la recevrait.' });
  if (written.audience === 'selection') await storeTargets(tx, id, written, now);
}

function columnsOf({ scheduledAt, memberIds: _memberIds, filters, ...written }: Written, now: number) {
  const kept = written.audience === 'filter' ? filters : null;
  return { ...written, filters: kept, scheduledAt: scheduledAt === null ? now : Date.parse(scheduledAt) };
}

function subjectOf(id: string, { title }: { title: string }) {
  return { type: 'announcement', id, label: title } as const;
}

/** The journal is never erased, so the text stays out of it. */
function shown(written: Omit<Written, 'title' | 'text' | 'link'>) {
  const { audience, filters, memberIds, push, mail, scheduledAt } = written;
  return {
    audience,
    ...(audience === 'filter' && filters && recordedFilters(filters)),
    ...(memberIds.length > 0 && { selected: memberIds.length }),
    push,
    mail,
    ...(scheduledAt !== null && { scheduledAt }),
  };
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

export function announcementDeskRoutes(deps: Deps) {
  const { orm } = deps.db;
  return new Hono<Env>()
    .get(
      '/',
      describe('Announcements, the newest first', adminAnnouncementPageOutput),
      query(adminAnnouncementsQuery),
      async (c) => c.json(await listAnnouncements(orm, c.req.valid('query')), 200),
    )
    .get(
      '/:announcementId',
      describe('An announcement in full', adminAnnouncementOutput),
      params(announcementParams),
      async (c) => c.json(await announcementDetail(orm, c.req.valid('param').announcementId), 200),
    )
    .post('/', ...createAnnouncement.handlers(deps))
    .post(
      '/preview',
      describe('What an announcement would be, and how many it would reach now', announcementPreviewOutput),
      limitMember(deps.limits, ADMIN_ACTS),
      body(announcementChangeInput),
      async (c) => c.json(await previewAnnouncement(deps, c.req.valid('json')), 200),
    )
    .put('/:announcementId', ...changeAnnouncement.handlers(deps))
    .post('/:announcementId/cancel', ...cancelAnnouncement.handlers(deps))
    .post('/:announcementId/end', ...endAnnouncement.handlers(deps));
}
