import { and, eq } from 'drizzle-orm';
import type { Deps } from '../platform/deps.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { removeFiles } from './files.ts';
import { files, unused } from './tables.ts';

/** Files of messages and SOS stay with them, without owner (docs/specification.md#personal-data). */
export function filePersonalData({ jobs }: Pick<Deps, 'jobs'>): PersonalData {
  return {
    erase: async (tx, memberId) => {
      await removeFiles(tx, { jobs }, and(eq(files.ownerId, memberId), unused));
    },
  };
}
