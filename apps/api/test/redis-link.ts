import { onTestFinished } from 'vitest';
import { openRedis, type RedisLink } from '../src/platform/live/redis.ts';
import { createLog } from '../src/platform/observe/log.ts';
import type { RedisServer } from './redis-server.ts';
import { until } from './until.ts';

/** The connection ends with the test. */
export async function linkTo(redis: RedisServer): Promise<RedisLink> {
  const link = await openRedis(redis.url, createLog('silent'));
  onTestFinished(() => link.close());
  await until(() => link.isReady());
  return link;
}
