import type { historyQuery } from '@guilde/contracts/conversations/input.ts';
import type { History } from '@guilde/contracts/conversations/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { type ShownFile, toFileRefs } from '../files/files.ts';
import { preparedQuery, type Queries } from '../platform/database/db.ts';
import { type Json, toJson } from '../platform/http/json.ts';
import { isOwnSeat } from './conversations.ts';
import { type MessageRow, referred, toMessage, toQuote } from './messages.ts';
import { conversations, messages, participants } from './tables.ts';

/** A page of fifty messages has some 15 kB. */
const CACHED_BYTES = 8 * 1024 * 1024;

const page = alias(messages, 'page');
const inPage = referred('page');
/** The rows come as one value, because fifty rows of fifteen columns cost a quarter more. */
const pageRows = sql`json_group_array(json_object('id', ${page.id}, 'seq', ${page.seq}, 'kind', ${page.kind},
    'senderId', ${page.senderId}, 'content', ${page.content}, 'createdAt', ${page.createdAt}, 'revision', ${page.revision},
    'editedAt', ${page.editedAt}, 'deletedByTeam', ${page.deletedByTeam}, 'mentions', json(${page.mentions}),
    'solutionBy', ${page.solutionBy}, 'solutionConfirmed', ${page.solutionConfirmed}, 'quote', json(${inPage.quote}),
    'files', json(${inPage.files}), 'reactions', json(${inPage.reactions})))`;
type PageRow = Omit<MessageRow, 'solutionConfirmed' | 'quote' | 'files'> & {
  solutionConfirmed: number | null;
  quote: Parameters<typeof toQuote>[0] | null;
  files: ShownFile[] | null;
};

function ofPage(row: PageRow): MessageRow {
  const { solutionConfirmed: confirmed, quote, files } = row;
  return {
    ...row,
    solutionConfirmed: confirmed === null ? null : confirmed === 1,
    quote: quote && toQuote(quote),
    files: files && toFileRefs(files),
  };
}

/** The version moves with each new message, each change of one, and each sender who left (tables.ts). */
const version = sql<string>`${conversations.lastSeq} || '.' || ${conversations.revision} || '.' || ${conversations.historyVersion}`;

const pages = preparedQuery((queries) => {
  const query = (order: SQL, ...conditions: SQL[]) => {
    const isHere = and(eq(messages.conversationId, sql.placeholder('conversationId')), ...conditions);
    // The value is null if the client knows the page.
    const rows = sql<
      MessageRow[] | null
    >`case when ${version} <> ${sql.placeholder('known')} then (select ${pageRows} from
      (select * from messages where ${isHere} order by ${order} limit ${sql.placeholder('limit')}) as page) end`;
    return queries
      .select({
        version,
        revision: conversations.revision,
        rows: rows.mapWith((json: string) => (JSON.parse(json) as PageRow[]).map(ofPage)),
      })
      .from(participants)
      .innerJoin(conversations, eq(conversations.id, participants.conversationId))
      .where(isOwnSeat)
      .prepare();
  };
  const at = sql.placeholder('at');
  return {
    newest: query(desc(messages.seq)),
    before: query(desc(messages.seq), lt(messages.seq, at)),
    after: query(asc(messages.seq), gt(messages.seq, at)),
    // The index has this literal condition.
    changed: query(asc(messages.revision), sql`${messages.revision} > 0`, gt(messages.revision, at)),
  };
});

type Cached = { version: string; json: Json<History> };

const caches = new WeakMap<Queries, LRUCache<string, Cached>>();

/** The newest pages are the same for all participants. */
function cacheOf(queries: Queries): LRUCache<string, Cached> {
  const known = caches.get(queries);
  if (known) return known;
  const cache = new LRUCache<string, Cached>({
    maxSize: CACHED_BYTES,
    sizeCalculation: ({ json }) => json.byteLength,
  });
  caches.set(queries, cache);
  return cache;
}

/**
 * The answer is serialised, in ascending order. The newest page is cached, and its statement compares the
 * version first. Throws NOT_FOUND without a seat.
 */
export async function historyFor(
  queries: Queries,
  viewer: Viewer,
  conversationId: string,
  { before, after, changedAfter, limit }: z.output<typeof historyQuery>,
): Promise<Json<History>> {
  const { newest, before: earlier, after: later, changed } = pages(queries);
  const [query, at] =
    changedAfter !== undefined
      ? [changed, changedAfter]
      : after !== undefined
        ? [later, after]
        : before !== undefined
          ? [earlier, before]
          : [newest, 0];
  const key = `${conversationId} ${limit}`;
  const cache = query === newest ? cacheOf(queries) : undefined;
  const cached = cache?.get(key);
  const known = cached?.version ?? '';
  const [found] = await query.all({ conversationId, viewerId: viewer.id, limit: limit + 1, at, known });
  if (!found) throw new AppError('NOT_FOUND');
  const { rows, revision, version: current } = found;
  if (!rows) {
    if (cached) return cached.json;
    throw new Error(`no page of conversation ${conversationId}`);
  }
  const shown = rows.slice(0, limit).map((row) => toMessage(row, conversationId));
  const isRising = query === later || query === changed;
  const hasMore = rows.length > limit;
  const json = toJson<History>({ messages: isRising ? shown : shown.reverse(), hasMore, revision });
  cache?.set(key, { version: current, json });
  return json;
}
