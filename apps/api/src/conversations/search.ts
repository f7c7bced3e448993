import type { messageSearchQuery } from '@guilde/contracts/conversations/input.ts';
import type { MessageFound, MessageSearch } from '@guilde/contracts/conversations/rules.ts';
import type { TextRange } from '@guilde/contracts/knowledge/rules.ts';
import { foldText } from '@guilde/contracts/text.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { citedIn, citesFiles, namesCited } from '../files/citing.ts';
import { iso } from '../platform/clock.ts';
import { preparedQuery, type Queries } from '../platform/database/db.ts';
import { highlightsOf, type SearchedWord, searchedWords, wordsOf } from '../platform/database/search.ts';
import { avatarUrl } from '../profiles/members.ts';
import { profiles } from '../profiles/tables.ts';
import { itsOwner, ownerColumns } from './owners.ts';
import { matchIn, seqOfRow } from './search-index.ts';
import { conversations, messageIndexes, messages, participants } from './tables.ts';

/** So many texts that are not indexed yet are searched; the others wait for the index. */
const TAIL_MAX = 2000;
/** So many messages of a conversation are read when more than its words decide. */
const DEPTH = 5000;
/** A long text is cut to so many characters around the match. */
const EXCERPT = 220;
const BEFORE_FOUND = 60;

type Filters = z.output<typeof messageSearchQuery>;

/**
 * Searches the conversations where the viewer has a seat, from the newest message. The index gives only their
 * own words, and texts that are not indexed yet are compared as they stand.
 */
export async function searchMessages(
  queries: Queries,
  viewer: Viewer,
  filters: Filters,
): Promise<MessageSearch> {
  const searched = filters.q ? searchedWords(filters.q) : [];
  if (searched.length === 0 && isPlain(filters)) return { items: [], hasMore: false };
  const [seats, people] = await Promise.all([
    mySeats(queries).all({ viewerId: viewer.id }),
    peopleOfMine(queries).all({ viewerId: viewer.id }),
  ]);
  const byConversation = Map.groupBy(people, ({ conversationId }) => conversationId);
  const isNamed = namedBy(filters.from, viewer);
  const places = seats
    .filter(({ title }) => hasWords(title, filters.in))
    .map((seat) => {
      const known = byConversation.get(seat.id) ?? [];
      return { ...seat, people: new Map(known.filter(isNamed).map((person) => [person.id, person])) };
    })
    .filter((seat) => seat.people.size > 0);
  const rows = await found(queries, places, searched, filters);
  const seatOf = new Map(places.map((place) => [place.id, place]));
  const names = new Map(people.map((person) => [person.id, person]));
  const items = rows.slice(0, filters.limit).flatMap((row): MessageFound[] => {
    const seat = seatOf.get(row.conversationId);
    const sender = names.get(row.senderId ?? '');
    if (!seat) return [];
    return [
      {
        id: row.id,
        conversationId: seat.id,
        sosId: seat.sosId,
        eventId: seat.eventId,
        dealId: seat.dealId,
        title: seat.title,
        seq: row.seq,
        sender: sender
          ? {
              id: sender.id,
              firstName: sender.firstName,
              lastName: sender.lastName,
              avatarUrl: avatarUrl(sender.avatarKey, 'small'),
            }
          : null,
        createdAt: iso(row.createdAt),
        ...excerptOf(row.content, searched),
        ...(row.fileNames && { files: row.fileNames.split('\n') }),
      },
    ];
  });
  return { items, hasMore: rows.length > filters.limit };
}

const isMine = and(eq(participants.userId, sql.placeholder('viewerId')), eq(participants.isActive, true));

const mySeats = preparedQuery((queries) =>
  queries
    .select({
      id: conversations.id,
      ...ownerColumns(),
      number: messageIndexes.number,
      seq: messageIndexes.seq,
      revision: messageIndexes.revision,
    })
    .from(participants)
    .innerJoin(conversations, eq(conversations.id, participants.conversationId))
    .leftJoin(...itsOwner())
    .leftJoin(messageIndexes, eq(messageIndexes.conversationId, conversations.id))
    .where(isMine)
    .prepare(),
);

/** Past participants count too, because their messages stay. */
const peopleOfMine = preparedQuery((queries) => {
  const { firstName, lastName, storeName, avatarKey } = getTableColumns(profiles);
  const mine = queries.select({ id: participants.conversationId }).from(participants).where(isMine);
  return queries
    .select({
      conversationId: participants.conversationId,
      id: participants.userId,
      ...{ firstName, lastName, storeName, avatarKey },
    })
    .from(participants)
    .innerJoin(profiles, eq(profiles.userId, participants.userId))
    .where(inArray(participants.conversationId, mine))
    .prepare();
});

type Seat = Awaited<ReturnType<ReturnType<typeof mySeats>['all']>>[number];
type Person = Awaited<ReturnType<ReturnType<typeof peopleOfMine>['all']>>[number];
type Row = Awaited<ReturnType<ReturnType<typeof foundRows>['all']>>[number];

function isPlain({ from, files, since, until }: Filters): boolean {
  return !from && !files && since === undefined && until === undefined;
}

/** « moi » matches the viewer; otherwise every word begins a word of the name or the shop. */
function namedBy(typed: string | undefined, viewer: Viewer): (person: Person) => boolean {
  if (!typed) return () => true;
  const isMe = foldText(typed.trim()) === 'moi';
  return ({ id, firstName, lastName, storeName }) =>
    isMe ? id === viewer.id : hasWords(`${firstName} ${lastName} ${storeName}`, typed);
}

function hasWords(text: string, typed: string | undefined): boolean {
  const known = wordsOf(text);
  return wordsOf(typed ?? '').every(({ word }) => known.some((one) => one.word.startsWith(word)));
}

async function found(
  queries: Queries,
  places: readonly (Seat & { people: Map<string, Person> })[],
  searched: readonly SearchedWord[],
  filters: Filters,
): Promise<Row[]> {
  const { from, since, until, limit } = filters;
  const values = {
    rooms: JSON.stringify(
      places.map(({ id, number, seq, revision }) => ({
        id,
        number,
        match: number === null ? null : matchIn({ number }, searched),
        seq: seq ?? 0,
        revision: revision ?? 0,
      })),
    ),
    since: since ?? 0,
    until: until ?? Number.MAX_SAFE_INTEGER,
    depth: isPlain(filters) ? limit + 1 : DEPTH,
    senders: JSON.stringify([...new Set(places.flatMap(({ people }) => [...people.keys()]))]),
    isAnybody: from ? 0 : 1,
    isAnything: filters.files ? 0 : 1,
  };
  if (searched.length === 0) {
    const newest = newestRows(queries);
    return (filters.files ? newest.withFiles : newest.all).all({ ...values, max: limit + 1 });
  }
  const [indexed, tail] = await Promise.all([
    // There are twice as many as are shown, because the index may have former texts of some.
    foundRows(queries).all({ ...values, max: 2 * (limit + 1) }),
    tailRows(queries).all({ ...values, max: TAIL_MAX }),
  ]);
  const wanted = new Map<string, Row>();
  for (const row of [...indexed, ...tail]) if (isMatch(textOf(row), searched)) wanted.set(row.id, row);
  return [...wanted.values()].sort((a, b) => b.createdAt - a.createdAt || b.seq - a.seq);
}

const room = (name: 'id' | 'number' | 'match' | 'seq' | 'revision') => sql.raw(`room.value ->> '${name}'`);
const rooms = sql`json_each(${sql.placeholder('rooms')}) as room`;
const columns = {
  id: messages.id,
  conversationId: messages.conversationId,
  seq: messages.seq,
  senderId: messages.senderId,
  content: messages.content,
  createdAt: messages.createdAt,
  fileNames: namesCited,
};
const isWanted = sql`${messages.kind} = 'text'
  and ${messages.createdAt} >= ${sql.placeholder('since')} and ${messages.createdAt} < ${sql.placeholder('until')}
  and (${sql.placeholder('isAnybody')}
    or ${messages.senderId} in (select value from json_each(${sql.placeholder('senders')})))
  and (${sql.placeholder('isAnything')} or ${citesFiles})`;

/** One statement asks the index about each conversation. */
const foundRows = preparedQuery((queries) => {
  const hits = sql`(select json_group_array(received.hit) from (
    select messages_search.rowid as hit from messages_search where messages_search match ${room('match')}
    order by messages_search.rowid desc limit ${sql.placeholder('depth')}) as received)`;
  return queries
    .select(columns)
    .from(sql`${rooms} cross join json_each(${hits}) as hit`)
    .crossJoin(messages)
    .where(
      sql`${room('number')} is not null and ${messages.conversationId} = ${room('id')}
        and ${messages.seq} = ${seqOfRow(sql`hit.value`, room('number'))} and ${isWanted}`,
    )
    .orderBy(sql`${messages.createdAt} desc`)
    .limit(sql.placeholder('max'))
    .prepare();
});

/** Without words the index is useless, so each conversation is read from its end, as far as is shown. */
const newestRows = preparedQuery((queries) => {
  const newest = (source: SQL) => {
    const shown = sql`select distinct messages.seq from ${source} where messages.conversation_id = ${room('id')} and ${isWanted}
      order by messages.seq desc limit ${sql.placeholder('max')}`;
    return queries
      .select(columns)
      .from(rooms)
      .crossJoin(messages)
      .where(sql`${messages.conversationId} = ${room('id')} and ${messages.seq} in (${shown})`)
      .orderBy(sql`${messages.createdAt} desc, ${messages.seq} desc`)
      .limit(sql.placeholder('max'))
      .prepare();
  };
  return {
    all: newest(sql`messages`),
    withFiles: newest(sql`${citedIn(room('id'))} cross join messages on messages.id = cited.id`),
  };
});

const tailRows = preparedQuery((queries) => {
  const tail = (isBehind: ReturnType<typeof sql>) =>
    queries
      .select(columns)
      .from(rooms)
      .crossJoin(messages)
      .where(sql`${messages.conversationId} = ${room('id')} and ${isBehind} and ${isWanted}`);
  return tail(sql`${messages.seq} > ${room('seq')}`)
    .unionAll(tail(sql`${messages.revision} > 0 and ${messages.revision} > ${room('revision')}`))
    .limit(sql.placeholder('max'))
    .prepare();
});

function textOf({ content, fileNames: names }: Row): string {
  return `${content}\n${names}`;
}

/** Matches as the index does. */
function isMatch(text: string, searched: readonly SearchedWord[]): boolean {
  const words = wordsOf(text);
  return searched.every(({ word, stems }) =>
    words.some(
      (one) =>
        (word.length === 1 ? one.word === word : one.word.startsWith(word)) ||
        stems.some((stem) => one.stems.includes(stem)),
    ),
  );
}

function excerptOf(
  content: string,
  searched: readonly SearchedWord[],
): Pick<MessageFound, 'excerpt' | 'highlights'> {
  const text = content.replace(/\s/g, ' ');
  const ranges = highlightsOf(text, searched);
  const start = text.length <= EXCERPT ? 0 : beginningBefore(text, (ranges[0]?.[0] ?? 0) - BEFORE_FOUND);
  const end = text.length - start <= EXCERPT ? text.length : start + EXCERPT;
  const before = start > 0 ? '… ' : '';
  const shift = before.length - start;
  return {
    excerpt: `${before}${text.slice(start, end)}${end < text.length ? '…' : ''}`.toWellFormed(),
    highlights: ranges
      .filter(([from, to]) => from >= start && to <= end)
      .map(([from, to]): TextRange => [from + shift, to + shift]),
  };
}

/** The beginning follows a space. */
function beginningBefore(text: string, at: number): number {
  return at <= 0 ? 0 : text.lastIndexOf(' ', at) + 1;
}
