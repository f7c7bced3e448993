import { quarterLabel } from '@guilde/contracts/benchmarks/rules.ts';
import { parisLocal } from '@guilde/contracts/paris-time.ts';
import { and, asc, eq, exists, gt, notExists, type SQL, sql } from 'drizzle-orm';
import { members } from '../auth/tables.ts';
import type { DescribeNotice, NoticePlace } from '../notices/content.ts';
import { notify } from '../notices/notify.ts';
import { noticeSubject } from '../notices/subjects.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { profiles } from '../profiles/tables.ts';
import { communitySettingsOf } from '../settings/community.ts';
import { mayBeCounted } from './people.ts';
import { benchmarkAnswers, benchmarkParts, benchmarkWaves } from './tables.ts';

/** The batch is small, so that no message waits for a long transaction. */
const PAGE = 50;

type What = 'open' | 'closing' | 'published';
type News = { what: What; quarter: string };

declare module '../platform/jobs/jobs.ts' {
  interface JobPayloads {
    /** The page has the members whose id follows `after`. */
    'benchmark.page': News & { after: string };
  }
}

const subjectOf = noticeSubject('what', 'quarter');

export function placeOfBenchmark(subject: string): NoticePlace {
  return { title: quarterLabel(subjectOf.read(subject).quarter), path: '/benchmarks' };
}

export function tellMembers(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  { what, quarter }: News,
  after = '',
): Promise<void> {
  const key = `benchmark.page:${what}:${quarter}:${after}`;
  return jobs.enqueue(tx, 'benchmark.page', { what, quarter, after }, { key });
}

/** Each member gets each news once, however often a page runs. */
export async function tellPage(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  { what, quarter, after }: News & { after: string },
): Promise<void> {
  await deps.db.write(async (tx) => {
    const [wave] = await tx.orm.select().from(benchmarkWaves).where(eq(benchmarkWaves.quarter, quarter));
    if (!wave) return;
    const rows = await tx.orm
      .select({ id: members.id })
      .from(members)
      .innerJoin(profiles, eq(profiles.userId, members.id))
      .where(and(gt(members.id, after), mayBeCounted(wave.closesAt), wants(tx.orm, what, quarter)))
      .orderBy(asc(members.id))
      .limit(PAGE);
    const memberIds = rows.map(({ id }) => id);
    await notify(tx, deps, {
      kind: 'benchmark',
      memberIds,
      subject: subjectOf.write({ what, quarter }),
      ...(what !== 'published' && { until: wave.closesAt }),
    });
    const last = memberIds.at(-1);
    if (last !== undefined && memberIds.length === PAGE) await tellMembers(tx, deps, { what, quarter }, last);
  });
}

/** Whether the member answered is read, and nothing of the answers. There are parts of the last published wave only. */
function wants(queries: Queries, what: What, quarter: string): SQL | undefined {
  if (what === 'open') return undefined;
  const part = queries
    .select({ one: sql`1` })
    .from(benchmarkParts)
    .where(eq(benchmarkParts.memberId, members.id));
  return what === 'published'
    ? exists(part)
    : and(exists(part), notExists(hasAnswered(queries, quarter, sql`${members.id}`)));
}

function hasAnswered(queries: Queries, quarter: string, memberId: SQL | string) {
  return queries
    .select({ one: sql`1` })
    .from(benchmarkAnswers)
    .where(and(eq(benchmarkAnswers.quarter, quarter), eq(benchmarkAnswers.memberId, memberId)));
}

/** Returns null once the wave is closed or answered, or the feature switched off. */
export const describeBenchmark: DescribeNotice = async (queries, memberId, subject, { clock }) => {
  const { what, quarter } = subjectOf.read(subject);
  const [wave] = await queries.select().from(benchmarkWaves).where(eq(benchmarkWaves.quarter, quarter));
  if (!wave || !(await communitySettingsOf(queries)).benchmarks) return null;
  const isOver = clock.now() >= wave.closesAt;
  if (what !== 'published' && (isOver || (await hasAnswered(queries, quarter, memberId)).length > 0))
    return null;
  const { title, body, action } = textOf(what as What, quarter, wave.closesAt);
  const mail = { subject: title, paragraphs: [body], action };
  return { title, body, tag: `benchmark:${quarter}`, mail };
};

function textOf(what: What, quarter: string, closesAt: number) {
  const wave = quarterLabel(quarter);
  const day = Number(parisLocal(closesAt).slice(8, 10));
  return {
    published: {
      title: `Les repères ${wave} sont là`,
      body: 'Tu vois ceux des indicateurs que tu as donnés.',
      action: 'Voir les repères',
    },
    open: {
      title: `La vague ${wave} est ouverte`,
      body: `Donne tes ratios jusqu’au ${day}, et compare ta boutique à celles qui te ressemblent.`,
      action: 'Répondre',
    },
    closing: {
      title: `La vague ${wave} ferme le ${day}`,
      body: 'Tu as répondu à la précédente, pas encore à celle-ci.',
      action: 'Répondre',
    },
  }[what];
}
