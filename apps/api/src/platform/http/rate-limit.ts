import { AppError } from '@guilde/contracts/errors.ts';
import type { Redis } from 'ioredis';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { hashToken } from '../secrets.ts';
import { createThrottleQueue } from './throttle-queue.ts';

/** Attempts (`points`) in a window (`seconds`), by network, member or e-mail. */
const LIMITS = {
  'sign-in:address': { points: 120, seconds: 60 },
  /** By network and account: refuses only who guesses. */
  'sign-in:attempt': { points: 10, seconds: 600 },
  /** By browser that has signed in to this account: strangers cannot use them up. */
  'sign-in:device': { points: 10, seconds: 600 },
  /** By session: neither strangers nor other devices can use them up. */
  'password-change:session': { points: 10, seconds: 600 },
  'sign-up:address': { points: 60, seconds: 3600 },
  'code:address': { points: 40, seconds: 600 },
  'code:attempt': { points: 5, seconds: 600 },
  'code:device': { points: 5, seconds: 600 },
  /** Links sent by mail: new password, confirmation. */
  'reset:address': { points: 30, seconds: 600 },
  'reset:attempt': { points: 5, seconds: 3600 },
  'reset:device': { points: 5, seconds: 3600 },
  'confirmation:attempt': { points: 5, seconds: 3600 },
  'confirmation:device': { points: 5, seconds: 3600 },
  'invitation-lookup:address': { points: 120, seconds: 600 },
  'invitations:member': { points: 100, seconds: 3600 },
  'avatar:member': { points: 20, seconds: 3600 },
  'profile:member': { points: 120, seconds: 600 },
  'settings:member': { points: 240, seconds: 600 },
  /** Wide: mail providers ask for many of their users. */
  'unsubscribe:address': { points: 600, seconds: 600 },
  'sos:member': { points: 10, seconds: 3600 },
  'sos-act:member': { points: 120, seconds: 600 },
  /** Each may notify somebody. */
  'help-requests:member': { points: 30, seconds: 3600 },
  'messages:member': { points: 90, seconds: 60 },
  /** Twenty windows that reconnect several times. */
  'sockets:member': { points: 120, seconds: 60 },
  /** Also counted in each process (frame-receiver.ts). */
  'frames:member': { points: 400, seconds: 25 },
  'admin-act:member': { points: 600, seconds: 600 },
  'reports:member': { points: 10, seconds: 3600 },
  'contact:address': { points: 10, seconds: 3600 },
  'contact:member': { points: 10, seconds: 3600 },
  /** Acknowledgements to one address, so that nobody can fill a foreign mailbox. */
  'contact-acknowledgement:email': { points: 2, seconds: 86_400 },
  /** Messages mailed to the administrators; others wait in the back office. */
  'contact-mails:all': { points: 60, seconds: 3600 },
  /** Sent at every pause while an SOS is written. */
  'suggestions:member': { points: 120, seconds: 60 },
  'suggestion-openings:member': { points: 60, seconds: 600 },
  'account:member': { points: 10, seconds: 600 },
  'request:address': { points: 3000, seconds: 60 },
} as const;

/**
 * Counted per account, so nobody is refused: a stranger could use it up. After `free` attempts in `seconds` further
 * ones are queued (throttle-queue.ts).
 */
const THROTTLED = {
  'sign-in:account': { seconds: 600, free: 20, step: 100, slowest: 1500, waiting: 10 },
  'code:account': { seconds: 86_400, free: 10, step: 5000, slowest: 25_000, waiting: 2 },
} as const;

/** Counted only. */
const COUNTED = { 'links:account': { seconds: 3600 } } as const;

export type LimitName = keyof typeof LIMITS;
export type ThrottledName = keyof typeof THROTTLED;
export type CountedName = keyof typeof COUNTED;

export type RateLimits = {
  /**
   * Counts an attempt and returns the number in the window; 0 when limits are off. Codes: RATE_LIMITED, with the
   * seconds to wait.
   */
  consume: (name: LimitName, key: string) => Promise<number>;
  /**
   * Counts an attempt and queues it; true when it was queued. `rank`: lower ones come first, and replace others when
   * the queue is full. Codes: RATE_LIMITED (replaced).
   */
  throttle: (name: ThrottledName, key: string, rank: number) => Promise<boolean>;
  count: (name: CountedName, key: string) => Promise<number>;
  refund: (name: LimitName | ThrottledName, key: string) => Promise<void>;
  /** Forgets the attempts of `key`, for example after a sign-in. */
  reset: (name: LimitName, key: string) => Promise<void>;
  stop: () => void;
};

type Limit = { points: number; seconds: number };
type Shared = { redis: Redis; prefix: string };

/**
 * Counts in this process or, with `shared`, in Redis for all instances; without Redis each instance counts for
 * itself. `enabled: false` is for load measurements only.
 */
export function createRateLimits(enabled: boolean, shared: Shared | null = null): RateLimits {
  const limiters = new Map(
    Object.entries({ ...LIMITS, ...unlimited(THROTTLED), ...unlimited(COUNTED) }).map(([name, limit]) => [
      name,
      createLimiter(name, limit, shared),
    ]),
  );
  const queues = createThrottleQueue();
  const keyOf = (key: string) => (shared ? hashToken(key) : key);
  const counted = async (name: LimitName | ThrottledName | CountedName, key: string): Promise<number> => {
    if (!enabled) return 0;
    try {
      return (await limiters.get(name)?.consume(keyOf(key)))?.consumedPoints ?? 0;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new AppError('RATE_LIMITED', { seconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) });
    }
  };
  return {
    consume: counted,
    throttle: async (name, key, rank) => {
      const count = await counted(name, key);
      await queues.take(`${name} ${key}`, THROTTLED[name], count, rank);
      return count > THROTTLED[name].free;
    },
    count: counted,
    refund: async (name, key) => {
      if (enabled) await limiters.get(name)?.reward(keyOf(key));
    },
    stop: queues.stop,
    reset: async (name, key) => {
      await limiters.get(name)?.delete(keyOf(key));
    },
  };
}

function unlimited(windows: Record<string, { seconds: number }>): Record<string, Limit> {
  return Object.fromEntries(
    Object.entries(windows).map(([name, { seconds }]) => [
      name,
      { points: Number.MAX_SAFE_INTEGER, seconds },
    ]),
  );
}

/** Keys are personal data: Redis gets only their hashes. */
function createLimiter(name: string, { points, seconds }: Limit, shared: Shared | null): RateLimiterAbstract {
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
