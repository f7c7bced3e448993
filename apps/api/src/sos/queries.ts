import { AppError } from '@guilde/contracts/errors.ts';
import type { MemberRef } from '@guilde/contracts/profiles/rules.ts';
import {
  SOS_EXCERPT_MAX,
  type Sos,
  type SosConversation,
  type SosDetail,
} from '@guilde/contracts/sos/rules.ts';
import { excerpt } from '@guilde/contracts/text.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, getTableColumns, ne, sql } from 'drizzle-orm';
import { conversations, messages, participants } from '../conversations/tables.ts';
import { filesCiting } from '../files/files.ts';
import { iso, isoOrNull } from '../platform/clock.ts';
import { preparedQuery, type Queries, type Tx } from '../platform/database/db.ts';
import { invalidateCache } from '../platform/database/versioned-cache.ts';
import type { Deps } from '../platform/deps.ts';
import { type MemberRefRow, memberRefColumns, toMemberRef } from '../profiles/members.ts';
import { profiles } from '../profiles/tables.ts';
import { type Excluded, excludedMembers, hiddenSos, publishCard } from './hidden-by-blocks.ts';
import { sosRequests } from './tables.ts';

const { searchText: _searchText, searchStems: _searchStems, ...sosColumns } = getTableColumns(sosRequests);

/** The value is null before the first answer. */
type Help = { conversation: SosConversation; helpers: MemberRef[] } | null;

/** The answer is JSON within the statement, because a second statement would be another trip to a server. */
const help = sql<Help>`(select json_object(
    'conversation', json_object('id', ${conversations.id}, 'status', ${conversations.status},
      'currentParticipants', ${conversations.currentParticipants}, 'maxParticipants', ${conversations.maxParticipants}),
    'helpers', (select json_group_array(json_object('joinedAt', ${participants.joinedAt}, 'id', ${profiles.userId},
      'firstName', ${profiles.firstName}, 'lastName', ${profiles.lastName}, 'storeName', ${profiles.storeName},
      'avatarKey', ${profiles.avatarKey}, 'isCertified', ${profiles.isCertified}))
      from ${participants} join ${profiles} on ${profiles.userId} = ${participants.userId}
      where ${participants.conversationId} = ${conversations.id} and ${participants.isActive} and ${participants.role} <> 'requester'))
  from ${conversations} where ${conversations.sosRequestId} = ${sosRequests.id})`.mapWith(
  (json: string): Help => {
    const { conversation, helpers } = JSON.parse(json) as {
      conversation: SosConversation;
      helpers: (Omit<MemberRefRow, 'isCertified'> & { isCertified: number; joinedAt: number })[];
    };
    return {
      conversation,
      helpers: helpers
        .toSorted((a, b) => a.joinedAt - b.joinedAt || (a.id < b.id ? -1 : 1))
        .map((row) => toMemberRef({ ...row, isCertified: row.isCertified !== 0 })),
    };
  },
);

/** The caller filters, orders and limits. */
export function selectSos(queries: Queries) {
  return queries
    .select({
      sos: sosColumns,
      author: { ...memberRefColumns, specialties: profiles.specialties },
      files: filesCiting('sosId', sql`${sosRequests.id}`),
      help,
    })
    .from(sosRequests)
    .leftJoin(profiles, eq(profiles.userId, sosRequests.userId))
    .$dynamic();
}

export type SosRow = Awaited<ReturnType<typeof selectSos>>[number];

/** The query binds `id`. */
export const sosById = preparedQuery((queries) =>
  selectSos(queries)
    .where(eq(sosRequests.id, sql.placeholder('id')))
    .prepare(),
);

/** Resolves with the SOS as the member may see it. Throws NOT_FOUND, also where a block hides it. */
export async function visibleSos(
  queries: Queries,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<SosDetail> {
  const [sos, hidden] = await Promise.all([sosDetail(queries, id), hiddenSos(queries, viewer)]);
  if (hidden.has(id)) throw new AppError('NOT_FOUND');
  return sos;
}

/** Resolves with the SOS for any caller; members need `visibleSos`. Throws NOT_FOUND. */
export async function sosDetail(queries: Queries, id: string): Promise<SosDetail> {
  return toSosDetail(await sosById(queries).all({ id }));
}

/** The rows come from `sosById`. Throws NOT_FOUND. */
export function toSosDetail([row]: readonly SosRow[]): SosDetail {
  if (!row) throw new AppError('NOT_FOUND');
  const { description, additions } = row.sos;
  return { ...toSos(row), description, additions, files: row.files ?? [] };
}

/**
 * Publishes to everybody after the commit, and drops pages that are cached for all members. `excludedBefore`
 * is given where the change may hide the SOS from more members: it holds those who did not see it before, and
 * the clients of the others forget it.
 */
export async function publishSos(
  tx: Tx,
  { live }: Pick<Deps, 'live'>,
  id: string,
  {
    type = 'sos.updated',
    excludedBefore,
  }: { type?: 'sos.created' | 'sos.updated'; excludedBefore?: Excluded } = {},
): Promise<SosDetail> {
  await invalidateCache(tx);
  const [detail, excluded] = await Promise.all([sosDetail(tx.orm, id), excludedMembers(tx.orm).all({ id })]);
  const before = new Set((excludedBefore ?? excluded).map((member) => member.id));
  const forget = excluded.flatMap((member) => (before.has(member.id) ? [] : [member.id]));
  tx.afterCommit(() => {
    publishCard({ live }, type, cardOf(detail), excluded);
    if (forget.length > 0) live.publish(forget, { type: 'sos.removed', sosId: id });
  });
  return detail;
}

export function cardOf({ description: _text, additions: _additions, files: _files, ...sos }: SosDetail): Sos {
  return sos;
}

/** « Contexte : » begins the form's template. */
function withoutLead(description: string): string {
  const text = description.replace(/^\s*contexte\s*[:–—-]\s*/i, '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function toSos({ sos, author, files, help }: SosRow): Sos {
  const { position: _position, userId: _userId, feedRank: _feedRank, additions: _additions, ...others } = sos;
  const { closedBy, description, ...shown } = others;
  return {
    ...shown,
    author: author && { ...toMemberRef(author), specialties: author.specialties },
    excerpt: excerpt(withoutLead(description), SOS_EXCERPT_MAX),
    filesCount: files?.length ?? 0,
    conversation: help?.conversation ?? null,
    helpers: help?.helpers ?? [],
    createdAt: iso(sos.createdAt),
    updatedAt: iso(sos.updatedAt),
    correctedAt: isoOrNull(sos.correctedAt),
    resolvedAt: isoOrNull(sos.resolvedAt),
    closedAt: isoOrNull(sos.closedAt),
    closedByTeam: closedBy === 'team',
  };
}

/** Somebody else than the requester wrote, whether they are still there or not. A summary rests on no file. */
export async function hasHelp(queries: Queries, sosId: string): Promise<boolean> {
  const [text] = await queries
    .select({ id: messages.id })
    .from(conversations)
    .innerJoin(sosRequests, eq(sosRequests.id, conversations.sosRequestId))
    .innerJoin(messages, eq(messages.conversationId, conversations.id))
    .where(
      and(
        eq(conversations.sosRequestId, sosId),
        eq(messages.kind, 'text'),
        ne(messages.content, ''),
        sql`${messages.senderId} is not ${sosRequests.userId}`,
      ),
    )
    .limit(1);
  return text !== undefined;
}
