import { startRedis } from '../test/redis-server.ts';
import { startSqld } from '../test/sqld.ts';

/** `server` is one instance on a libSQL server, and `two` are two instances with Redis. */
export const LAYOUTS = ['file', 'server', 'two'] as const;
export type Layout = (typeof LAYOUTS)[number];

export type Services = {
  instances: number;
  env: Record<string, string>;
  pids: number[];
  stop: () => Promise<void>;
};

export function layoutNamed(name: string): Layout {
  const layout = LAYOUTS.find((each) => each === name);
  if (!layout) throw new Error(`--layout: ${LAYOUTS.join(', ')}`);
  return layout;
}

/** The database begins as a copy of `file`, or empty. */
export async function startServices(layout: Layout, file?: string): Promise<Services> {
  if (layout === 'file') return { instances: 1, env: {}, pids: [], stop: async () => undefined };
  const sqld = await startSqld([], {}, file);
  const redis = layout === 'two' ? await startRedis() : null;
  return {
    instances: layout === 'two' ? 2 : 1,
    env: {
      DATABASE_URL: sqld.url,
      ...(redis && { REDIS_URL: redis.url }),
    },
    pids: [sqld.pid(), ...(redis ? [redis.pid()] : [])],
    stop: async () => {
      await Promise.all([sqld.stop(), redis?.stop()]);
    },
  };
}
