import { RUNS_ALL } from '../../../scripts/extent.ts';
import { missingServices } from '../../../scripts/services.ts';
import { startRedis } from '../../api/test/redis-server.ts';
import { startSqld } from '../../api/test/sqld.ts';
import { type Server, startServer } from './server.ts';

/** Each person's browser uses one instance; Nina uses Claire's. */
export type Installation = { claire: Server; karim: Server; close: () => Promise<unknown> };

export async function oneInstanceOnAFile(): Promise<Installation> {
  const server = await startServer();
  return { claire: server, karim: server, close: server.close };
}

export async function twoInstancesOnAServer(): Promise<Installation> {
  const [sqld, redis] = await Promise.all([startSqld(), startRedis()]);
  const shared = {
    DATABASE_URL: sqld.url,
    REDIS_URL: redis.url,
    GUILDE_SECRET: 'le-meme-secret-sur-les-deux-instances',
  };
  const claire = await startServer(shared);
  const karim = await startServer(shared);
  return {
    claire,
    karim,
    close: async () => {
      await Promise.all([claire.close(), karim.close()]);
      await Promise.all([sqld.stop(), redis.stop()]);
    },
  };
}

/** The names are those of missing services, or of the variable that asks for every test. */
export const MISSING_FOR_INSTANCES = RUNS_ALL
  ? missingServices()
      .map(({ name }) => name)
      .filter((name) => name === 'redis-server' || name === 'sqld')
  : ['GUILDE_TESTS=all'];
