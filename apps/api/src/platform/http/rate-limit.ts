import { AppError } from '@guilde/contracts/errors.ts';
import type { Redis } from 'ioredis';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { hashToken } from '../secrets.ts';
import { createThrottleQueue, type ThrottleOptions } from './throttle-queue.ts';

/** The name prefixes keys in Redis; one name has one window. */
export type Limit = { name: string; points: number; seconds: number };

/**
 * A throttle refuses nobody, because a stranger could use an account's attempts up. After `free` attempts in
 * `seconds` further ones are queued (throttle-queue.ts).
 */
export type Throttle = ThrottleOptions & { name: string; seconds: number };

/** The seconds end the window. */
type Tell = (left: number, seconds: number) => void;

/** A counter refuses nothing. */
export type Counter = { name: string; seconds: number };

export type RateLimits = {
  /**
   * Returns the number of attempts in the window, or 0 without limits, and tells what is left, also of none.
   * @throws RATE_LIMITED, with the seconds to wait.
   */
  consume: (limit: Limit, key: string, tell?: Tell) => Promise<number>;
  /**
   * Returns true when the attempt was queued. Lower ranks come first, and replace others in a full queue.
   * @throws RATE_LIMITED, when another attempt replaced this one.
   */
  throttle: (throttle: Throttle, key: string, rank: number) => Promise<boolean>;
  count: (counter: Counter, key: string) => Promise<number>;
  refund: (counter: Counter, key: string) => Promise<void>;
  reset: (limit: Limit, key: string) => Promise<void>;
  stop: () => void;
};

type Shared = { redis: Redis; prefix: string };

/**
 * Counts in this process or, with `shared`, in Redis for all instances; while Redis is away each instance
 * counts for itself. `enabled` is false for load measurements only.
 */
export function createRateLimits(enabled: boolean, shared: Shared | null = null): RateLimits {
  const limiters = new Map<string, RateLimiterAbstract>();
  const limiterOf = (counter: Counter | Limit): RateLimiterAbstract => {
    const points = 'points' in counter ? counter.points : Number.MAX_SAFE_INTEGER;
    const limiter = limiters.get(counter.name) ?? createLimiter({ ...counter, points }, shared);
    if (limiter.points !== points || limiter.duration !== counter.seconds)
      throw new Error(`Two limits are called ${counter.name}.`);
    limiters.set(counter.name, limiter);
    return limiter;
  };
  const queues = createThrottleQueue();
  const keyOf = (key: string) => (shared ? hashToken(key) : key);
  const count = async (counter: Counter | Limit, key: string, tell?: Tell): Promise<number> => {
    if (!enabled) return 0;
    const limiter = limiterOf(counter);
    const state = await limiter.consume(keyOf(key)).catch((refusal: unknown) => {
      if (refusal instanceof RateLimiterRes) return refusal;
      throw refusal;
    });
    const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
    tell?.(state.remainingPoints, seconds);
    if (state.consumedPoints > limiter.points) throw new AppError('RATE_LIMITED', { seconds });
    return state.consumedPoints;
  };
  return {
    consume: count,
    throttle: async (throttle, key, rank) => {
      const attempts = await count(throttle, key);
      await queues.take(`${throttle.name} ${key}`, throttle, attempts, rank);
      return attempts > throttle.free;
    },
    count,
    refund: async (counter, key) => {
      if (enabled) await limiterOf(counter).reward(keyOf(key));
    },
    stop: queues.stop,
    reset: async (limit, key) => {
      await limiterOf(limit).delete(keyOf(key));
    },
  };
}

/** Keys are personal data, so that Redis gets only their hashes. */
function createLimiter({ name, points, seconds }: Limit, shared: Shared | null): RateLimiterAbstract {
  const own = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
  if (!shared) return own;
  return new RateLimiterRedis({
    storeClient: shared.redis,
    keyPrefix: `${shared.prefix}:${name}`,
    points,
    duration: seconds,
    insuranceLimiter: own,
    rejectIfRedisNotReady: true,
  });
}
