import { asc, eq } from 'drizzle-orm';
import { iso, isoOrNull } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { sosRequests } from '../sos/tables.ts';
import { sosOutcomes } from './tables.ts';

/** The outcomes of one's own SOS stay with it, without author, when the account is deleted. */
export function outcomePersonalData({ db }: Pick<Deps, 'db'>): PersonalData {
  return {
    archive: async ({ id }) => {
      const rows = await db.orm
        .select({ sos: sosRequests.title, outcome: sosOutcomes })
        .from(sosRequests)
        .innerJoin(sosOutcomes, eq(sosOutcomes.sosRequestId, sosRequests.id))
        .where(eq(sosRequests.userId, id))
        .orderBy(asc(sosOutcomes.askedAt));
      return {
        outcomes: rows.map(({ sos, outcome }) => {
          const { afterDays, answer, comment, savedAmount, savedUnit, askedAt, answeredAt } = outcome;
          return {
            ...{ sos, afterDays, answer, comment, savedAmount, savedUnit },
            askedAt: iso(askedAt),
            answeredAt: isoOrNull(answeredAt),
          };
        }),
      };
    },
  };
}
