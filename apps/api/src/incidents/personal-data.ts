import { toolLabel } from '@guilde/contracts/incidents/rules.ts';
import { asc, eq } from 'drizzle-orm';
import { iso } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { incidents, incidentVotes } from './tables.ts';

export function incidentPersonalData({ db }: Pick<Deps, 'db'>): PersonalData {
  return {
    archive: async ({ id }) => {
      const rows = await db.orm
        .select({ tool: incidents.tool, answer: incidentVotes.answer, votedAt: incidentVotes.votedAt })
        .from(incidentVotes)
        .innerJoin(incidents, eq(incidents.id, incidentVotes.incidentId))
        .where(eq(incidentVotes.memberId, id))
        .orderBy(asc(incidentVotes.votedAt));
      return {
        incidentVotes: rows.map(({ tool, answer, votedAt }) => ({
          tool: toolLabel(tool),
          answer,
          votedAt: iso(votedAt),
        })),
      };
    },
  };
}
