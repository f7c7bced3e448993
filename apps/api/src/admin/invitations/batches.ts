import {
  type batchesQuery,
  batchParams,
  bulkInvitationInput,
} from '@guilde/contracts/bulk-invitations/input.ts';
import { invitationBatchOutput } from '@guilde/contracts/bulk-invitations/output.ts';
import {
  BULK_MAILS_MAX,
  type InvitationBatch,
  type InvitationBatches,
} from '@guilde/contracts/bulk-invitations/rules.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import { denyInvite } from '@guilde/contracts/invitations/rules.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { wakeBatchMails } from '../../invitations/batch-mails.ts';
import { batchOfList, sortedList, storeBatch } from '../../invitations/batches.ts';
import { bouncedInvitations } from '../../invitations/invitations.ts';
import { batchRows, invitationBatches, invitations } from '../../invitations/tables.ts';
import { iso, isoOrNull } from '../../platform/clock.ts';
import type { Queries } from '../../platform/database/db.ts';
import { newestPage } from '../../platform/paging.ts';
import { memberRefs } from '../../profiles/members.ts';
import { act } from '../act.ts';
import { UNCHANGED } from '../journal/administer.ts';

const DAY_MS = 86_400_000;

export async function listBatches(
  queries: Queries,
  page: z.output<typeof batchesQuery>,
): Promise<InvitationBatches> {
  const { rows, nextCursor } = await newestPage(queries.select().from(invitationBatches).$dynamic(), {
    ...page,
    where: undefined,
    at: invitationBatches.createdAt,
    id: invitationBatches.id,
    placeOf: ({ createdAt, id }) => ({ at: createdAt, id }),
  });
  const items = rows.map(({ id, title, authorName, createdAt, invited }) => ({
    ...{ id, title, authorName, invited },
    createdAt: iso(createdAt),
  }));
  return { items, nextCursor };
}

/** `now` is in milliseconds. Throws NOT_FOUND. */
export async function batchDetail(queries: Queries, id: string, now: number): Promise<InvitationBatch> {
  const [batch] = await queries.select().from(invitationBatches).where(eq(invitationBatches.id, id));
  if (!batch) throw new AppError('NOT_FOUND');
  const rows = await invitationsOf(queries, id);
  const bounced = await bouncedInvitations(
    queries,
    rows.map(({ invitation }) => invitation),
  );
  const count = (is: (row: (typeof rows)[number]) => boolean) => rows.filter(is).length;
  const gone = batch.invited - rows.length;
  return {
    ...{ id, title: batch.title, message: batch.message, authorName: batch.authorName },
    createdAt: iso(batch.createdAt),
    remindedAt: isoOrNull(batch.remindedAt),
    invited: batch.invited,
    named: await queries.$count(batchRows, and(eq(batchRows.batchId, id), isNull(batchRows.invitationId))),
    // Whoever is gone had a mail: it has the link to refuse, and an invitation expires after it left.
    sent: count(({ mailsSent }) => mailsSent > 0) + gone,
    returned: bounced.size,
    accounts: count(({ invitation }) => invitation.status === 'accepted'),
    complete: count(({ invitation }) => invitation.completedAt !== null),
    expired: count(({ invitation }) => invitation.status === 'pending' && invitation.expiresAt <= now),
    gone,
    unanswered: unansweredAmong(rows, bounced, now).length,
  };
}

type Row = Awaited<ReturnType<typeof invitationsOf>>[number];

/** A list has 2,000 rows at most. */
function invitationsOf(queries: Queries, batchId: string) {
  return queries
    .select({
      rowId: batchRows.id,
      mailsSent: batchRows.mailsSent,
      mailedAt: batchRows.mailedAt,
      invitation: invitations,
    })
    .from(batchRows)
    .innerJoin(invitations, eq(invitations.id, batchRows.invitationId))
    .where(eq(batchRows.batchId, batchId));
}

/** Who has had all mails, or one within a day, is left alone. */
function unansweredAmong(rows: Row[], bounced: Set<string>, now: number): string[] {
  return rows.flatMap(({ rowId, mailsSent, mailedAt, invitation: { id, status, expiresAt } }) => {
    const isWaiting = status === 'pending' && expiresAt > now && !bounced.has(id);
    const isToRemind = mailedAt !== null && mailedAt <= now - DAY_MS && mailsSent < BULK_MAILS_MAX;
    return isWaiting && isToRemind ? [rowId] : [];
  });
}

/** The same list sent again, also by another administrator, is the same batch. */
export const sendBatch = act({
  summary: 'Invites the merchants of a list; the same list sent again is the same batch',
  answer: invitationBatchOutput,
  refusals: ['NOT_FOUND', 'NOT_CERTIFIED'],
  input: bulkInvitationInput,
  needsProof: true,
  run: async ({ deps, tx, viewer, actor, record }, _params, { title, message, rows: typed }) => {
    const inviter = (await memberRefs(tx.orm, [viewer.id])).get(viewer.id);
    refuseIf(denyInvite({ isCertified: inviter?.isCertified ?? false, left: 1 }));
    const { rows, batchId } = await sortedList(tx.orm, typed, deps.clock.now());
    if (batchId) return UNCHANGED;
    if (!rows.some(({ status }) => status === 'ready' || status === 'named'))
      throw new AppError('INVALID_INPUT', {}, { rows: 'Aucune ligne n’est prête.' });
    const { id, invited, named } = await storeBatch(tx, deps, { title, message, author: actor, typed, rows });
    await record({
      action: 'batch.send',
      subject: { type: 'batch', id, label: title },
      after: { rows: rows.length, invited, named, skipped: rows.length - invited - named },
    });
    await wakeBatchMails(tx, deps);
    return;
  },
  show: async ({ db, clock }, _viewer, _params, { rows }) =>
    batchDetail(db.orm, (await batchOfList(db.orm, rows)) ?? '', clock.now()),
});

/** A list is reminded once: another click, also by somebody else, changes nothing. */
export const remindBatch = act({
  summary: 'Writes once more to those of a list who have not answered',
  answer: invitationBatchOutput,
  refusals: ['NOT_FOUND'],
  params: batchParams,
  needsProof: true,
  run: async ({ deps, tx, record }, { batchId }) => {
    const now = deps.clock.now();
    const { title, remindedAt } = await batchDetail(tx.orm, batchId, now);
    const rows = await invitationsOf(tx.orm, batchId);
    const bounced = await bouncedInvitations(
      tx.orm,
      rows.map(({ invitation }) => invitation),
    );
    const unanswered = unansweredAmong(rows, bounced, now);
    if (remindedAt !== null || unanswered.length === 0) return UNCHANGED;
    await tx.orm.update(invitationBatches).set({ remindedAt: now }).where(eq(invitationBatches.id, batchId));
    await tx.orm
      .update(batchRows)
      .set({ nextMailAt: now })
      .where(sql`${batchRows.id} in (select value from json_each(${JSON.stringify(unanswered)}))`);
    await record({
      action: 'batch.remind',
      subject: { type: 'batch', id: batchId, label: title },
      after: { invited: unanswered.length },
    });
    await wakeBatchMails(tx, deps);
    return;
  },
  show: ({ db, clock }, _viewer, { batchId }) => batchDetail(db.orm, batchId, clock.now()),
});
