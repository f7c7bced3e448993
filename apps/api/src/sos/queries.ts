import { AppError } from '@guilde/contracts/errors.ts';
import type { MemberRef } from '@guilde/contracts/profiles.ts';
import { SOS_EXCERPT_MAX, type Sos, type SosConversation, type SosDetail } from '@guilde/contracts/sos.ts';
import { excerpt } from '@guilde/contracts/text.ts';
import { and, asc, eq, getTableColumns, ne, sql } from 'drizzle-orm';
import { conversations, participants } from '../conversations/tables.ts';
import { filesCiting } from '../files/files.ts';
import { iso, isoOrNull } from '../platform/clock.ts';
import { preparedQuery, type Queries, type Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { memberRefColumns, toMemberRef } from '../profiles/members.ts';
import { profiles } from '../profiles/tables.ts';
import { sosRequests } from './tables.ts';

const { searchText: _searchText, searchStems: _searchStems, ...sosColumns } = getTableColumns(sosRequests);

/** The caller filters, orders and limits. */
export function selectSos(queries: Queries) {
  return queries
    .select({
      sos: sosColumns,
      author: { ...memberRefColumns, specialties: profiles.specialties },
      files: filesCiting('sosId', sql`${sosRequests.id}`),
    })
    .from(sosRequests)
    .leftJoin(profiles, eq(profiles.userId, sosRequests.userId))
    .$dynamic();
}

export type SosRow = Awaited<ReturnType<typeof selectSos>>[number];

/** In the given order; one more statement for conversations and helpers. */
export async function toSosList(queries: Queries, rows: readonly SosRow[]): Promise<Sos[]> {
  const help = await helpFor(
    queries,
    rows.map(({ sos }) => sos.id),
  );
  return rows.map((row) => toSos(row, help.get(row.sos.id)));
}

/** For every member. Codes: NOT_FOUND. */
export async function sosDetail(queries: Queries, id: string): Promise<SosDetail> {
  const { sos, help } = detailQueries(queries);
  const [rows, helped] = await Promise.all([sos.all({ id }), help.all({ sosIds: JSON.stringify([id]) })]);
  return toSosDetail(rows, helped);
}

/** Of the rows of `detailQueries`. Codes: NOT_FOUND. */
export function toSosDetail([row]: readonly SosRow[], help: readonly HelpRow[]): SosDetail {
  if (!row) throw new AppError('NOT_FOUND');
  const { description, additions } = row.sos;
  return {
    ...toSos(row, toHelp(help).get(row.sos.id)),
    description,
    additions,
    files: row.files ?? [],
  };
}

/** After the commit. */
export async function publishSos(
  tx: Tx,
  { live }: Pick<Deps, 'live'>,
  id: string,
  type: 'sos.created' | 'sos.updated' = 'sos.updated',
): Promise<SosDetail> {
  const detail = await sosDetail(tx.orm, id);
  tx.afterCommit(() => live.publish('everyone', { type, sos: cardOf(detail) }));
  return detail;
}

export function cardOf({ description: _text, additions: _additions, files: _files, ...sos }: SosDetail): Sos {
  return sos;
}

type Help = { conversation: SosConversation; helpers: MemberRef[] };

const helpersOf = preparedQuery((queries) =>
  queries
    .select({
      sosId: conversations.sosRequestId,
      conversation: {
        id: conversations.id,
        status: conversations.status,
        currentParticipants: conversations.currentParticipants,
        maxParticipants: conversations.maxParticipants,
      },
      helper: memberRefColumns,
    })
    .from(conversations)
    .leftJoin(
      participants,
      and(
        eq(participants.conversationId, conversations.id),
        eq(participants.isActive, true),
        ne(participants.role, 'requester'),
      ),
    )
    .leftJoin(profiles, eq(profiles.userId, participants.userId))
    .where(sql`${conversations.sosRequestId} in (select value from json_each(${sql.placeholder('sosIds')}))`)
    .orderBy(asc(participants.joinedAt), asc(participants.userId))
    .prepare(),
);

type HelpRow = Awaited<ReturnType<ReturnType<typeof helpersOf>['all']>>[number];

/** One SOS by `id`, and its conversation and helpers by `sosIds`, a JSON array. */
export const detailQueries = preparedQuery((queries) => ({
  sos: selectSos(queries)
    .where(eq(sosRequests.id, sql.placeholder('id')))
    .prepare(),
  help: helpersOf(queries),
}));

async function helpFor(queries: Queries, sosIds: string[]): Promise<Map<string, Help>> {
  if (sosIds.length === 0) return new Map();
  return toHelp(await helpersOf(queries).all({ sosIds: JSON.stringify(sosIds) }));
}

function toHelp(rows: readonly HelpRow[]): Map<string, Help> {
  const help = new Map<string, Help>();
  for (const { sosId, conversation, helper } of rows) {
    const known = help.get(sosId) ?? { conversation, helpers: [] };
    if (helper) known.helpers.push(toMemberRef(helper));
    help.set(sosId, known);
  }
  return help;
}

/** « Contexte : » begins the form's template. */
function withoutLead(description: string): string {
  const text = description.replace(/^\s*contexte\s*[:–—-]\s*/i, '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Without the server's own columns. */
function toSos({ sos, author, files }: SosRow, help: Help | undefined): Sos {
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
