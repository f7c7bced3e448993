import type { directoryQuery } from '@guilde/contracts/profiles/input.ts';
import type { DirectoryInitial, DirectoryMember, DirectoryPage } from '@guilde/contracts/profiles/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, count, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { members } from '../auth/tables.ts';
import { preparedQueries, type Queries } from '../platform/database/db.ts';
import { versionedCache } from '../platform/database/versioned-cache.ts';
import type { Deps } from '../platform/deps.ts';
import { type Json, toJson } from '../platform/http/json.ts';
import { readPositionCursor } from '../platform/paging.ts';
import { isSeparated, separatedFrom } from './blocks.ts';
import { directoryQueryWords, INITIALS, specialtiesNamed, toolsNamed } from './directory-words.ts';
import { memberRefColumns, toMemberRef } from './members.ts';
import { profileSpecialties, profiles, profileTools, profileWords } from './tables.ts';
import { fieldOfTool, isShown, seesMore } from './visibility.ts';

type Filters = z.output<typeof directoryQuery>;

/** `by` is the order in which the list is read, or the members found by the longest word. */
type Shape = {
  words: number;
  specialty: boolean;
  cms: boolean;
  payment: boolean;
  carrier: boolean;
  sector: boolean;
  by: 'order' | 'word';
};

/** Up to so many members, sorting is faster than scanning the list. */
const FEW = 400;
const LAST = '\u{10ffff}';

/** No block separates this viewer from anybody. */
const NOBODY = { id: '' };

/** Without search, the serialised page of all others is cached until something in it changes. */
export async function listMembers(
  { db: { orm } }: Pick<Deps, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  filters: Filters,
): Promise<Json<DirectoryPage>> {
  const read = async (one: Pick<Viewer, 'id'>) => toJson(await readPage(orm, one, filters));
  if (filters.q) return read(viewer);
  const { cms, payment, carrier } = filters;
  const asksForTools = cms.length + payment.length + carrier.length > 0;
  // All run at once, because most members are separated from nobody and see what all see.
  const [isSeparatedFromSome, isAhead, shared] = await Promise.all([
    isSeparated(orm, viewer),
    asksForTools && seesMore(orm, viewer),
    versionedCache(orm, JSON.stringify(['directory', filters]), () => read(NOBODY)),
  ]);
  return isSeparatedFromSome || isAhead ? read(viewer) : shared;
}

/** Takes two statements: the counts per initial, and the cards. */
async function readPage(
  queries: Queries,
  viewer: Pick<Viewer, 'id'>,
  filters: Filters,
): Promise<DirectoryPage> {
  const { q, cursor, limit, specialty, cms, payment, carrier, sector } = filters;
  const offset = cursor ? readPositionCursor(cursor) : filters.offset;
  const words = directoryQueryWords(q);
  if (!words) return { items: [], nextCursor: null, total: 0, initials: [], named: [] };
  const named = words.map(specialtiesNamed);
  const shape: Shape = {
    words: words.length,
    specialty: specialty.length > 0,
    cms: cms.length > 0,
    payment: payment.length > 0,
    carrier: carrier.length > 0,
    sector: sector.length > 0,
    by: words.length > 0 ? 'word' : 'order',
  };
  const values = {
    viewerId: viewer.id,
    ...Object.fromEntries(
      words.flatMap((word, at) => [
        [`word${at}`, word],
        [`end${at}`, word + LAST],
        [`named${at}`, JSON.stringify(named[at])],
        [`tools${at}`, toolsJson(toolsNamed(word))],
      ]),
    ),
    specialty: JSON.stringify(specialty),
    cms: JSON.stringify(cms),
    payment: toolsJson(payment),
    carrier: toolsJson(carrier),
    sector: JSON.stringify(sector),
  };
  const cardsOf = (by: Shape['by']) => pageOf(queries, { ...shape, by }).all({ ...values, limit, offset });
  const inOrderAtOnce = shape.by === 'order' ? cardsOf('order') : null;
  const [counted] = await Promise.all([
    initialsOf(queries, shape).all({ ...values, initials: JSON.stringify(INITIALS) }),
    inOrderAtOnce,
  ]);
  const { initials, total } = inOrder(new Map(counted.map(({ initial, count }) => [initial, count])));
  const next = offset + limit < total ? String(offset + limit) : null;
  const head = { nextCursor: next, total, initials, named: [...new Set(named.flat())] };
  if (offset >= total) return { items: [], ...head };
  const rows = await (inOrderAtOnce ?? cardsOf(total <= FEW ? 'word' : 'order'));
  return { items: rows.map(toDirectoryMember), ...head };
}

function toDirectoryMember(
  row: Parameters<typeof toMemberRef>[0] & Pick<DirectoryMember, 'specialties' | 'totalHelpCount'>,
): DirectoryMember {
  return { ...toMemberRef(row), specialties: row.specialties, totalHelpCount: row.totalHelpCount };
}

function inOrder(counts: Map<string, number>): { initials: DirectoryInitial[]; total: number } {
  let total = 0;
  const initials: DirectoryInitial[] = [];
  for (const { initial, from } of INITIALS) {
    const here = counts.get(from) ?? 0;
    if (here > 0) initials.push({ initial, count: here, offset: total });
    total += here;
  }
  return { initials, total };
}

const nameOf = (shape: Shape) => Object.values(shape).join();
const initialsOf = preparedQueries(nameOf, prepareInitials);
const pageOf = preparedQueries(nameOf, preparePage);

/** Each initial is a range of the index. */
function prepareInitials(queries: Queries, shape: Shape) {
  if (shape.by === 'word') {
    const initial = sql<string>`substr(${profiles.sortKey}, 1, 1)`;
    return queries
      .select({ initial, count: count() })
      .from(profiles)
      .where(and(...listed(queries, shape), hasPlace(shape)))
      .groupBy(initial)
      .prepare();
  }
  const inRange = sql`${profiles.sortKey} >= value ->> 'from' and ${profiles.sortKey} < value ->> 'to'`;
  const here = queries
    .select({ count: count() })
    .from(profiles)
    .where(and(...listed(queries, shape), inRange));
  return queries
    .select({ initial: sql<string>`value ->> 'from'`, count: sql<number>`${here}` })
    .from(sql`json_each(${sql.placeholder('initials')})`)
    .prepare();
}

function preparePage(queries: Queries, shape: Shape) {
  const page = queries
    .select({ userId: profiles.userId, sortKey: profiles.sortKey })
    .from(profiles)
    .where(and(...listed(queries, shape), hasPlace(shape)))
    .orderBy(asc(profiles.sortKey), asc(profiles.userId))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .as('page');
  return queries
    .select({
      ...memberRefColumns,
      specialties: profiles.specialties,
      totalHelpCount: profiles.totalHelpCount,
    })
    .from(page)
    .innerJoin(profiles, eq(profiles.userId, page.userId))
    .orderBy(asc(page.sortKey), asc(page.userId))
    .prepare();
}

/** A plus sign stops SQLite from using a column's index, so that the index is chosen here. */
function listed(queries: Queries, shape: Shape): SQL[] {
  const { by, words, specialty, cms, payment, carrier, sector } = shape;
  const isMember = sql`+${profiles.userId}`;
  const suspended = queries.select({ id: members.id }).from(members).where(isNotNull(members.suspendedAt));
  return [
    isNotNull(profiles.completedAt),
    sql`${profiles.userId} not in ${suspended}`,
    sql`${profiles.userId} not in ${separatedFrom(sql.placeholder('viewerId'))}`,
    ...Array.from({ length: words }, (_, at) => {
      const leads = by === 'word' && at === 0;
      return sql`${leads ? sql`${profiles.userId}` : isMember} in ${membersByWord(at)}`;
    }),
    ...(specialty ? [sql`${isMember} in (${membersBySpecialty('specialty')})`] : []),
    ...(payment ? [sql`${isMember} in (${membersByTool('payment')})`] : []),
    ...(carrier ? [sql`${isMember} in (${membersByTool('carrier')})`] : []),
    ...(cms
      ? [sql`${profiles.cms} in ${oneOf('cms')}`, isShown(sql`'cms'`, sql.placeholder('viewerId'))]
      : []),
    ...(sector ? [sql`${profiles.sector} in ${oneOf('sector')}`] : []),
  ];
}

/** An older member may have no sort key yet. */
function hasPlace({ by }: Shape): SQL {
  return by === 'order' ? sql`${profiles.sortKey} > ''` : sql`+${profiles.sortKey} > ''`;
}

function membersByWord(at: number): SQL {
  const { word, userId } = profileWords;
  return sql`(select ${userId} from ${profileWords}
    where ${word} >= ${sql.placeholder(`word${at}`)} and ${word} < ${sql.placeholder(`end${at}`)}
    union all ${membersBySpecialty(`named${at}`)}
    union all ${membersByTool(`tools${at}`)})`;
}

/** The query starts with the specialties, because SQLite would scan those of all members. */
function membersBySpecialty(chosen: string): SQL {
  const { userId, specialty } = profileSpecialties;
  return sql`select ${userId} from json_each(${sql.placeholder(chosen)})
    cross join ${profileSpecialties} where ${specialty} = value`;
}

function membersByTool(chosen: string): SQL {
  return sql`select profile_tools.user_id from json_each(${sql.placeholder(chosen)})
    cross join ${profileTools} on profile_tools.tool = value ->> 'tool'
    cross join ${profiles} on profiles.user_id = profile_tools.user_id
    where ${isShown(sql`value ->> 'field'`, sql.placeholder('viewerId'))}`;
}

function toolsJson(tools: readonly string[]): string {
  return JSON.stringify(tools.map((tool) => ({ tool, field: fieldOfTool(tool) })));
}

function oneOf(filter: 'cms' | 'sector'): SQL {
  return sql`(select value from json_each(${sql.placeholder(filter)}))`;
}
