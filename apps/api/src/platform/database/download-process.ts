import { answerJobs } from '../child-process/child.ts';
import type { ServerAddress } from './address.ts';
import { downloadDatabase } from './server-copy.ts';

export type DownloadJob = { server: ServerAddress; to: string };

answerJobs(({ server, to }: DownloadJob) => {
  downloadDatabase(server, to);
  return true as const;
});
