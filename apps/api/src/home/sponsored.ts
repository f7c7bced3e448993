import type { sponsoredQuery } from '@guilde/contracts/home/input.ts';
import type { Sponsored, SponsoredPage } from '@guilde/contracts/home/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { members } from '../auth/tables.ts';
import { masked } from '../invitations/invitations.ts';
import { invitations } from '../invitations/tables.ts';
import { iso } from '../platform/clock.ts';
import { preparedQuery, type Queries } from '../platform/database/db.ts';
import { readPositionCursor } from '../platform/paging.ts';
import { memberRefColumns, toMemberRef } from '../profiles/members.ts';
import { profiles } from '../profiles/tables.ts';
import { hiddenFrom } from '../sos/hidden-by-blocks.ts';
import { sosRequests } from '../sos/tables.ts';

/** An SOS that a block hides was not asked, here as in the feed. */
const sponsoredRows = preparedQuery((queries) => {
  const viewerId = sql.placeholder('viewerId');
  return queries
    .select({
      ...memberRefColumns,
      invitation: invitations,
      completedAt: profiles.completedAt,
      hasHelped: sql<number>`${profiles.totalHelpCount} > 0`,
      hasAsked: sql<number>`exists (select 1 from ${sosRequests} where ${sosRequests.userId} = ${profiles.userId}
        and ${sosRequests.id} not in ${hiddenFrom(viewerId)})`,
    })
    .from(invitations)
    .innerJoin(profiles, eq(profiles.userId, invitations.invitedUserId))
    .innerJoin(members, eq(members.id, invitations.invitedUserId))
    .where(and(eq(invitations.inviterId, viewerId), isNull(members.suspendedAt)))
    .orderBy(desc(invitations.acceptedAt), desc(invitations.id))
    .prepare();
});

type Row = Awaited<ReturnType<ReturnType<typeof sponsoredRows>['all']>>[number];

/**
 * Lists the present invitees with an account, by lists and access links too, who might need a word first. It shows
 * nothing else than their profiles, the feed and the viewer's own invitations.
 */
export async function sponsored(
  queries: Queries,
  viewer: Viewer,
  { cursor, limit }: z.output<typeof sponsoredQuery>,
): Promise<SponsoredPage> {
  const rows = await sponsoredRows(queries).all({ viewerId: viewer.id });
  const all = rows.map(toSponsored);
  const of = (state: Sponsored['state']) => all.filter((one) => one.state === state);
  const ordered = [...of('account'), ...of('complete'), ...of('active')];
  const from = cursor === undefined ? 0 : readPositionCursor(cursor);
  const next = from + limit;
  return {
    accounts: all.length,
    complete: all.length - of('account').length,
    active: of('active').length,
    items: ordered.slice(from, next),
    nextCursor: next < all.length ? String(next) : null,
  };
}

/** An incomplete profile is shown to nobody, and an address to who wrote it only. */
function toSponsored({ invitation, completedAt, hasAsked, hasHelped, ...ref }: Row): Sponsored {
  const { id, acceptedAt, createdAt, accessLinkId } = invitation;
  if (completedAt !== null) {
    const state = hasAsked || hasHelped ? 'active' : 'complete';
    return { id, state, since: iso(completedAt), member: toMemberRef(ref), email: null };
  }
  const email = invitation.email ?? '';
  return {
    id,
    state: 'account',
    since: iso(acceptedAt ?? createdAt),
    member: null,
    email: accessLinkId === null ? email : masked(email),
  };
}
