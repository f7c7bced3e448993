import type { Redis, RedisOptions } from 'ioredis';
import type { Log } from '../observe/log.ts';

const COMMAND_TIMEOUT_MS = 1000;
const CONNECT_TIMEOUT_MS = 5000;
const RETRY_MAX_MS = 2000;

export type RedisLink = {
  /** Commands fail at once while Redis is away; nothing queues up. */
  commands: Redis;
  /** A subscribing connection can do nothing else. */
  subscriber: Redis;
  isReady: () => boolean;
  /** Replaces connections that are open but deliver nothing. */
  reconnect: () => void;
  close: () => void;
};

/** Connects in the background and never rejects. Logs once that Redis is away or back. */
export async function openRedis(url: string, log: Log): Promise<RedisLink> {
  // The client is loaded only with Redis, because it takes memory.
  const { Redis } = await import('ioredis');
  const options: RedisOptions = {
    protocol: 2,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) =>
      Math.min(50 * 2 ** Math.min(attempt, 10), RETRY_MAX_MS) * (0.5 + Math.random() / 2),
  };
  const commands = new Redis(url, options);
  const subscriber = new Redis(url, options);
  const connections = [commands, subscriber];
  const isReady = () => connections.every(({ status }) => status === 'ready');
  reportAbsence(connections, isReady, log);
  return {
    commands,
    subscriber,
    isReady,
    reconnect: () => {
      for (const connection of connections) connection.disconnect(true);
    },
    close: () => {
      for (const connection of connections) connection.disconnect();
    },
  };
}

function reportAbsence(connections: Redis[], isReady: () => boolean, log: Log): void {
  let isAway = false;
  for (const connection of connections) {
    connection.on('error', (error: NodeJS.ErrnoException) => {
      if (isAway) return;
      isAway = true;
      log.error({ error: error.code ?? error.name }, 'Redis is away');
    });
    connection.on('ready', () => {
      if (!isAway || !isReady()) return;
      isAway = false;
      log.warn('Redis is back');
    });
  }
}
