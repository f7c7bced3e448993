import { and, eq } from 'drizzle-orm';
import type { Deps } from '../platform/deps.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { removeFiles } from './files.ts';
import { files, unused } from './tables.ts';

/**
 * Those of messages and SOS stay with them, without owner (docs/specification.md#personal-data). The archive has them with
 * their bytes (account/sent-files.ts).
 */
export function filePersonalData({ jobs }: Pick<Deps, 'jobs'>): PersonalData {
  return {
    erase: async (tx, memberId) => {
      await removeFiles(tx, { jobs }, and(eq(files.ownerId, memberId), unused));
    },
  };
}
