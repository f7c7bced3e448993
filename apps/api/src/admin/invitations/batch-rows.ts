import type { batchRowsQuery } from '@guilde/contracts/bulk-invitations/input.ts';
import type { BatchRow, BatchRowState, BatchRows } from '@guilde/contracts/bulk-invitations/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import { foldText } from '@guilde/contracts/text.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { bouncedInvitations, masked } from '../../invitations/invitations.ts';
import { batchRows, invitationBatches, invitations } from '../../invitations/tables.ts';
import { isoOrNull } from '../../platform/clock.ts';
import type { Queries } from '../../platform/database/db.ts';
import { pageOf, readPositionCursor } from '../../platform/paging.ts';
import { profiles } from '../../profiles/tables.ts';

type Page = z.output<typeof batchRowsQuery>;

/** Says who of a list has come, in the order of their names. `now` is in milliseconds. Throws NOT_FOUND. */
export async function listBatchRows(
  queries: Queries,
  viewer: Viewer,
  batchId: string,
  { page: { q, status, cursor, limit }, now }: { page: Page; now: number },
): Promise<BatchRows> {
  const { authorId } = invitationBatches;
  const isBatch = eq(invitationBatches.id, batchId);
  const [batch] = await queries.select({ authorId }).from(invitationBatches).where(isBatch);
  if (!batch) throw new AppError('NOT_FOUND');
  const rows = await rowsOf(queries, batchId);
  const bounced = await bouncedInvitations(
    queries,
    rows.flatMap(({ invitation }) => invitation ?? []),
  );
  const all = rows
    .map((row) => shown(row, stateOf(row, bounced, now), batch.authorId === viewer.id))
    .sort((a, b) => wordsOf(a).localeCompare(wordsOf(b), 'fr') || a.id.localeCompare(b.id));
  const counts: BatchRows['counts'] = {};
  for (const { state } of all) counts[state] = (counts[state] ?? 0) + 1;
  const wanted = foldText(q);
  const chosen = all.filter(
    (row) => (!status || row.state === status) && foldText(wordsOf(row)).includes(wanted),
  );
  const from = cursor ? readPositionCursor(cursor) : 0;
  const next = () => String(from + limit);
  const { rows: items, nextCursor } = pageOf(chosen.slice(from, from + limit + 1), limit, next);
  return { items, nextCursor, counts };
}

type Row = Awaited<ReturnType<typeof rowsOf>>[number];

/** A list has 2,000 rows at most, and names are in two places: the page is chosen here. */
function rowsOf(queries: Queries, batchId: string) {
  const { id, known, mailsSent, mailedAt } = batchRows;
  const { firstName, lastName, storeName } = profiles;
  return queries
    .select({
      ...{ id, known, mailsSent, mailedAt, invitation: invitations },
      profile: { firstName, lastName, storeName },
    })
    .from(batchRows)
    .leftJoin(invitations, eq(invitations.id, batchRows.invitationId))
    .leftJoin(profiles, eq(profiles.userId, invitations.invitedUserId))
    .where(eq(batchRows.batchId, batchId));
}

function stateOf({ invitation, mailsSent }: Row, bounced: Set<string>, now: number): BatchRowState {
  if (!invitation) return 'named';
  if (invitation.status === 'accepted') {
    if (invitation.invitedUserId === null) return 'left';
    return invitation.completedAt === null ? 'account' : 'complete';
  }
  if (bounced.has(invitation.id)) return 'returned';
  if (invitation.expiresAt <= now) return 'expired';
  return mailsSent > 0 ? 'sent' : 'waiting';
}

function shown(
  { id, known, invitation, profile, mailsSent, mailedAt }: Row,
  state: BatchRowState,
  isOwn: boolean,
): BatchRow {
  const { firstName, lastName, storeName } = profile?.firstName ? profile : (known ?? NOBODY);
  const email = invitation?.email ?? null;
  return {
    ...{ id, name: `${firstName} ${lastName}`.trim(), storeName, state, mailsSent },
    email: email === null || isOwn ? email : masked(email),
    memberId: invitation?.invitedUserId ?? null,
    mailedAt: isoOrNull(mailedAt),
  };
}

const NOBODY = { firstName: '', lastName: '', storeName: '' };

/** A masked address has nothing that could be searched for but its domain. */
const wordsOf = ({ name, storeName, email }: BatchRow): string => [name, storeName, email].join(' ').trim();
