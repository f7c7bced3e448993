import type { AdminInvitation, AdminInvitationPage } from '@guilde/contracts/admin-invitations.ts';
import type { adminInvitationsQuery } from '@guilde/contracts/admin-invitations-input.ts';
import { and, desc, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { invitations } from '../../invitations/tables.ts';
import { iso, isoOrNull } from '../../platform/clock.ts';
import type { Queries } from '../../platform/database/db.ts';
import { memberRefs } from '../../profiles/members.ts';
import { pageOf, readTimeCursor, timeCursor } from '../paging.ts';

type Query = z.output<typeof adminInvitationsQuery>;

/** The newest first. `now` in milliseconds. */
export async function listAllInvitations(
  queries: Queries,
  { status, cursor, limit }: Query,
  now: number,
): Promise<AdminInvitationPage> {
  const before = cursor === undefined ? undefined : readTimeCursor(cursor);
  const rows = await queries
    .select()
    .from(invitations)
    .where(
      and(
        status === 'all' ? undefined : inState(status, now),
        before && sql`(${invitations.createdAt}, ${invitations.id}) < (${before.at}, ${before.id})`,
      ),
    )
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
    .limit(limit + 1);
  const page = pageOf(rows, limit, ({ createdAt, id }) => timeCursor(createdAt, id));
  const members = await memberRefs(
    queries,
    page.rows.flatMap(({ inviterId, invitedUserId }) => [inviterId ?? [], invitedUserId ?? []].flat()),
  );
  return {
    items: page.rows.map((row) => ({
      id: row.id,
      status: row.status === 'pending' && row.expiresAt <= now ? 'expired' : row.status,
      maskedEmail: row.status === 'accepted' || row.email === null ? null : masked(row.email),
      inviter: members.get(row.inviterId ?? '') ?? null,
      invitee: members.get(row.invitedUserId ?? '') ?? null,
      createdAt: iso(row.createdAt),
      expiresAt: iso(row.expiresAt),
      acceptedAt: isoOrNull(row.acceptedAt),
      completedAt: isoOrNull(row.completedAt),
      vouchedAt: isoOrNull(row.vouchedAt),
    })),
    nextCursor: page.nextCursor,
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
  const [pending, expired, accepted] = await Promise.all(
    (['pending', 'expired', 'accepted'] as const).map((state) =>
      queries.$count(invitations, inState(state, now)),
    ),
  );
  const counts = { pending: pending ?? 0, expired: expired ?? 0, accepted: accepted ?? 0 };
  return { all: counts.pending + counts.expired + counts.accepted, ...counts };
}

/** « c…@exemple.fr » */
function masked(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}
