import type { Unseen } from '@guilde/contracts/home/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, gt, inArray, max, ne, notInArray, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { conversations, messages, participants } from '../conversations/tables.ts';
import { preparedQuery } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { memberRefColumns, toMemberRef } from '../profiles/members.ts';
import { profiles } from '../profiles/tables.ts';
import { unreadDecisionOf } from '../reports/decisions.ts';
import { hiddenFrom } from '../sos/hidden-by-blocks.ts';
import { helpRequests, sosAlerts, sosRequests, sosViews } from '../sos/tables.ts';

/** An open client shows these until they are seen (docs/specification.md#channels-to-a-member). */
export async function unseenOf(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  viewer: Viewer,
): Promise<Unseen> {
  const { orm } = deps.db;
  const [own, asking, decision] = await Promise.all([
    ownUnseen(orm).all({ memberId: viewer.id }),
    unopened(orm).all({ memberId: viewer.id }),
    unreadDecisionOf(deps, viewer),
  ]);
  return {
    ownSos: own.map(({ kind, helper, ...sos }) => ({
      ...sos,
      kind: kind as Unseen['ownSos'][number]['kind'],
      helper: kind === 'joined' && helper ? toMemberRef(helper) : null,
    })),
    asking: asking.map(({ sosId }) => sosId),
    decision,
  };
}

const memberId = sql.placeholder('memberId');

const ownUnseen = preparedQuery((queries) => {
  const line = alias(messages, 'line');
  const newest = queries
    .select({ seq: max(line.seq) })
    .from(line)
    .where(
      and(
        eq(line.conversationId, conversations.id),
        gt(line.seq, participants.readSeq),
        inArray(line.kind, ['joined', 'resolved', 'closed']),
        sql`${line.senderId} is not ${memberId}`,
      ),
    );
  return queries
    .select({
      id: sosRequests.id,
      title: sosRequests.title,
      kind: messages.kind,
      helper: memberRefColumns,
    })
    .from(participants)
    .innerJoin(conversations, eq(conversations.id, participants.conversationId))
    .innerJoin(sosRequests, eq(sosRequests.id, conversations.sosRequestId))
    .innerJoin(
      messages,
      and(eq(messages.conversationId, conversations.id), eq(messages.seq, sql`(${newest})`)),
    )
    .leftJoin(profiles, eq(profiles.userId, messages.senderId))
    .where(
      and(
        eq(participants.userId, memberId),
        eq(participants.isActive, true),
        eq(participants.role, 'requester'),
        sql`${participants.readSeq} < ${conversations.lastSeq}`,
        // Who joined is no news once the SOS has ended.
        or(ne(messages.kind, 'joined'), inArray(sosRequests.status, ['open', 'in_progress'])),
      ),
    )
    .prepare();
});

/** Requests and invitations are left out once opened, declined or without a free seat. */
const unopened = preparedQuery((queries) => {
  const asked = sql`select ${sosAlerts.sosId} as sos_id from ${sosAlerts}
      where ${sosAlerts.memberId} = ${memberId} and ${sosAlerts.openedAt} is null and ${sosAlerts.declinedAt} is null
    union select ${helpRequests.sosId} from ${helpRequests}
      where ${helpRequests.memberId} = ${memberId} and not exists (select 1 from ${sosViews}
        where ${sosViews.sosId} = ${helpRequests.sosId} and ${sosViews.userId} = ${memberId})`;
  return queries
    .select({ sosId: sosRequests.id })
    .from(sosRequests)
    .leftJoin(conversations, eq(conversations.sosRequestId, sosRequests.id))
    .where(
      and(
        sql`${sosRequests.id} in (${asked})`,
        sql`${sosRequests.status} in ('open', 'in_progress')`,
        notInArray(sosRequests.id, hiddenFrom(memberId)),
        sql`(${conversations.id} is null or ${conversations.currentParticipants} < ${conversations.maxParticipants})`,
        sql`not exists (select 1 from ${participants} where ${participants.conversationId} = ${conversations.id} and ${participants.userId} = ${memberId})`,
      ),
    )
    .prepare();
});
