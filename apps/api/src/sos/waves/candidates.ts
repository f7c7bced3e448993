import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NoticeReason } from '@guilde/contracts/notices/channels.ts';
import type { Specialty } from '@guilde/contracts/profiles/rules.ts';
import { DEFAULT_SETTINGS } from '@guilde/contracts/settings/rules.ts';
import {
  ALERT_DAY_MS,
  ALERT_WEEK_MS,
  type Candidate,
  compareCandidates,
  silenceReason,
} from '@guilde/contracts/sos/waves.ts';
import { asc, eq, getTableColumns, gt, type SQL, sql } from 'drizzle-orm';
import { members } from '../../auth/tables.ts';
import { conversations, participants } from '../../conversations/tables.ts';
import { preparedQueries, type Queries } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { areSeparated } from '../../profiles/blocks.ts';
import { profileSpecialties, profiles } from '../../profiles/tables.ts';
import { isShown } from '../../profiles/visibility.ts';
import { toSettings } from '../../settings/settings.ts';
import { memberSettings } from '../../settings/tables.ts';
import { helpRequests, sosAlerts, sosRequests } from '../tables.ts';
import type { WaitingSos } from './waiting.ts';

/** One statement looks at so many members, which takes a few milliseconds in any community. */
export const PART = 200;

type Source = 'all' | 'specialty';

const SOURCES = {
  all: (queries: Queries) =>
    queries
      .select({ userId: profiles.userId })
      .from(profiles)
      .where(gt(profiles.userId, sql.placeholder('after')))
      .orderBy(asc(profiles.userId)),
  specialty: (queries: Queries) =>
    queries
      .select({ userId: profileSpecialties.userId })
      .from(profileSpecialties)
      .where(
        sql`${profileSpecialties.specialty} = ${sql.placeholder('specialty')} and ${gt(profileSpecialties.userId, sql.placeholder('after'))}`,
      )
      .orderBy(asc(profileSpecialties.userId)),
};

const partOf = preparedQueries((source: Source) => source, preparePart);

function preparePart(queries: Queries, source: Source) {
  const page = SOURCES[source](queries).limit(PART).as('page');
  const { userId } = page;
  const sosId = sql.placeholder('sosId');
  const alerts = (since: string) =>
    sql<number>`(select count(*) from ${sosAlerts} where ${sosAlerts.memberId} = ${userId} and ${sosAlerts.createdAt} > ${sql.placeholder(since)})`;
  return queries
    .select({
      memberId: userId,
      isMember: sql<number>`${profiles.completedAt} is not null and ${members.suspendedAt} is null`,
      isSeparated: sql<number>`${areSeparated(sql.placeholder('authorId'), userId)}`,
      isConcerned: sql<number>`${anyOf(
        sql`select 1 from ${sosAlerts} where ${sosAlerts.sosId} = ${sosId} and ${sosAlerts.memberId} = ${userId}`,
        sql`select 1 from ${helpRequests} where ${helpRequests.sosId} = ${sosId} and ${helpRequests.memberId} = ${userId}`,
        sql`select 1 from ${conversations} join ${participants} on ${participants.conversationId} = ${conversations.id}
          where ${conversations.sosRequestId} = ${sosId} and ${participants.userId} = ${userId}`,
      )}`,
      completedAt: profiles.completedAt,
      specialties: profiles.specialties,
      cms: sql<string>`iif(${isShown(sql`'cms'`, sql.placeholder('authorId'))}, ${profiles.cms}, '')`,
      mainChannel: profiles.mainChannel,
      settings: getTableColumns(memberSettings),
      alertsToday: alerts('dayAgo'),
      alertsThisWeek: alerts('weekAgo'),
      lastAlertAt: sql<
        number | null
      >`(select max(${sosAlerts.createdAt}) from ${sosAlerts} where ${sosAlerts.memberId} = ${userId})`,
      helped: sql<number>`(select count(*) from ${participants}
        join ${conversations} on ${conversations.id} = ${participants.conversationId}
        join ${sosRequests} on ${sosRequests.id} = ${conversations.sosRequestId}
        where ${participants.userId} = ${userId} and ${participants.helpedAt} is not null
        and ${sosRequests.category} = ${sql.placeholder('category')})`,
    })
    .from(page)
    .innerJoin(profiles, eq(profiles.userId, userId))
    .innerJoin(members, eq(members.id, userId))
    .leftJoin(memberSettings, eq(memberSettings.userId, userId))
    .orderBy(asc(userId))
    .prepare();
}

function anyOf(...queries: SQL[]): SQL {
  return sql.join(
    queries.map((query) => sql`exists (${query})`),
    sql` or `,
  );
}

type Row = Awaited<ReturnType<ReturnType<typeof partOf>['all']>>[number];

/** The following part begins at `next`, which is null after the last. */
type Part = { available: Candidate[]; silenced: Silenced[]; next: string | null };
/** A wave would have asked the member but for this. */
export type Silenced = Candidate & { reason: NoticeReason };

/** Returns those after `after` who can be asked now, among all members or those of a specialty. */
export async function partOfCandidates(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  sos: WaitingSos,
  { after, specialty }: { after: string; specialty?: Specialty | undefined },
): Promise<Part> {
  const now = clock.now();
  const rows = await partOf(db.orm, specialty ? 'specialty' : 'all').all({
    after,
    specialty,
    sosId: sos.id,
    authorId: sos.authorId,
    category: sos.category,
    dayAgo: now - ALERT_DAY_MS,
    weekAgo: now - ALERT_WEEK_MS,
  });
  const available: Candidate[] = [];
  const silenced: Silenced[] = [];
  for (const row of rows) {
    if (!row.isMember || row.isConcerned || row.isSeparated || row.memberId === sos.authorId) continue;
    const candidate = toCandidate(row, sos);
    const reason = silenceReason(candidate, sos, now);
    if (reason === null) available.push(candidate);
    else if (reason !== 'declined') silenced.push({ ...candidate, reason });
  }
  return { available, silenced, next: rows.length < PART ? null : (rows.at(-1)?.memberId ?? null) };
}

function toCandidate(row: Row, sos: WaitingSos): Candidate {
  const { memberId, helped, alertsToday, alertsThisWeek, lastAlertAt, completedAt, settings } = row;
  return {
    memberId,
    sharesSpecialty: sos.specialties.some((specialty) => row.specialties.includes(specialty)),
    helped,
    isAlike:
      (row.cms !== '' && row.cms === sos.author.cms) ||
      (row.mainChannel !== '' && row.mainChannel === sos.author.mainChannel),
    alertsToday,
    alertsThisWeek,
    waitingSince: lastAlertAt ?? completedAt ?? 0,
    settings: settings ? toSettings(settings) : DEFAULT_SETTINGS,
  };
}

/**
 * Members who share a specialty come first in the order. Between two parts the process does other work. The wave
 * asks `asked` of the `count`; as many at most are silenced who would come before the last of them.
 */
export async function chooseCandidates(
  deps: Pick<Deps, 'db' | 'clock'>,
  sos: WaitingSos,
  { count, asked = count }: { count: number; asked?: number },
): Promise<{ chosen: string[]; silenced: Silenced[] }> {
  const best = new Map<string, Candidate>();
  const silenced = new Map<string, Silenced>();
  const read = async (specialty?: Specialty) => {
    for (let after: string | null = ''; after !== null; ) {
      const part: Part = await partOfCandidates(deps, sos, { after, specialty });
      for (const candidate of part.available) best.set(candidate.memberId, candidate);
      for (const candidate of part.silenced) silenced.set(candidate.memberId, candidate);
      keepFirst(best, count);
      keepFirst(silenced, asked);
      after = part.next;
      await nextTurn();
    }
  };
  for (const specialty of sos.specialties) await read(specialty);
  if (best.size < count) await read();
  const last = [...best.values()][asked - 1];
  const before = [...silenced.values()].filter((one) => !last || compareCandidates(one, last) < 0);
  return { chosen: [...best.keys()], silenced: before };
}

function keepFirst<One extends Candidate>(best: Map<string, One>, count: number): void {
  const ordered = [...best.values()].sort(compareCandidates).slice(0, count);
  best.clear();
  for (const candidate of ordered) best.set(candidate.memberId, candidate);
}
