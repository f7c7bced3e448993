import type { adminInvitationsQuery } from '@guilde/contracts/admin-invitations/input.ts';
import type { AdminInvitation, AdminInvitationPage } from '@guilde/contracts/admin-invitations/rules.ts';
import { and, eq, gt, lte, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { bouncedInvitations, masked } from '../../invitations/invitations.ts';
import { invitations } from '../../invitations/tables.ts';
import { iso, isoOrNull } from '../../platform/clock.ts';
import type { Queries } from '../../platform/database/db.ts';
import { newestPage } from '../../platform/paging.ts';
import { memberRefs } from '../../profiles/members.ts';

/** `now` is in milliseconds. */
export async function listAllInvitations(
  queries: Queries,
  { status, ...page }: z.output<typeof adminInvitationsQuery>,
  now: number,
): Promise<AdminInvitationPage> {
  const { rows, nextCursor } = await newestPage(queries.select().from(invitations).$dynamic(), {
    ...page,
    where: status === 'all' ? undefined : inState(status, now),
    at: invitations.createdAt,
    id: invitations.id,
    placeOf: ({ createdAt, id }) => ({ at: createdAt, id }),
  });
  const members = await memberRefs(
    queries,
    rows.flatMap(({ inviterId, invitedUserId }) => [inviterId ?? [], invitedUserId ?? []].flat()),
  );
  const bounced = await bouncedInvitations(queries, rows);
  return {
    items: rows.map((row) => ({
      id: row.id,
      status: row.status === 'pending' && row.expiresAt <= now ? 'expired' : row.status,
      isBounced: bounced.has(row.id),
      maskedEmail: row.status === 'accepted' || row.email === null ? null : masked(row.email),
      inviter: members.get(row.inviterId ?? '') ?? null,
      invitee: members.get(row.invitedUserId ?? '') ?? null,
      createdAt: iso(row.createdAt),
      expiresAt: iso(row.expiresAt),
      acceptedAt: isoOrNull(row.acceptedAt),
      completedAt: isoOrNull(row.completedAt),
      vouchedAt: isoOrNull(row.vouchedAt),
    })),
    nextCursor,
    counts: await countStates(queries, now),
  };
}

function inState(state: AdminInvitation['status'], now: number): SQL | undefined {
  if (state === 'accepted') return eq(invitations.status, 'accepted');
  return and(
    eq(invitations.status, 'pending'),
    state === 'pending' ? gt(invitations.expiresAt, now) : lte(invitations.expiresAt, now),
  );
}

async function countStates(queries: Queries, now: number): Promise<AdminInvitationPage['counts']> {
  const countOf = (state: AdminInvitation['status']) => queries.$count(invitations, inState(state, now));
  const pending = await countOf('pending');
  const expired = await countOf('expired');
  const accepted = await countOf('accepted');
  return { all: pending + expired + accepted, pending, expired, accepted };
}
