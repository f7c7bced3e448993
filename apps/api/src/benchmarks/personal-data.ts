import { eq } from 'drizzle-orm';
import { iso } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { leaveWaves } from './answers.ts';
import { benchmarkAnswers, benchmarkFigures, benchmarkParts } from './tables.ts';

export function benchmarksPersonalData({ db }: Pick<Deps, 'db'>): PersonalData {
  return {
    archive: async ({ id }) => {
      const [answers, parts, figures] = await Promise.all([
        db.orm.select().from(benchmarkAnswers).where(eq(benchmarkAnswers.memberId, id)),
        db.orm.select().from(benchmarkParts).where(eq(benchmarkParts.memberId, id)),
        db.orm.select().from(benchmarkFigures).where(eq(benchmarkFigures.memberId, id)),
      ]);
      return {
        benchmarkAnswers: answers.map(({ memberId: _memberId, erasedAt, ...answer }) => ({
          ...answer,
          erasedAt: iso(erasedAt),
        })),
        benchmarkParts: parts.map(({ memberId: _memberId, publishedAt, ...part }) => ({
          ...part,
          publishedAt: iso(publishedAt),
        })),
        benchmarkFigures: figures.map(({ memberId: _memberId, ...figure }) => figure),
      };
    },
    erase: leaveWaves,
  };
}
