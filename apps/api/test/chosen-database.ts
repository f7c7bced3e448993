import { inject } from 'vitest';
import { startSqld } from './sqld.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The suite’s database: a libSQL server in the project `api-remote`, a file everywhere else. */
    database?: 'server';
  }
}

/** True where the suite runs against a real libSQL server. */
export const onServer = inject('database') !== undefined;

/**
 * The settings of a database of the kind that the suite runs on, and how to remove it. A server serves a copy of `file`, or
 * an empty database without it.
 */
export async function chosenDatabase(file?: string): Promise<{
  env: { DATABASE_URL?: string };
  remove: () => Promise<void>;
}> {
  if (!onServer) return { env: {}, remove: async () => undefined };
  const server = await startSqld([], {}, file);
  return { env: { DATABASE_URL: server.url }, remove: server.stop };
}
