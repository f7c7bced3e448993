import { answerJobs } from '../child-process/child.ts';
import type { ServerAddress } from './address.ts';
import { databaseErrorCode } from './database-errors.ts';
import { downloadDatabase } from './server-copy.ts';

export type DownloadJob = { server: ServerAddress; to: string };

/** The answer is the code of what went wrong, or null. */
answerJobs(({ server, to }: DownloadJob): string | null => {
  try {
    downloadDatabase(server, to);
    return null;
  } catch (error) {
    return databaseErrorCode(error) ?? 'SERVER_ERROR';
  }
});
