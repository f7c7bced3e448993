import { inject } from 'vitest';
import { startSqld } from './sqld.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The suite runs on a libSQL server in the project `api-remote`, and on a file everywhere else. */
    database?: 'server';
  }
}

export const onServer = inject('database') !== undefined;

/** The database is of the suite's kind. A server serves a copy of `file`, or an empty database. */
export async function chosenDatabase(file?: string): Promise<{
  env: { DATABASE_URL?: string };
  remove: () => Promise<void>;
}> {
  if (!onServer) return { env: {}, remove: async () => undefined };
  const server = await startSqld([], {}, file);
  return { env: { DATABASE_URL: server.url }, remove: server.stop };
}
