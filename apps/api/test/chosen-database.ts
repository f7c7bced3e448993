import { inject } from 'vitest';
import { startSqld } from './sqld.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** What the suite runs on: `server` in the project `api-remote`, with replicas in `api-replica`, a file everywhere else. */
    database?: 'server' | 'replica';
  }
}

/** True where the suite runs against a real libSQL server. */
export const onServer = inject('database') !== undefined;
export const onReplica = inject('database') === 'replica';

/** The settings of an empty database of the kind that the suite runs on, and how to remove it. */
export async function chosenDatabase(): Promise<{
  env: { DATABASE_URL?: string; DATABASE_REPLICA?: string };
  remove: () => Promise<void>;
}> {
  if (!onServer) return { env: {}, remove: async () => undefined };
  const server = await startSqld();
  const env = { DATABASE_URL: server.url, DATABASE_REPLICA: onReplica ? 'on' : 'off' };
  return { env, remove: server.stop };
}
